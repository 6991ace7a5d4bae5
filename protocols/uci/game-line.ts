/**
 * The game as an engine is told it: `position fen FEN moves …`, from the last irreversible move on, so that it can see repetitions. A player is
 * given positions; the moves between them are found again.
 */
import type { Move, Position } from "../../engine/contracts/game.ts";
import type { Board } from "../../games/chess/board.ts";
import { formatFen, START_FEN } from "../../games/chess/fen.ts";
import { HALFMOVE_CLOCK } from "../../games/chess/layout.ts";
import { formatUci } from "../../games/chess/moves.ts";

/** Consecutive positions with the moves between them. */
export interface GameLine {
  /** Not empty; the last is the present one. */
  readonly positions: readonly Position[];
  /** One less than positions. */
  readonly moves: readonly Move[];
}

export interface NextLine {
  readonly line: GameLine;
  /** Whether the game that was known goes on. */
  readonly continues: boolean;
}

/**
 * The line to a position. `known` is what the engine was told last, with its own move; `past` the positions before, where the
 * asker knows them.
 */
export function lineTo(
  board: Board,
  known: GameLine | null,
  position: Position,
  past: readonly Position[] | undefined,
): NextLine {
  const given = past && givenLine(board, past, position);
  const continued = known && continuedLine(board, known, position);
  if (continued && (!given || agree(continued, given))) return { line: continued, continues: true };
  return { line: given ?? { positions: [position], moves: [] }, continues: false };
}

export function positionMessage({ positions, moves }: GameLine): string {
  const fen = formatFen(positions[0] as Position);
  const start = fen === START_FEN ? "startpos" : `fen ${fen}`;
  return `position ${start}${moves.length === 0 ? "" : ` moves ${moves.map(formatUci).join(" ")}`}`;
}

/** With one move more. */
export function extended({ positions, moves }: GameLine, move: Move, after: Position): GameLine {
  return fromLastIrreversible({ positions: [...positions, after], moves: [...moves, move] });
}

function givenLine(board: Board, past: readonly Position[], position: Position): GameLine {
  const [first = position, ...rest] = [...past.slice(lastIrreversible(past)), position];
  let line: GameLine = { positions: [first], moves: [] };
  for (const next of rest) {
    const move = moveBetween(board, line.positions.at(-1) as Position, next);
    // Where there is a gap in what is given, or the present position is given too, the line begins anew.
    line = move === null ? { positions: [next], moves: [] } : extended(line, move, next);
  }
  return line;
}

function continuedLine(board: Board, known: GameLine, position: Position): GameLine | null {
  const last = known.positions.at(-1) as Position;
  if (Buffer.compare(last, position) === 0) return known;
  const move = moveBetween(board, last, position);
  return move === null ? null : extended(known, move, position);
}

/** Whether two lines to the same position have the same positions as far back as both go. */
function agree(one: GameLine, other: GameLine): boolean {
  const length = Math.min(one.positions.length, other.positions.length);
  const [tail, rest] = [one.positions.slice(-length), other.positions.slice(-length)];
  return tail.every((position, i) => Buffer.compare(position, rest[i] as Position) === 0);
}

function moveBetween(board: Board, from: Position, to: Position): Move | null {
  return board.legalMoves(from).find((move) => Buffer.compare(board.play(from, move), to) === 0) ?? null;
}

/** Nothing before a capture or a pawn move can come again. */
function fromLastIrreversible(line: GameLine): GameLine {
  const from = lastIrreversible(line.positions);
  return from === 0 ? line : { positions: line.positions.slice(from), moves: line.moves.slice(from) };
}

/** The index of the last position whose half-move clock is 0; 0 where there is none. */
export function lastIrreversible(positions: readonly Position[]): number {
  return Math.max(
    0,
    positions.findLastIndex((position) => position[HALFMOVE_CLOCK] === 0),
  );
}
