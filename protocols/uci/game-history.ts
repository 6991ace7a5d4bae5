/**
 * The game as sent to an engine: `position fen FEN moves …`, from the last irreversible move, so that the engine sees repetitions. A player
 * receives positions; the moves between them are reconstructed.
 */
import type { Move, Position } from "../../engine/contracts/position.ts";
import type { Board } from "../../games/chess/board.ts";
import { formatFen, START_FEN } from "../../games/chess/fen.ts";
import { HALFMOVE_CLOCK } from "../../games/chess/layout.ts";
import { formatUci } from "../../games/chess/moves.ts";

/** Consecutive positions and the moves between them. */
export interface GameHistory {
  /** Not empty; the last is the current one. */
  readonly positions: readonly Position[];
  /** One fewer than positions. */
  readonly moves: readonly Move[];
}

interface HistoryUpdate {
  readonly history: GameHistory;
  /** Whether the previous history continues. */
  readonly continues: boolean;
}

/**
 * The history that ends in a position. `previous` is what the engine received last, with its own move; `positions` are the earlier
 * positions of the game, if the caller has them.
 */
export function historyTo(
  board: Board,
  previous: GameHistory | null,
  position: Position,
  positions: readonly Position[] | undefined,
): HistoryUpdate {
  const given = positions && givenHistory(board, positions, position);
  const continued = previous && continuedHistory(board, previous, position);
  if (continued && (!given || agree(continued, given))) return { history: continued, continues: true };
  return { history: given ?? { positions: [position], moves: [] }, continues: false };
}

export function positionMessage({ positions, moves }: GameHistory): string {
  const fen = formatFen(positions[0] as Position);
  const start = fen === START_FEN ? "startpos" : `fen ${fen}`;
  return `position ${start}${moves.length === 0 ? "" : ` moves ${moves.map(formatUci).join(" ")}`}`;
}

/** The history with one more move. */
export function extended({ positions, moves }: GameHistory, move: Move, after: Position): GameHistory {
  return fromLastIrreversible({ positions: [...positions, after], moves: [...moves, move] });
}

function givenHistory(board: Board, earlier: readonly Position[], position: Position): GameHistory {
  const [first = position, ...rest] = [...earlier.slice(lastIrreversible(earlier)), position];
  let history: GameHistory = { positions: [first], moves: [] };
  for (const next of rest) {
    const move = moveBetween(board, history.positions.at(-1) as Position, next);
    // After a gap, or if the current position is included, the history restarts.
    history = move === null ? { positions: [next], moves: [] } : extended(history, move, next);
  }
  return history;
}

function continuedHistory(board: Board, previous: GameHistory, position: Position): GameHistory | null {
  const last = previous.positions.at(-1) as Position;
  if (Buffer.compare(last, position) === 0) return previous;
  const move = moveBetween(board, last, position);
  return move === null ? null : extended(previous, move, position);
}

/** Whether two histories of the same position agree as far back as both go. */
function agree(one: GameHistory, other: GameHistory): boolean {
  const length = Math.min(one.positions.length, other.positions.length);
  const [tail, rest] = [one.positions.slice(-length), other.positions.slice(-length)];
  return tail.every((position, i) => Buffer.compare(position, rest[i] as Position) === 0);
}

function moveBetween(board: Board, from: Position, to: Position): Move | null {
  return board.legalMoves(from).find((move) => Buffer.compare(board.play(from, move), to) === 0) ?? null;
}

/** No position before a capture or pawn move can repeat. */
function fromLastIrreversible(history: GameHistory): GameHistory {
  const from = lastIrreversible(history.positions);
  return from === 0 ? history : { positions: history.positions.slice(from), moves: history.moves.slice(from) };
}

/** The index of the last position with a half-move clock of 0; 0 if there is none. */
export function lastIrreversible(positions: readonly Position[]): number {
  return Math.max(
    0,
    positions.findLastIndex((position) => position[HALFMOVE_CLOCK] === 0),
  );
}
