/**
 * The messages that bring an engine to a position. A player receives positions only; the turns between them are reconstructed, so that the
 * engine receives every turn and can detect repetition. If no turn connects the two positions, a new game is started.
 */
import type { Position } from "../../engine/contracts/position.ts";
import type { Board } from "../../games/arimaa/board.ts";
import { PLAYING, SIDE, STATE_BYTES, STEP_COUNT } from "../../games/arimaa/layout.ts";
import { lettersOf } from "../../games/arimaa/squares.ts";
import { formatTurn, movesOfTurn, parseTurn, placements, playMoves } from "../../games/arimaa/turns.ts";
import { positionText } from "./position-text.ts";

/** Whether AEI can express the position: it has no partial turns and no partial setups. */
export function isExpressible(position: Position): boolean {
  if (position[PLAYING] !== 0) return position[STEP_COUNT] === 0;
  return !(position[SIDE] === 0 ? /[^.]/ : /[a-z]/).test(lettersOf(position));
}

/** The messages that bring an engine from its position, or from none, to another. */
export function syncMessages(board: Board, current: Position | null, position: Position, sides: string): string[] {
  if (current && Buffer.compare(current, position) === 0) return [];
  const turn = current && turnBetween(board, current, position);
  if (turn !== null) return [`makemove ${turn}`];
  return ["newgame", ...fromTheStart(board, position, sides)];
}

/** The text of a turn from one position to the other; null if there is none. */
function turnBetween(board: Board, from: Position, to: Position): string | null {
  if (from[SIDE] === to[SIDE] || !isExpressible(to)) return null;
  if (from[PLAYING] === 0) return setupBetween(board, from, to);
  if (board.states.result(from) !== null) return null;
  const turn = board.turnTo(from, to);
  if (turn === null) return null;
  const moves = movesOfTurn(turn);
  return Buffer.compare(playMoves(board, from, moves), to) === 0 ? formatTurn(board, from, moves) : null;
}

function setupBetween(board: Board, from: Position, to: Position): string | null {
  const text = placements(to, from[SIDE] as number).join(" ");
  const moves = parseTurn(board, from, text);
  return moves.ok && Buffer.compare(playMoves(board, from, moves.value), to) === 0 ? text : null;
}

/** After `newgame`: both setups if the game can have started that way, otherwise the position. */
function fromTheStart(board: Board, position: Position, sides: string): string[] {
  const empty = new Uint8Array(STATE_BYTES);
  if (Buffer.compare(empty, position) === 0) return [];
  const gold = placements(position, 0).join(" ");
  const set = parseTurn(board, empty, gold);
  if (set.ok) {
    const afterGold = playMoves(board, empty, set.value);
    if (Buffer.compare(afterGold, position) === 0) return [`makemove ${gold}`];
    const silver = setupBetween(board, afterGold, position);
    if (silver !== null) return [`makemove ${gold}`, `makemove ${silver}`];
  }
  return [`setposition ${positionText(position, sides)}`];
}
