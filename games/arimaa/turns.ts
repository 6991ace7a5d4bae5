/**
 * Whole turns: text such as `Ra2n Hb2e rb3e rc3x`, or sixteen placements, and the moves of the contract they consist of. For players that
 * search turns, records and protocols.
 */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Move, Position } from "../../engine/contracts/position.ts";
import { stepsInTurn, type Board, type Turn } from "./board.ts";
import { END_TURN, MAX_STEPS, NAMED_SETUP } from "./constants.ts";
import { PLAYING, SIDE } from "./layout.ts";
import { END } from "./move-encoding.ts";
import { formatMove, parseMoves, sideName } from "./moves.ts";
import { whyIllegal } from "./illegal-moves.ts";
import { letterOf, pieceAt, SQUARES, squareName } from "./squares.ts";

/** The moves of a generated turn: its steps, and END_TURN if they are fewer than four. */
export function movesOfTurn(turn: Turn): Move[] {
  const steps = stepsInTurn(turn);
  return steps.length < MAX_STEPS ? [...steps, END] : steps;
}

export function playMoves(board: Board, position: Position, moves: readonly Move[]): Position {
  return moves.reduce((now, move) => board.play(now, move), position);
}

/** Parses a whole turn, or the rest of one. Captures are optional but must be correct. */
export function parseTurn(
  board: Board,
  position: Position,
  text: string,
  legalIn?: (position: Position) => readonly Move[],
): Result<Move[]> {
  const read = parseMoves(board, position, text, legalIn);
  if (!read.ok) return read;
  const { moves, position: now } = read.value;
  if (now[SIDE] !== position[SIDE]) return ok([...moves]);
  if (now[PLAYING] === 0) return fail("bad-move", `${sideName(now)}'s setup is not complete; expected 16 pieces`);
  if (!board.moves(now).includes(END))
    return fail("bad-move", `"${text.trim()}" is not a turn: ${whyIllegal(board, now, END)}`);
  return ok([...moves, END]);
}

/** The usual notation of a turn: steps with captures, without the end. */
export function formatTurn(board: Board, position: Position, moves: readonly Move[]): string {
  let now = position;
  const words: string[] = [];
  for (const move of moves) {
    const next = board.play(now, move);
    const capture = move < END_TURN ? board.captureOf(now, move) : null;
    // Other programs do not have our named setups.
    if (move >= NAMED_SETUP) words.push(...placements(next, now[SIDE] as number));
    else if (move !== END_TURN) words.push(formatMove(now, move), ...(capture === null ? [] : [capture]));
    now = next;
  }
  return words.join(" ");
}

/** The pieces of a side, as in Ra1. */
export function placements(position: Position, side: number): string[] {
  return Array.from({ length: SQUARES }, (_, square) => square).flatMap((square) => {
    const piece = pieceAt(position, square);
    return piece?.colour === side ? [`${letterOf(piece)}${squareName(square)}`] : [];
  });
}
