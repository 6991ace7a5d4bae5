/**
 * Terms of the evaluation `strategic`: influence on traps at a distance, steps to goal, mobility of strong pieces, pieces near stronger enemies, who
 * holds whom, escorted rabbits, and guards at home.
 */
import { behind, bit, FILE_A, FILE_H, goalRow, neighbours, squareOf, TRAPS, trapSquare } from "../bitboard.as";
import { emptySquares, kindAt, ofKind, piecesOf } from "../board.as";
import {
  ESCORT,
  GOAL_DISTANCE,
  HELD_BY,
  HOME_GUARD,
  HUNTED,
  INFLUENCE,
  INFLUENCE_CLASSES,
  MAX_GOAL_DISTANCE,
  REACH,
  STEPS_POSSIBLE,
  STUCK,
  TIED,
} from "./terms";
import { counted, term } from "./weighting.as";

const WING: u64 = 0x0707070707070707;
const CENTRE: u64 = 0x1818181818181818;
/** The width of a class of influence. */
const CLASS_WIDTH: i32 = 14;

/** Gold's minus silver's. */
export function strategy<T>(board: usize, mover: i32, frozen: u64): i32 {
  let value = 0;
  for (let i = 0; i < 4; i++) value += influence<T>(board, i, frozen);
  for (let side = 0; side < 2; side++) {
    const sign = side == 0 ? 1 : -1;
    const steps = goalDistance(board, side);
    let ofSide = counted<T>(GOAL_DISTANCE + (side == mover ? 0 : MAX_GOAL_DISTANCE + 1) + steps, sign);
    ofSide += strongPieces<T>(board, side, frozen, sign);
    ofSide += hunted<T>(board, side, frozen, sign);
    ofSide += escorts<T>(board, side, sign);
    ofSide += guards<T>(board, side, sign);
    ofSide += mobility<T>(board, side, frozen, sign);
    value += sign * ofSide;
  }
  return value;
}

/** What a piece counts at a trap next to it, by the number of stronger enemies. */
@inline
function strength(stronger: i32): i32 {
  return stronger == 0 ? 20 : stronger == 1 ? 14 : stronger <= 3 ? 11 : stronger <= 5 ? 9 : 7;
}

const RABBIT_STRENGTH: i32 = 4;

/** Pieces up to four squares away count, less with the distance, and half if frozen. */
function influenceOf(board: usize, side: i32, ring1: u64, ring2: u64, ring3: u64, ring4: u64, frozen: u64): i32 {
  const own = piecesOf(board, side) & ring4;
  const enemy = piecesOf(board, 1 - side);
  let stronger = 0;
  let sum = 0;
  for (let kind = 5; kind >= 0; kind--) {
    const all = own & ofKind(board, kind);
    if (all) {
      const each = kind == 0 ? RABBIT_STRENGTH : strength(stronger);
      for (let half = 0; half < 2; half++) {
        const set = half ? all & frozen : all & ~frozen;
        if (!set) continue;
        const near = <i32>(popcnt(set) + popcnt(set & ring3) + popcnt(set & ring2) + popcnt(set & ring1));
        sum += half ? (each * near) >> 1 : each * near;
      }
    }
    stronger += <i32>popcnt(enemy & ofKind(board, kind));
  }
  return sum;
}

/** The influence on one trap, in classes, for its home side. */
function influence<T>(board: usize, index: i32, frozen: u64): i32 {
  const square = bit(trapSquare(index));
  const ring1 = neighbours(square);
  const ring2 = ring1 | neighbours(ring1) | square;
  const ring3 = ring2 | neighbours(ring2);
  const ring4 = ring3 | neighbours(ring3);
  const home = index < 2 ? 0 : 1;
  const balance =
    influenceOf(board, home, ring1, ring2, ring3, ring4, frozen) -
    influenceOf(board, 1 - home, ring1, ring2, ring3, ring4, frozen);
  const middle = INFLUENCE_CLASSES >> 1;
  const at = middle + max(-middle, min(middle, (balance + (balance < 0 ? -(CLASS_WIDTH >> 1) : CLASS_WIDTH >> 1)) / CLASS_WIDTH));
  return term<T>(INFLUENCE + at, home == 0 ? 1 : -1);
}

@inline
function rabbitSteps(set: u64, side: i32): u64 {
  return (side == 0 ? set << 8 : set >> 8) | beside(set);
}

@inline
function beside(set: u64): u64 {
  return ((set & ~FILE_H) << 1) | ((set & ~FILE_A) >> 1);
}

/**
 * An estimate of the steps that a rabbit needs to goal: entering a friend's square costs one more step, an enemy's two more, leaving a square where it is frozen
 * one more.
 */
function goalDistance(board: usize, side: i32): i32 {
  const own = piecesOf(board, side);
  const enemy = piecesOf(board, 1 - side);
  const rabbits = ofKind(board, 0);
  const empty = ~(own | enemy);
  const held = neighbours(enemy & ~rabbits) & ~neighbours(own & ~rabbits);
  const goal = goalRow(side);
  let before1 = own & rabbits;
  let before2: u64 = 0;
  let before3: u64 = 0;
  let before4: u64 = 0;
  for (let steps = 1; steps < MAX_GOAL_DISTANCE; steps++) {
    const ready1 = (before1 & ~held) | before2;
    const ready2 = (before2 & ~held) | before3;
    const ready3 = (before3 & ~held) | before4;
    const reached = before1 | (rabbitSteps(ready1, side) & empty) | (rabbitSteps(ready2, side) & own) | (rabbitSteps(ready3, side) & enemy);
    if (reached & goal) return steps;
    before4 = before3;
    before3 = before2;
    before2 = before1;
    before1 = reached;
  }
  return MAX_GOAL_DISTANCE;
}

/** The squares that a strong piece reaches in two steps, without entering squares where a stronger enemy would freeze it at once. */
function strongPieces<T>(board: usize, side: i32, frozen: u64, sign: i32): i32 {
  const own = piecesOf(board, side);
  const enemy = piecesOf(board, 1 - side);
  const empty = emptySquares(board);
  let value = 0;
  let stronger: u64 = 0;
  for (let kind = 5; kind >= 3; kind--) {
    for (let left = own & ofKind(board, kind); left; left &= left - 1) {
      const piece = left & -left;
      let squares: i32 = 0;
      if (!(piece & frozen)) {
        const held = neighbours(stronger) & ~neighbours(own ^ piece);
        const first = neighbours(piece) & empty;
        squares = <i32>popcnt(first | (neighbours(first & ~held) & empty));
      }
      value += counted<T>(REACH + (kind - 3) * 12 + min(11, squares), sign);
    }
    stronger |= enemy & ofKind(board, kind);
  }
  return value;
}

function hunted<T>(board: usize, side: i32, frozen: u64, sign: i32): i32 {
  const own = piecesOf(board, side);
  const enemy = piecesOf(board, 1 - side);
  const far: u64 = side == 0 ? 0xffffffff00000000 : 0xffffffff;
  const ring = neighbours(TRAPS & far);
  const nearTraps = ring | neighbours(ring);
  let value = 0;
  let stronger = enemy & ofKind(board, 5);
  for (let kind = 4; kind >= 0; kind--) {
    const within1 = neighbours(stronger);
    const within2 = within1 | neighbours(within1);
    const within3 = within2 | neighbours(within2);
    const within4 = within3 | neighbours(within3);
    for (let left = own & ofKind(board, kind) & within4; left; left &= left - 1) {
      const piece = left & -left;
      const distance = piece & within1 ? 0 : piece & within2 ? 1 : piece & within3 ? 2 : 3;
      const region = !(piece & far) ? 0 : piece & nearTraps ? 2 : 1;
      const supported = neighbours(piece) & own ? 1 : 0;
      value += counted<T>(HUNTED + ((kind * 4 + distance) * 3 + region) * 2 + supported, sign);
      if (piece & frozen) value += counted<T>(HELD_BY + kind * 6 + strongest(board, neighbours(piece) & stronger), sign);
    }
    stronger |= enemy & ofKind(board, kind);
  }
  return value;
}

/** The kind of the strongest piece of a set that is not empty. */
@inline
function strongest(board: usize, set: u64): i32 {
  let kind = 5;
  while (kind > 0 && !(set & ofKind(board, kind))) kind--;
  return kind;
}

/** None, cat or dog, horse or camel, elephant: 0 to 3. */
@inline
function strengthClass(board: usize, set: u64): i32 {
  return set & ofKind(board, 5) ? 3 : set & (ofKind(board, 4) | ofKind(board, 3)) ? 2 : set & (ofKind(board, 2) | ofKind(board, 1)) ? 1 : 0;
}

function escorts<T>(board: usize, side: i32, sign: i32): i32 {
  const own = piecesOf(board, side);
  const enemy = piecesOf(board, 1 - side);
  const rows: u64 = side == 0 ? 0x00ffffffff000000 : 0x000000ffffffff00;
  let value = 0;
  for (let left = own & ofKind(board, 0) & rows; left; left &= left - 1) {
    const piece = left & -left;
    const near = neighbours(piece) | neighbours(neighbours(piece));
    const row = (squareOf(piece) ^ (side == 0 ? 0 : 56)) >> 3;
    value += counted<T>(ESCORT + ((row - 3) * 4 + strengthClass(board, near & own)) * 4 + strengthClass(board, near & enemy), sign);
  }
  return value;
}

function guards<T>(board: usize, side: i32, sign: i32): i32 {
  const own = piecesOf(board, side);
  const enemy = piecesOf(board, 1 - side);
  const home: u64 = own & (side == 0 ? 0xffffff : 0xffffff0000000000);
  let value = counted<T>(HOME_GUARD + min(5, <i32>popcnt(home & WING)), sign);
  value += counted<T>(HOME_GUARD + min(5, <i32>popcnt(home & (WING << 5))), sign);
  value += counted<T>(HOME_GUARD + 6 + min(5, <i32>popcnt(home & CENTRE)), sign);
  for (let i = 0; i < 2; i++) {
    const around = neighbours(bit(trapSquare(side == 0 ? i : i + 2)));
    const guard = around & own;
    if (popcnt(guard) == 1 && (around | neighbours(around)) & enemy) value += counted<T>(TIED + kindAt(board, squareOf(guard)), sign);
  }
  return value;
}

/** A side that is blocked in is lost in the long run, however safe its pieces are. */
function mobility<T>(board: usize, side: i32, frozen: u64, sign: i32): i32 {
  const own = piecesOf(board, side);
  const free = own & ~frozen;
  const empty = emptySquares(board);
  const pieces = free & ~ofKind(board, 0);
  const ahead = side == 0 ? (free << 8) & empty : (free >> 8) & empty;
  const back = side == 0 ? (pieces >> 8) & empty : (pieces << 8) & empty;
  const steps =
    <i32>popcnt(ahead) +
    <i32>popcnt(back) +
    <i32>popcnt(((free & ~FILE_H) << 1) & empty) +
    <i32>popcnt(((free & ~FILE_A) >> 1) & empty);
  let value = counted<T>(STEPS_POSSIBLE + min(15, steps / 3), sign);
  const stuck = own & frozen;
  const open = neighbours(empty);
  const openToRabbits = behind(empty, side) | beside(empty);
  const blocked = (pieces & ~open) | (free & ofKind(board, 0) & ~openToRabbits);
  for (let kind = 0; kind < 6; kind++) {
    const held = <i32>popcnt(stuck & ofKind(board, kind));
    const shut = <i32>popcnt(blocked & ofKind(board, kind));
    value += held * counted<T>(STUCK + kind, sign, held) + shut * counted<T>(STUCK + 6 + kind, sign, shut);
  }
  return value;
}
