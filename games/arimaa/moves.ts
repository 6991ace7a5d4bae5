/**
 * Notation of moves: a step (`Ra2n`), `end`, a placement (`Ra1`), a named setup. The capture of a step is implied; it is written in turns only
 * (`rb3e rc3x`) and accepted anywhere.
 */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Move, Position } from "../../engine/contracts/position.ts";
import { didYouMean } from "../../engine/contracts/did-you-mean.ts";
import type { Board } from "./board.ts";
import { END_TURN, NAMED_SETUP, PLACE } from "./constants.ts";
import { PLAYING, SIDE } from "./layout.ts";
import { whyIllegal } from "./illegal-moves.ts";
import { END, placement, stepMove } from "./move-encoding.ts";
import { SETUP_NAMES, setupMove } from "./setups.ts";
import { adjacentSquare, DIRECTIONS, letterOf, pieceAt, pieceOf, squareName, squareOf, TRAPS } from "./squares.ts";

const END_TEXT = "end";
const STEP = /^([rcdhme]?)([a-h][1-8])([nsew])$/i;
const PLACEMENT = /^([rcdhme])([a-h][1-8])$/i;
const CAPTURE = /^[rcdhme][cf][36]x$/i;

export function formatStep(position: Position, step: Move): string {
  const piece = pieceAt(position, step & 63);
  return `${piece ? letterOf(piece) : ""}${squareName(step & 63)}${DIRECTIONS[step >> 6]}`;
}

export function formatMove(position: Position, move: Move): string {
  if (move === END_TURN) return END_TEXT;
  if (move >= NAMED_SETUP) return SETUP_NAMES[move - NAMED_SETUP] as string;
  if (move >= PLACE)
    return `${letterOf({ kind: (move - PLACE) >> 6, colour: position[SIDE] as number })}${squareName(move & 63)}`;
  return formatStep(position, move);
}

/** The squares of a step; null for other moves. */
export function stepPath(move: Move): { from: string; to: string } | null {
  if (move >= END_TURN) return null;
  return { from: squareName(move & 63), to: squareName(adjacentSquare(move & 63, move >> 6)) };
}

/** Parses a legal move. The letter of a step and its capture are optional. */
export function parseMove(
  board: Board,
  position: Position,
  text: string,
  legal: readonly Move[] = board.moves(position),
): Result<Move> {
  const [word = "", capture, ...rest] = text.trim().split(/\s+/);
  if (rest.length > 0 || (capture !== undefined && !CAPTURE.test(capture))) return expected(position, text.trim());
  if (legal.length === 0) return fail("bad-move", `"${word}" is not a move here: the game has ended`);
  const move = position[PLAYING] === 0 ? setupMoveOf(position, word) : stepMoveOf(position, word);
  if (!move.ok) return move;
  if (!legal.includes(move.value))
    return fail("bad-move", `"${word}" is not a move here: ${whyIllegal(board, position, move.value)}`);
  if (capture === undefined) return move;
  const lost = move.value < END_TURN ? board.captureOf(position, move.value) : null;
  return capture === lost
    ? move
    : fail("bad-move", `"${capture}" is wrong: ${word} captures ${lost === null ? "nothing" : lost.slice(0, 3)}`);
}

/** Parses several moves of one turn. */
export function parseMoves(
  board: Board,
  start: Position,
  text: string,
  legalIn: (position: Position) => readonly Move[] = (position) => board.moves(position),
): Result<{ readonly moves: readonly Move[]; readonly position: Position }> {
  const words = text.trim().split(/\s+/);
  const moves: Move[] = [];
  let position = start;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    const capture = words[i + 1];
    const withCapture = capture !== undefined && CAPTURE.test(capture);
    if (position[SIDE] !== start[SIDE])
      return fail("bad-move", `"${word}" comes after the end of the turn; a turn has at most four steps`);
    const move = parseMove(board, position, withCapture ? `${word} ${capture}` : word, legalIn(position));
    if (!move.ok) return move;
    if (withCapture) i++;
    moves.push(move.value);
    position = board.play(position, move.value);
  }
  return ok({ moves, position });
}

function stepMoveOf(position: Position, word: string): Result<Move> {
  if (word === END_TEXT || word === "pass") return ok(END);
  const match = STEP.exec(word);
  if (!match) return expected(position, word);
  const [, letter = "", name = "", direction = ""] = match;
  const square = squareOf(name.toLowerCase());
  const piece = pieceAt(position, square);
  if (!piece) return fail("bad-move", `"${word}" is not a move here: ${squareName(square)} is empty`);
  if (letter !== "" && letter !== letterOf(piece))
    return fail("bad-move", `"${word}" is not a move here: the piece on ${squareName(square)} is ${letterOf(piece)}`);
  return ok(stepMove(square, DIRECTIONS.indexOf(direction.toLowerCase())));
}

function setupMoveOf(position: Position, word: string): Result<Move> {
  const name = word.toLowerCase();
  if (SETUP_NAMES.includes(name)) return ok(setupMove(name));
  const match = PLACEMENT.exec(word);
  const piece = pieceOf(match?.[1] ?? "");
  if (!match || !piece) return expected(position, word);
  if (piece.colour !== position[SIDE])
    return fail("bad-move", `"${word}" is not a move here: it is ${sideName(position)}'s setup`);
  return ok(placement(piece.kind, squareOf((match[2] as string).toLowerCase())));
}

function expected<T>(position: Position, word: string): Result<T> {
  if (position[PLAYING] === 0)
    return fail(
      "bad-move",
      `"${word}" is not a placement or setup; expected a piece and a square, as in ${position[SIDE] === 0 ? "Ra1" : "ra8"}, or one of ${SETUP_NAMES.join(", ")}${didYouMean(word, SETUP_NAMES)}`,
    );
  return fail("bad-move", `"${word}" is not a move; expected a step, as in Ra2n or rb3e rc3x, or ${END_TEXT}`);
}

export function sideName(position: Position): string {
  return position[SIDE] === 0 ? "gold" : "silver";
}

/** A step of an own piece that does not end on a trap. */
export function isQuietStep(position: Position, move: Move): boolean {
  if (move >= END_TURN || pieceAt(position, move & 63)?.colour !== position[SIDE]) return false;
  return !TRAPS.includes(adjacentSquare(move & 63, move >> 6));
}
