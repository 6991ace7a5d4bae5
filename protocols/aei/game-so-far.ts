/**
 * What is to be told to an engine so that it knows a game. A player is given positions only, but turns can be found between two of them: so
 * the engine hears of every turn, as in a game between engines, and can judge repetition. Where no turn leads from what it knows
 * to what there is, it is another game.
 */
import type { Position } from "../../engine/contracts/game.ts";
import type { Board } from "../../games/arimaa/board.ts";
import { HASH, PLAYING, SIDE, STATE_BYTES, STEP_COUNT, TURN_BYTES } from "../../games/arimaa/layout.ts";
import { lettersOf } from "../../games/arimaa/squares.ts";
import { formatTurn, movesOfTurn, parseTurn, placements, playMoves } from "../../games/arimaa/turns.ts";
import { positionText } from "./position-text.ts";

/** Whether AEI has a way to say this position: it knows no half turns and no half setups. */
export function canBeTold(position: Position): boolean {
  if (position[PLAYING] !== 0) return position[STEP_COUNT] === 0;
  return !(position[SIDE] === 0 ? /[^.]/ : /[a-z]/).test(lettersOf(position));
}

/** The messages that bring an engine from a position it knows, or from nothing, to another. */
export function messagesTo(board: Board, known: Position | null, position: Position, sides: string): string[] {
  if (known && Buffer.compare(known, position) === 0) return [];
  const turn = known && turnBetween(board, known, position);
  if (turn !== null) return [`makemove ${turn}`];
  return ["newgame", ...fromTheStart(board, position, sides)];
}

/** The text of a turn that leads from one position to the other; null where there is none. */
function turnBetween(board: Board, from: Position, to: Position): string | null {
  if (from[SIDE] === to[SIDE] || !canBeTold(to)) return null;
  if (from[PLAYING] === 0) return setupBetween(board, from, to);
  if (board.states.result(from) !== null) return null;
  const count = board.listTurns(from);
  const words = board.kernel.memory.words(board.kernel.call("turnList"), (count * TURN_BYTES) / 4);
  const hash = new DataView(to.buffer, to.byteOffset + HASH, 8);
  const [low, high] = [hash.getUint32(0, true), hash.getUint32(4, true)];
  for (let i = 0; i < words.length; i += TURN_BYTES / 4) {
    if ((words[i] as number) >>> 0 !== low || (words[i + 1] as number) >>> 0 !== high) continue;
    const moves = movesOfTurn((words[i + 2] as number) >>> 0);
    if (Buffer.compare(playMoves(board, from, moves), to) === 0) return formatTurn(board, from, moves);
  }
  return null;
}

function setupBetween(board: Board, from: Position, to: Position): string | null {
  const text = placements(to, from[SIDE] as number).join(" ");
  const moves = parseTurn(board, from, text);
  return moves.ok && Buffer.compare(playMoves(board, from, moves.value), to) === 0 ? text : null;
}

/** After `newgame`: both setups where the game may have begun so, else the position as it is. */
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
