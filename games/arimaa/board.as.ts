/** A board (state.layout.ts): bitboards by colour and by kind, and its Zobrist hash. Makes and undoes single steps with their captures. */
import { BoardRecord } from "../../build/layouts/games/arimaa/state.as";
import { bit, goalRow, neighbours, squareOf, stepFrom, stepTo, trapIndex, trapSquare, TRAPS } from "./bitboard.as";
import { ELEPHANT } from "./constants";
import { numberOf } from "./zobrist.as";

export const BOARD_BYTES: usize = BoardRecord.BYTES;

@inline function at(board: usize): BoardRecord { return BoardRecord.at(board); }

@inline export function piecesOf(board: usize, colour: i32): u64 { return at(board).colours[colour]; }
@inline export function ofKind(board: usize, kind: i32): u64 { return at(board).kinds[kind]; }
@inline export function hashOf(board: usize): u64 { return at(board).hash; }
@inline export function emptySquares(board: usize): u64 { return ~(piecesOf(board, 0) | piecesOf(board, 1)); }
@inline export function colourAt(board: usize, square: i32): i32 { return <i32>((piecesOf(board, 1) >> square) & 1); }

@inline
export function copyBoard(to: usize, from: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  v128.store(to, v128.load(from, 32), 32);
  v128.store(to, v128.load(from, 48), 48);
  at(to).hash = at(from).hash;
}

/** The kind of the piece on a square that is not empty. */
export function kindAt(board: usize, square: i32): i32 {
  const place = bit(square);
  let kind = 0;
  while (kind < ELEPHANT && !(ofKind(board, kind) & place)) kind++;
  return kind;
}

/** Puts a piece on an empty square, or removes it. */
@inline
export function togglePiece(board: usize, colour: i32, kind: i32, square: i32): void {
  const place = bit(square);
  const colours = at(board).colours;
  const kinds = at(board).kinds;
  colours[colour] = colours[colour] ^ place;
  kinds[kind] = kinds[kind] ^ place;
  at(board).hash ^= numberOf(colour, kind, square);
}

/** Moves a piece to an empty square. Does not resolve traps. */
@inline
export function movePiece(board: usize, colour: i32, kind: i32, from: i32, to: i32): void {
  const places = bit(from) | bit(to);
  const colours = at(board).colours;
  const kinds = at(board).kinds;
  colours[colour] = colours[colour] ^ places;
  kinds[kind] = kinds[kind] ^ places;
  at(board).hash ^= numberOf(colour, kind, from) ^ numberOf(colour, kind, to);
}

/** Removes the piece of this colour on a trap without an adjacent friend. Returns its capture byte, or 0. */
@inline
function resolveTraps(board: usize, colour: i32): i32 {
  const own = piecesOf(board, colour);
  const lost = own & TRAPS & ~neighbours(own);
  if (!lost) return 0;
  const square = squareOf(lost);
  const kind = kindAt(board, square);
  togglePiece(board, colour, kind, square);
  return (1 + kind + 6 * colour) | (trapIndex(square) << 4);
}

/** A step of a piece of known colour and kind. Returns the capture byte: a step captures at most one piece, of the moved colour. */
@inline
export function makePieceStep(board: usize, colour: i32, kind: i32, from: i32, to: i32): i32 {
  movePiece(board, colour, kind, from, to);
  return resolveTraps(board, colour);
}
/** Makes a step (a byte) and returns its capture byte, for `undoStep`. */
export function makeStep(board: usize, step: i32): i32 {
  const from = stepFrom(step);
  return makePieceStep(board, colourAt(board, from), kindAt(board, from), from, stepTo(step));
}

export function undoStep(board: usize, step: i32, capture: i32): void {
  if (capture) {
    const piece = (capture & 15) - 1;
    togglePiece(board, <i32>(piece >= 6), piece % 6, trapSquare(capture >> 4));
  }
  const to = stepTo(step);
  movePiece(board, colourAt(board, to), kindAt(board, to), to, stepFrom(step));
}

/** Pieces of a colour with an adjacent stronger enemy and no adjacent friend. */
@inline
export function frozenPieces(board: usize, colour: i32): u64 {
  const own = piecesOf(board, colour);
  const enemy = piecesOf(board, 1 - colour);
  let stronger = enemy & ofKind(board, 5);
  let held = ofKind(board, 4) & neighbours(stronger);
  stronger |= enemy & ofKind(board, 4);
  held |= ofKind(board, 3) & neighbours(stronger);
  stronger |= enemy & ofKind(board, 3);
  held |= ofKind(board, 2) & neighbours(stronger);
  stronger |= enemy & ofKind(board, 2);
  held |= ofKind(board, 1) & neighbours(stronger);
  stronger |= enemy & ofKind(board, 1);
  held |= ofKind(board, 0) & neighbours(stronger);
  return own & held & ~neighbours(own);
}

/** The pieces of `among` that are stronger than a kind. */
export function strongerThan(board: usize, kind: i32, among: u64): u64 {
  let stronger: u64 = 0;
  for (let other = kind + 1; other <= ELEPHANT; other++) stronger |= ofKind(board, other);
  return stronger & among;
}

export function weakerThan(board: usize, kind: i32, among: u64): u64 {
  let weaker: u64 = 0;
  for (let other = 0; other < kind; other++) weaker |= ofKind(board, other);
  return weaker & among;
}

/** Whether the side has a legal first step: its own, or a push. */
export function canMove(board: usize, colour: i32): bool {
  const empty = emptySquares(board);
  const mobile = piecesOf(board, colour) & ~frozenPieces(board, colour);
  const rabbits = mobile & ofKind(board, 0);
  if ((mobile & ~rabbits) & neighbours(empty)) return true;
  // Rabbits do not step back: shift the empty squares towards them from the front and from both sides.
  const ahead = colour == 0 ? empty >> 8 : empty << 8;
  if (rabbits & (ahead | sideNeighbours(empty))) return true;
  const enemy = piecesOf(board, 1 - colour) & neighbours(empty);
  for (let kind = 0; kind < ELEPHANT; kind++) {
    if (neighbours(strongerThan(board, kind, mobile)) & enemy & ofKind(board, kind)) return true;
  }
  return false;
}

@inline
function sideNeighbours(set: u64): u64 {
  return ((set & 0x7f7f7f7f7f7f7f7f) << 1) | ((set & 0xfefefefefefefefe) >> 1);
}

export const NO_WINNER: i32 = -1;

/** The winner when `mover` has just ended a turn. The conditions are checked in the official order. */
export function winnerAfter(board: usize, mover: i32): i32 {
  const other = 1 - mover;
  const rabbits = ofKind(board, 0);
  if (rabbits & piecesOf(board, mover) & goalRow(mover)) return mover;
  if (rabbits & piecesOf(board, other) & goalRow(other)) return other;
  if (!(rabbits & piecesOf(board, other))) return mover;
  if (!(rabbits & piecesOf(board, mover))) return other;
  return canMove(board, other) ? NO_WINNER : mover;
}
