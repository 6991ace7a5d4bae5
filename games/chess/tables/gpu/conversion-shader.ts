/**
 * The pass over the conversions of one kind, in WGSL: it raises the keys (../conversions.as.ts) of positions by the values in the table where the
 * conversion leads. A thread has four positions of a row.
 */
import { LATEST_LOSS } from "../ending-constants.ts";
import { BOARD } from "./board-shader.ts";

export const CONVERSION_THREADS = 256;

/** Kinds of conversions. A capture is by any piece, except by a pawn on its last rank. */
export const CAPTURE = 0;
export const PROMOTION = 1;
export const PUSH = 2;

export const CONVERSION_SHADER: string = `
${BOARD}
/** Positions not yet won, White to move, Black to move; then those not yet lost. */
@group(0) @binding(3) var<storage, read> sets: array<vec2u>;
/** A byte for each position: keys. */
@group(0) @binding(4) var<storage, read_write> values: array<u32>;
@group(0) @binding(5) var<storage, read> table: array<u32>;
/** After an en-passant capture. */
@group(0) @binding(6) var<storage, read> passing: array<u32>;
/** By side to move and row, if both sides have pawns. */
@group(0) @binding(7) var<storage, read> stalemates: array<vec2u>;

/** The slice of a pawn placement, with MIRRORED for its mirror image. */
fn sliceOf(which: u32, squares: u32) -> u32 {
  let pawns = step.targets[which].pawns;
  let sizes = step.targets[which].sizes;
  let flip = select(0u, 2u, step.targets[which].shape.x != 0u);
  var number = 0u;
  if (pawns.x != 0u) { number = setNumber(pawns.x, pawns.y, squares, 8u, flip) * sizes.w; }
  if (pawns.z != 0u) { number += setNumber(pawns.z, pawns.w, squares, 8u, flip); }
  return g[sizes.z + number];
}

/** The byte of a placement in the table of a conversion, or in that of an en-passant capture. */
fn valueAt(which: u32, squares: u32, king: u32) -> u32 {
  let shape = step.targets[which].shape;
  let sizes = step.targets[which].sizes;
  let first = select(squares & 255u, king, shape.x != 0u);
  let second = select(king, squares & 255u, shape.x != 0u);
  var symmetry = 0u;
  var at = 0u;
  if (shape.y != 0u) {
    symmetry = canonicalOf(first);
    let other = mapped(second, symmetry);
    if (onDiagonal(mapped(first, symmetry)) && (other >> 3u) > (other & 7u)) { symmetry ^= 4u; }
  } else {
    let slice = sliceOf(which, squares);
    symmetry = select(0u, 2u, shape.x != 0u) | select(0u, 1u, (slice & MIRRORED) != 0u);
    at = (slice & ~MIRRORED) * sizes.x;
  }
  let pairs = select(KING_PAIRS_WITH_PAWNS, KING_PAIRS, shape.y != 0u);
  let pair = g[pairs + 64u * mapped(first, symmetry) + mapped(second, symmetry)];
  if (pair == NO_PAIR) { return 255u; }
  if (shape.z != 0u) { return 0u; }
  at += pair * sizes.y;
  for (var i = 0u; i < shape.w; i++) {
    let group = step.targets[which].groups[i];
    at += setNumber(group.x, group.z, squares, 0u, symmetry) * group.y;
  }
  if (which == 0u) { return byteAt(table[at >> 2u], at & 3u); }
  return byteAt(passing[at >> 2u], at & 3u);
}

/** The key of a move for its mover, from the value of the resulting position. */
fn keyAfter(value: u32, mover: u32) -> u32 {
  if (value > select(254u, ${LATEST_LOSS - 1}u, mover == 0u)) { return 0u; }
  if (value == 0u) { return 128u; }
  return select(value - 127u, 256u - value, value < 128u);
}

/** Keys of this thread's positions, a byte each. */
var<private> keys: u32;
/** The first of its squares of the black king, and those where the side to move has a legal position. */
var<private> firstSquare: u32;
var<private> legal: u32;

fn raise(i: u32, key: u32) {
  if (byteAt(keys, i) < key) { keys = insertBits(keys, key, 8u * i, 8u); }
}
/** The thread's four squares of a set. */
fn ownOf(board: vec2u) -> u32 { return extractBits(select(board.x, board.y, firstSquare > 31u), firstSquare & 31u, 4u); }

fn addMove(squares: u32, mover: u32, blocked: vec2u) {
  for (var kings = legal & ~ownOf(blocked); kings != 0u; kings &= kings - 1u) {
    let i = countTrailingZeros(kings);
    raise(i, keyAfter(valueAt(0u, squares, firstSquare + i), mover));
  }
}

fn moved(squares: u32, slot: u32, to: u32) -> u32 { return insertBits(squares, to, 8u * slot, 8u); }
fn isLastRank(square: u32) -> bool { return square < 8u || square > 55u; }

fn attacks(slot: u32, to: u32, row: Row) -> bool {
  let origin = byteAt(row.squares, slot);
  if (slot == 0u) { return has(setAt(KING_BITS + 2u * origin), to); }
  let kind = kindOf(slot);
  if (kind == PAWN) { return !isLastRank(to) && has(setAt(PAWN_BITS + 128u * colourOf(slot) + 2u * origin), to); }
  if (kind == KNIGHT) { return has(setAt(KNIGHT_BITS + 2u * origin), to); }
  let files = abs(i32(origin & 7u) - i32(to & 7u));
  let ranks = abs(i32(origin >> 3u) - i32(to >> 3u));
  let isLine = files == 0 || ranks == 0;
  if (!((isLine && kind != BISHOP) || (files == ranks && kind != ROOK))) { return false; }
  return isEmpty(setAt(BETWEEN + 2u * (64u * origin + to)) & row.occupied);
}

fn addCaptures(row: Row, captured: u32, mover: u32) {
  let to = byteAt(row.squares, captured);
  for (var slot = 0u; slot <= lastSlot(); slot++) {
    if (colourOf(slot) != mover || !attacks(slot, to, row)) { continue; }
    var blocked = vec2u();
    if (slot != 0u && kindOf(slot) > KNIGHT) { blocked = setAt(BETWEEN + 2u * (64u * byteAt(row.squares, slot) + to)); }
    addMove(moved(row.squares, slot, to), mover, blocked);
  }
  if (mover == 0u) { return; }
  var kings = legal & ownOf(setAt(KING_BITS + 2u * to));
  if (kings == 0u) { return; }
  let key = keyAfter(valueAt(0u, row.squares, to), 1u);
  for (; kings != 0u; kings &= kings - 1u) { raise(countTrailingZeros(kings), key); }
}

fn addPromotions(row: Row, pawn: u32, captured: u32, mover: u32) {
  let origin = byteAt(row.squares, pawn);
  var to = select(origin - 8u, origin + 8u, mover == 0u);
  if (captured != 0u) { to = byteAt(row.squares, captured); }
  if (!isLastRank(to)) { return; }
  if (captured != 0u) {
    if (has(setAt(PAWN_BITS + 128u * mover + 2u * origin), to)) { addMove(moved(row.squares, pawn, to), mover, vec2u()); }
  } else if (!has(row.occupied, to)) {
    addMove(moved(row.squares, pawn, to), mover, bitOf(to));
  }
}

fn addPushes(row: Row, pawn: u32, mover: u32) {
  let origin = byteAt(row.squares, pawn);
  let to = select(origin - 8u, origin + 8u, mover == 0u);
  if (isLastRank(to) || has(row.occupied, to)) { return; }
  addMove(moved(row.squares, pawn, to), mover, bitOf(to));
  let far = select(origin - 16u, origin + 16u, mover == 0u);
  if ((origin >> 3u) != select(6u, 1u, mover == 0u) || has(row.occupied, far)) { return; }
  let squares = moved(row.squares, pawn, far);
  let blocked = bitOf(to) | bitOf(far);
  let takers = setAt(PAWN_BITS + 128u * mover + 2u * to);
  for (var slot = step.shape.x + 1u; slot <= lastSlot(); slot++) {
    if (colourOf(slot) != mover && has(takers, byteAt(row.squares, slot))) {
      addDoublePush(squares, mover, to, takers, blocked);
      return;
    }
  }
  addMove(squares, mover, blocked);
}

/**
 * A double push that allows en passant: its value is the better of that capture and the other replies. Replies are compared as keys plus 1,
 * so that a mate is 1 and no reply is 0.
 */
fn addDoublePush(squares: u32, mover: u32, passed: u32, takers: vec2u, blocked: vec2u) {
  let other = 1u - mover;
  let slice = sliceOf(0u, squares);
  let symmetry = select(0u, 1u, (slice & MIRRORED) != 0u);
  let there = ((slice & ~MIRRORED) << step.rows.y)
    | (mapped(squares & 255u, symmetry) << step.rows.x) | groupsUnder(squares, symmetry);
  let stale = ownOf(unmappedSet(stalemates[other * (arrayLength(&stalemates) / 2u) + there], symmetry));
  for (var kings = legal & ~ownOf(blocked); kings != 0u; kings &= kings - 1u) {
    let i = countTrailingZeros(kings);
    var answer = answerOf(valueAt(0u, squares, firstSquare + i), other);
    // The capture resolves a stalemate.
    var isStale = ((stale >> i) & 1u) != 0u;
    for (var taker = step.shape.x + 1u; taker <= lastSlot(); taker++) {
      if (colourOf(taker) == mover || !has(takers, byteAt(squares, taker))) { continue; }
      let key = keyAfter(valueAt(1u, moved(squares, taker, passed), firstSquare + i), other);
      if (answer == 0u || key == 0u) { continue; }
      answer = select(max(answer, key + 1u), key + 1u, isStale);
      isStale = false;
    }
    if (answer == 0u || answer == 128u) { continue; }
    raise(i, select(257u, 256u, answer < 129u) - select(answer, 129u, answer == 129u));
  }
}

/** The key of a position's own value, plus 1. */
fn answerOf(value: u32, side: u32) -> u32 {
  if (value == 255u) { return 0u; }
  if (value == 0u) { return 129u; }
  if (value == ${LATEST_LOSS}u && side == 1u) { return 128u; }
  return select(384u - value, value, value < 128u);
}

@compute @workgroup_size(${CONVERSION_THREADS})
fn convert(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let id = threadOf(group, thread, ${CONVERSION_THREADS}u);
  let number = id >> 4u;
  let rows = batch[0].x;
  if (number >= rows) { return; }
  let mover = step.task.w;
  firstSquare = 4u * (id & 15u);
  legal = ownOf(sets[mover * rows + number]);
  if (legal == 0u) { return; }
  let row = rowOf(number);
  switch (step.task.x) {
    case ${CAPTURE}u: { addCaptures(row, step.task.y, mover); }
    case ${PROMOTION}u: { addPromotions(row, step.task.z, step.task.y, mover); }
    default: { addPushes(row, step.task.z, mover); }
  }
  if (keys == 0u) { return; }
  let at = 16u * (mover * rows + number) + (id & 15u);
  let before = values[at];
  for (var i = 0u; i < 4u; i++) { raise(i, byteAt(before, i)); }
  values[at] = keys;
}
`;
