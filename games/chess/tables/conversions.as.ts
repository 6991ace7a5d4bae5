/**
 * The first pass over a slice: legal positions, and the values of conversions (captures, promotions and pawn pushes), which lead to solved
 * tables or slices. Values are compared 16 at a time as keys: 0 none, 1 to 127 a loss in twice as many plies, 128 a draw, above 128 a win
 * (faster wins are greater).
 */
import { SliceScratch, Target } from "../../../build/layouts/games/chess/tables/ending.as";
import { LATEST_LOSS } from "./ending-constants";
import { between, bit, kingBits, knightBits, mapped, pawnBits, ray, unmappedSet } from "./geometry.as";
import {
  colourOf, copySquares, ending, foundRow, foundSymmetry, kindOf, locate, moved, occupied, pawns, pieces, squareOf, targetAfter,
} from "./rows.as";

const PAWN: i32 = 0;
export const KNIGHT: i32 = 1;
export const BISHOP: i32 = 2;
export const ROOK: i32 = 3;
const QUEEN: i32 = 4;

export const NO_POSITION: u8 = 255;
export const DRAWN: u8 = 0;
/** An undecided position without conversions. */
export const NO_CONVERSION: u8 = 1;

/** Keys of the current row. */
let scratch: SliceScratch = SliceScratch.at(0);

/** Black king squares: legal with White to move, legal with Black to move, attacked by White. */
export let legalWhite: u64 = 0;
export let legalBlack: u64 = 0;
export let attackedByWhite: u64 = 0;

export function useKeys(address: usize): void {
  scratch = SliceScratch.at(address);
}

/** Address of the keys of a side to move, by square of the black king. */
@inline
function keysOf(side: i32): usize {
  return scratch.keysAddress + <usize>(side << 6);
}

/** Attacks of a piece in the current row, ignoring the black king. */
function attacksOf(kind: i32, square: i32): u64 {
  if (kind == KNIGHT) return knightBits(square);
  let set: u64 = 0;
  const last = kind == ROOK ? 4 : 8;
  for (let direction = kind == BISHOP ? 4 : 0; direction < last; direction++) {
    let at = ray(square, direction);
    for (let to = <i32>load<u8>(at); to != 255; to = <i32>load<u8>(at)) {
      set |= bit(to);
      if (occupied & bit(to)) break;
      at += 1;
    }
  }
  return set;
}

@inline
function attacksOfSlot(slot: i32): u64 {
  if (slot == 0) return kingBits(squareOf(0));
  const kind = kindOf(slot);
  return kind == PAWN ? pawnBits(squareOf(slot), colourOf(slot)) : attacksOf(kind, squareOf(slot));
}

/** Black king squares for which Black's other pieces give check. */
export function checksOnWhite(): u64 {
  const king = squareOf(0);
  let checks: u64 = 0;
  for (let slot = 1; slot <= pieces + pawns; slot++) {
    if (colourOf(slot) == 0 || !(attacksOfSlot(slot) & bit(king))) continue;
    if (kindOf(slot) <= KNIGHT) return ~<u64>0;
    checks |= ~between(squareOf(slot), king);
  }
  return checks;
}

/** Finds the legal positions of the current row. */
export function findLegal(): void {
  let attacked: u64 = 0;
  for (let slot = 0; slot <= pieces + pawns; slot++) if (slot == 0 || colourOf(slot) == 0) attacked |= attacksOfSlot(slot);
  attackedByWhite = attacked;
  legalWhite = ~occupied & ~attacked;
  legalBlack = ~occupied & ~kingBits(squareOf(0)) & ~checksOnWhite();
}

/**
 * The last byte that counts as a value. Larger bytes are illegal positions, and for White also Black's loss in 254 plies: White always has a
 * better move than a win in 255, or the table check would report the entry.
 */
@inline
function lastByte(mover: i32): i32 {
  return mover == 0 ? LATEST_LOSS - 1 : 254;
}

/** The key of a move for its mover, from the value of the resulting position. */
@inline
function keyAfter(value: i32, mover: i32): i32 {
  if (value > lastByte(mover)) return 0;
  if (value == 0) return 128;
  return value < 128 ? 256 - value : value - 127;
}

@inline
function keysAfter(values: v128, last: v128): v128 {
  const lost = i8x16.ge_s(values, i8x16.splat(0));
  const keys = v128.bitselect(i8x16.neg(values), i8x16.sub(values, i8x16.splat(127)), lost);
  const drawn = v128.and(i8x16.eq(values, i8x16.splat(0)), i8x16.splat(-128));
  return v128.andnot(v128.or(keys, drawn), i8x16.gt_u(values, last));
}

/** The values of keys; NO_CONVERSION for key 0. */
@inline
function valuesOf(keys: v128): v128 {
  const won = i8x16.gt_u(keys, i8x16.splat(-128));
  let values = v128.bitselect(i8x16.sub(i8x16.splat(127), keys), i8x16.add(keys, i8x16.splat(1)), won);
  values = v128.andnot(values, i8x16.eq(keys, i8x16.splat(-128)));
  return v128.bitselect(i8x16.splat(<i8>LATEST_LOSS), values, i8x16.eq(keys, i8x16.splat(127)));
}

@inline
function raise(at: usize, key: i32): void {
  if (<i32>load<u8>(at) < key) store<u8>(at, key);
}

@inline
function valuesAfter(target: usize, mover: i32): usize {
  return <usize>(mover == 0 ? Target.at(target).black : Target.at(target).white) + ((<usize>foundRow) << 6);
}

/** Accounts for the move to the squares in `moved`, for all squares of the black king except some. */
function addMove(target: usize, mover: i32, except: u64): void {
  locate(target);
  const row = valuesAfter(target, mover);
  const list = keysOf(mover);
  if (foundSymmetry == 0 && except == 0) {
    const last = i8x16.splat(<i8>lastByte(mover));
    for (let i: usize = 0; i < 64; i += 16) v128.store(list + i, i8x16.max_u(v128.load(list + i), keysAfter(v128.load(row + i), last)));
    return;
  }
  let king = ~except & (mover == 0 ? legalWhite : legalBlack);
  while (king) {
    const square = <i32>ctz(king);
    king &= king - 1;
    raise(list + <usize>square, keyAfter(load<u8>(row + <usize>mapped(square, foundSymmetry)), mover));
  }
}

/** Conversions by a piece other than the black king. */
function addConversions(slot: i32, mover: i32): void {
  const last = pieces + pawns;
  const from = squareOf(slot);
  const attacks = attacksOfSlot(slot);
  const isPawn = slot > pieces;
  const isSlider = slot > 0 && kindOf(slot) > KNIGHT;
  for (let captured = 1; captured <= last; captured++) {
    const to = squareOf(captured);
    if (colourOf(captured) == mover || !(attacks & bit(to))) continue;
    copySquares();
    store<u8>(moved + <usize>slot, to);
    if (isPawn && isLastRank(to)) addPromotions(slot, captured, mover, 0);
    else addMove(targetAfter(captured, 0, 0), mover, isSlider ? between(from, to) : 0);
  }
  if (isPawn) addPushes(slot, mover, from);
}

@inline
function isLastRank(square: i32): bool {
  return square < 8 || square > 55;
}

function addPromotions(slot: i32, captured: i32, mover: i32, except: u64): void {
  for (let kind = KNIGHT; kind <= QUEEN; kind++) addMove(targetAfter(captured, slot, kind), mover, except);
}

function addPushes(slot: i32, mover: i32, from: i32): void {
  const step = mover == 0 ? 8 : -8;
  const to = from + step;
  if (occupied & bit(to)) return;
  copySquares();
  store<u8>(moved + <usize>slot, to);
  if (isLastRank(to)) return addPromotions(slot, 0, mover, bit(to));
  addMove(targetAfter(0, 0, 0), mover, bit(to));
  if (from >> 3 != (mover == 0 ? 1 : 6)) return;
  const far = to + step;
  if (occupied & bit(far)) return;
  copySquares();
  store<u8>(moved + <usize>slot, far);
  const blocked = bit(to) | bit(far);
  const takers = pawnBits(to, mover) & occupied;
  for (let taker = pieces + 1; taker <= pieces + pawns; taker++)
    if (colourOf(taker) != mover && takers & bit(squareOf(taker))) return addDoublePush(slot, mover, far, to, takers, blocked);
  addMove(targetAfter(0, 0, 0), mover, blocked);
}

/**
 * A double push that allows en passant: its value is the better of that capture and the other replies. Replies are compared as keys plus 1,
 * so that a mate is 1 and no reply is 0.
 */
function addDoublePush(slot: i32, mover: i32, far: i32, passed: i32, takers: u64, blocked: u64): void {
  const answers = scratch.answers;
  const other = 1 - mover;
  const kings = ~blocked & (mover == 0 ? legalWhite : legalBlack);
  const target = targetAfter(0, 0, 0);
  locate(target);
  const row = valuesAfter(target, mover);
  const stalemates = <usize>Target.at(target).stalemates[other];
  // The capture resolves these stalemates.
  let stale = unmappedSet(load<u64>(stalemates + ((<usize>foundRow) << 3)), foundSymmetry);
  for (let left = kings; left; left &= left - 1) {
    const square = <i32>ctz(left);
    answers[square] = <u16>answerOf(load<u8>(row + <usize>mapped(square, foundSymmetry)), other);
  }
  for (let taker = pieces + 1; taker <= pieces + pawns; taker++) {
    if (colourOf(taker) == mover || !(takers & bit(squareOf(taker)))) continue;
    copySquares();
    store<u8>(moved + <usize>slot, far);
    store<u8>(moved + <usize>taker, passed);
    const capture = targetAfter(slot, 0, 0);
    locate(capture);
    const values = valuesAfter(capture, other);
    for (let left = kings; left; left &= left - 1) {
      const square = <i32>ctz(left);
      const key = keyAfter(load<u8>(values + <usize>mapped(square, foundSymmetry)), other);
      const best: i32 = answers[square];
      if (best == 0 || key == 0) continue;
      answers[square] = <u16>(stale & bit(square) ? key + 1 : max(best, key + 1));
      stale &= ~bit(square);
    }
  }
  const list = keysOf(mover);
  for (let left = kings; left; left &= left - 1) {
    const square = <usize>ctz(left);
    const answer: i32 = answers[square];
    if (answer != 0 && answer != 128) raise(list + square, answer < 129 ? 256 - answer : answer == 129 ? 128 : 257 - answer);
  }
}

/** The key of a position's own value, plus 1. */
@inline
function answerOf(value: i32, side: i32): i32 {
  if (value == NO_POSITION) return 0;
  if (value == DRAWN) return 129;
  if (value == LATEST_LOSS && side == 1) return 128;
  return value < 128 ? value : 384 - value;
}

/** Captures by the black king, from all squares around at once. */
function addBlackKingCaptures(): void {
  const list = keysOf(1);
  for (let captured = 1; captured <= pieces + pawns; captured++) {
    const to = squareOf(captured);
    if (colourOf(captured) == 1) continue;
    let from = kingBits(to) & legalBlack;
    if (from == 0) continue;
    copySquares();
    const target = targetAfter(captured, 0, 0);
    locate(target);
    const key = keyAfter(load<u8>(valuesAfter(target, 1) + <usize>mapped(to, foundSymmetry)), 1);
    while (from) {
      raise(list + <usize>ctz(from), key);
      from &= from - 1;
    }
  }
}

/** Writes the value of the best conversion of each position of the current row, NO_CONVERSION, or NO_POSITION. */
export function writeConversions(white: usize, black: usize): void {
  for (let i: usize = 0; i < 128; i += 16) v128.store(scratch.keysAddress + i, i8x16.splat(0));
  if (legalWhite) for (let slot = 0; slot <= pieces + pawns; slot++) if (colourOf(slot) == 0) addConversions(slot, 0);
  if (legalBlack) {
    for (let slot = 1; slot <= pieces + pawns; slot++) if (colourOf(slot) == 1) addConversions(slot, 1);
    addBlackKingCaptures();
  }
  for (let i: usize = 0; i < 64; i += 16) {
    v128.store(white + i, valuesOf(v128.load(keysOf(0) + i)));
    v128.store(black + i, valuesOf(v128.load(keysOf(1) + i)));
  }
  writeValues(white, ~legalWhite, NO_POSITION);
  writeValues(black, ~legalBlack, NO_POSITION);
}

@inline
export function writeValues(row: usize, set: u64, value: u8): void {
  while (set) {
    store<u8>(row + <usize>ctz(set), value);
    set &= set - 1;
  }
}
