/**
 * The static evaluation: a weighted sum of terms (terms.ts), gold's count minus silver's, so it is symmetric in colours and under reflection.
 * With T = u64 the counts of the terms are written too, for fitting the weights.
 */
import { bit, neighbours, squareOf, TRAPS, trapSquare } from "../bitboard.as";
import { emptySquares, frozenPieces, kindAt, ofKind, piecesOf } from "../board.as";
import { canReachGoal } from "./goal.as";
import {
  BY_STRONGER,
  CAMEL_NEAR,
  ELEPHANT_FREE,
  FRAMED,
  FROZEN,
  GOAL_THREAT,
  HORSE_NEAR,
  LOGS,
  MOBILE,
  PINNED,
  PIECE_SQUARE,
  PRESSED,
  RUN,
  STEP_LEFT,
  STRATEGIC,
  BEST_THREAT,
  THREAT,
  TRAP_COUNTS,
  TRAP_STRONGER,
} from "./terms";
import { captureAt } from "./captures.as";
import { strategy } from "./strategy.as";
import { beginCounts, counted, term, weight } from "./weighting.as";
export { useWeights } from "./weighting.as";

let threatened: i32 = 0;
/** The best capture threat of gold and of silver: kind << 4 | 8 - steps, so that the greater is the better one; 0 for none. */
let bestThreat0: i32 = 0;
let bestThreat1: i32 = 0;

/** The part of the last evaluation due to captures threatened by the side to move: its least reliable part. */
@inline export function threatsOfMover(): i32 { return threatened; }

/** The value of having `steps` steps left. */
@inline export function valueOfSteps(steps: i32): i32 { return steps * weight(STEP_LEFT); }

/** The value for `side`, the side to move, with `left` steps left. */
export function evaluate(board: usize, side: i32, left: i32): i32 {
  return evaluateTerms<u32>(board, side, left);
}

/** The same; writes the count of every term, gold minus silver, as i32 to `out`. */
export function countTerms(board: usize, side: i32, left: i32, terms: i32, out: usize): i32 {
  beginCounts(terms, out);
  return evaluateTerms<u64>(board, side, left);
}

function evaluateTerms<T>(board: usize, side: i32, left: i32): i32 {
  const frozenGold = frozenPieces(board, 0);
  const frozenSilver = frozenPieces(board, 1);
  threatened = 0;
  bestThreat0 = 0;
  bestThreat1 = 0;
  let value = material<T>(board);
  value += pieces<T>(board, 0, frozenGold) - pieces<T>(board, 1, frozenSilver);
  for (let i = 0; i < 4; i++) value += trap<T>(board, i, side, frozenGold | frozenSilver);
  const mover = side == 0 ? 1 : -1;
  if (sizeof<T>() == 8 || weight(STRATEGIC)) value += strategy<T>(board, side, frozenGold | frozenSilver) + bestThreats<T>(side);
  value += term<T>(STEP_LEFT, mover * left);
  // A term without a weight is not computed, except to count it.
  if ((sizeof<T>() == 8 || weight(GOAL_THREAT)) && canReachGoal(board, 1 - side, 4)) value += term<T>(GOAL_THREAT, -mover);
  return side == 0 ? value : -value;
}

@inline
function numberOf(board: usize, side: i32, kind: i32): i32 {
  return <i32>popcnt(piecesOf(board, side) & ofKind(board, kind));
}

/**
 * The value of a piece falls with the number of stronger enemies. Rabbits and pieces count by the logarithm of their product, so the value of
 * a rabbit rises as fewer are left.
 */
function material<T>(board: usize): i32 {
  let value = 0;
  let strongerGold = 0;
  let strongerSilver = 0;
  for (let kind = 5; kind > 0; kind--) {
    const gold = numberOf(board, 0, kind);
    const silver = numberOf(board, 1, kind);
    value += term<T>(BY_STRONGER + strongerSilver, gold) + term<T>(BY_STRONGER + strongerGold, -silver);
    strongerGold += gold;
    strongerSilver += silver;
  }
  const rabbitsGold = numberOf(board, 0, 0);
  const rabbitsSilver = numberOf(board, 1, 0);
  return (
    value +
    term<T>(LOGS + rabbitsGold * (rabbitsGold + strongerGold), 1) +
    term<T>(LOGS + rabbitsSilver * (rabbitsSilver + strongerSilver), -1)
  );
}

/** The squares ahead of a square on its file and the adjacent files. */
@inline
function ahead(square: i32, side: i32): u64 {
  const row = square >> 3;
  const file = bit(square & 7) * 0x0101010101010101;
  const files = file | ((file & 0x7f7f7f7f7f7f7f7f) << 1) | ((file & 0xfefefefefefefefe) >> 1);
  return files & (side == 0 ? ~(<u64>0) << <u64>(8 * row + 8) : (<u64>1 << <u64>(8 * row)) - 1);
}

@inline
function distance(a: i32, b: i32): i32 {
  return abs((a & 7) - (b & 7)) + abs((a >> 3) - (b >> 3));
}

/** Positional terms of one side's pieces. */
function pieces<T>(board: usize, side: i32, frozen: u64): i32 {
  const own = piecesOf(board, side);
  const enemy = piecesOf(board, 1 - side);
  const empty = ~(own | enemy);
  const flip = side == 0 ? 0 : 56;
  const sign = side == 0 ? 1 : -1;
  const farTraps = TRAPS & (side == 0 ? 0xffffffff00000000 : 0xffffffff);
  const nearFarTraps = neighbours(farTraps) | neighbours(neighbours(farTraps));
  let value = 0;
  let stronger: u64 = 0;
  for (let kind = 5; kind >= 0; kind--) {
    const all = own & ofKind(board, kind);
    const beside = all & neighbours(stronger);
    for (let left = all; left; left &= left - 1) {
      const seen = squareOf(left) ^ flip;
      const file = seen & 7;
      value += counted<T>(PIECE_SQUARE + kind * 32 + (seen >> 3) * 4 + (file < 4 ? file : 7 - file), sign);
    }
    for (let left = beside & frozen; left; left &= left - 1) {
      const seen = squareOf(left) ^ flip;
      const where = seen < 32 ? 0 : (left & -left) & nearFarTraps ? 2 : 1;
      value += counted<T>(FROZEN + where * 6 + kind, sign);
    }
    for (let left = beside & ~frozen; left; left &= left - 1) value += counted<T>(PRESSED + kind, sign);
    stronger |= enemy & ofKind(board, kind);
  }
  const mobile = <i32>popcnt(own & ~frozen & neighbours(empty));
  value += mobile * counted<T>(MOBILE, sign, mobile);
  value += runners<T>(board, side, own, enemy, flip, sign);
  const elephant = own & ofKind(board, 5);
  if (elephant) value += counted<T>(ELEPHANT_FREE + <i32>popcnt(neighbours(elephant) & empty), sign);
  return value + exposed<T>(board, own, enemy, flip, sign);
}

@inline
function runners<T>(board: usize, side: i32, own: u64, enemy: u64, flip: i32, sign: i32): i32 {
  let value = 0;
  const far: u64 = side == 0 ? 0xffffffff00000000 : 0xffffffff;
  for (let left = own & ofKind(board, 0) & far; left; left &= left - 1) {
    const square = squareOf(left);
    const row = (square ^ flip) >> 3;
    if (row > 6) continue;
    const guards = min(4, <i32>popcnt(ahead(square, side) & enemy));
    value += counted<T>(RUN + (row - 4) * 5 + guards, sign);
  }
  return value;
}

/** The camel near the enemy elephant, horses near it or the enemy camel. */
@inline
function exposed<T>(board: usize, own: u64, enemy: u64, flip: i32, sign: i32): i32 {
  let value = 0;
  const elephant = enemy & ofKind(board, 5);
  const camel = own & ofKind(board, 4);
  if (elephant && camel) {
    const at = squareOf(camel);
    const far = distance(at, squareOf(elephant));
    if (far <= 4) value += counted<T>(CAMEL_NEAR + ((at ^ flip) < 32 ? 0 : 4) + far - 1, sign);
  }
  for (let hunters = enemy & (ofKind(board, 5) | ofKind(board, 4)); hunters; hunters &= hunters - 1) {
    const hunter = squareOf(hunters);
    for (let left = own & ofKind(board, 3); left; left &= left - 1) {
      const at = squareOf(left);
      const far = distance(at, hunter);
      if (far <= 3) value += counted<T>(HORSE_NEAR + ((at ^ flip) < 32 ? 0 : 3) + far - 1, sign);
    }
  }
  return value;
}

/** The strength of the strongest piece, 6 for an elephant; 0 if the set is empty. */
@inline
function strongest(board: usize, set: u64): i32 {
  let kind = 5;
  while (kind >= 0 && !(set & ofKind(board, kind))) kind--;
  return kind + 1;
}

/** The terms of one trap: control, capture threats, framed pieces. Gold's minus silver's. */
function trap<T>(board: usize, index: i32, mover: i32, frozen: u64): i32 {
  const square = bit(trapSquare(index));
  const around = neighbours(square);
  const home = index < 2 ? 0 : 1;
  const sign = home == 0 ? 1 : -1;
  const ours = around & piecesOf(board, home);
  const theirs = around & piecesOf(board, 1 - home);
  let value = term<T>(TRAP_COUNTS + <i32>popcnt(ours) * 5 + <i32>popcnt(theirs), sign);
  if (theirs) {
    const balance = strongest(board, ours) - strongest(board, theirs);
    if (balance > 0) value += term<T>(TRAP_STRONGER, sign);
    else if (balance < 0) value += term<T>(TRAP_STRONGER + 1, sign);
  }
  for (let side = 0; side < 2; side++) {
    const threat =
      sizeof<T>() == 8 || weight(THREAT) ? captureAt(board, side, square, piecesOf(board, side) & ~frozen) : 0;
    if (threat) {
      const at = THREAT + (side == mover ? 0 : 18) + ((threat >> 4) - 2) * 6 + (threat & 15);
      value += term<T>(at, side == 0 ? 1 : -1);
      if (side == mover) threatened += weight(at);
      noteThreat(side, threat);
    }
    const own = piecesOf(board, side);
    if (own & square) {
      const friends = around & own;
      if (popcnt(friends) == 1 && !(around & emptySquares(board))) {
        value += term<T>(FRAMED + kindAt(board, squareOf(square)), side == 0 ? 1 : -1);
        value += term<T>(PINNED + kindAt(board, squareOf(friends)), side == 0 ? 1 : -1);
      }
    }
  }
  return value;
}

@inline
function noteThreat(side: i32, threat: i32): void {
  const rank = ((threat & 15) << 4) | (8 - (threat >> 4));
  if (side == 0) bestThreat0 = max(bestThreat0, rank);
  else bestThreat1 = max(bestThreat1, rank);
}

/** Of several threats a turn carries out one or two, so the best one counts more. */
function bestThreats<T>(mover: i32): i32 {
  let value = 0;
  for (let side = 0; side < 2; side++) {
    const rank = side == 0 ? bestThreat0 : bestThreat1;
    if (!rank) continue;
    const at = BEST_THREAT + (side == mover ? 0 : 18) + (6 - (rank & 15)) * 6 + (rank >> 4);
    value += term<T>(at, side == 0 ? 1 : -1);
    if (side == mover) threatened += weight(at);
  }
  return value;
}
