/**
 * King safety. Attackers of the king ring, weak squares in it and safe checks add attack units; their sum indexes a term. Pawn shelter and
 * enemy pawn storm count by rank and file.
 */
import { bishopAttacks, kingAttacks, knightAttacks, rookAttacks } from "../attacks.as";
import { FILE_A } from "../bitboard.as";
import { PAWN, QUEEN } from "../constants";
import { kingSquare, occupiedSquares, ofKind, piecesOf } from "../state.as";
import { allAttacks, bishopMap, knightMap, queenMap, rookMap, twiceAttacked } from "./attack-maps.as";
import { term } from "./weights.as";
import { DANGER, DANGER_UNITS, SHELTER, STORM } from "./terms";

/** King rings: the king's square, the adjacent squares and one more rank ahead. */
let whiteRing: u64 = 0;
let blackRing: u64 = 0;
/** Attack units of each side against the enemy king, and the number of attackers. */
let whiteUnits: i32 = 0;
let blackUnits: i32 = 0;
let whiteAttackers: i32 = 0;
let blackAttackers: i32 = 0;

@inline
export function resetKingSafety(state: usize): void {
  const white = kingSquare(state, 0);
  const black = kingSquare(state, 1);
  const whiteNear = kingAttacks(white) | ((<u64>1) << <u64>white);
  const blackNear = kingAttacks(black) | ((<u64>1) << <u64>black);
  whiteRing = whiteNear | (whiteNear << 8);
  blackRing = blackNear | (blackNear >> 8);
  whiteUnits = 0;
  blackUnits = 0;
  whiteAttackers = 0;
  blackAttackers = 0;
}

/** Adds the attack units of a piece of `us`. */
@inline
export function addAttackUnits(kind: i32, attacks: u64, us: i32): void {
  const near = attacks & (us == 0 ? blackRing : whiteRing);
  if (!near) return;
  const units = (kind == QUEEN ? 3 : 2) + <i32>popcnt(near);
  if (us == 0) {
    whiteUnits += units;
    whiteAttackers++;
  } else {
    blackUnits += units;
    blackAttackers++;
  }
}

/** Danger of the enemy king, as a bonus of `us`. */
@inline
export function kingDanger<T>(state: usize, us: i32): i32 {
  const queen = (ofKind(state, QUEEN) & piecesOf(state, us)) != 0;
  const attackers = us == 0 ? whiteAttackers : blackAttackers;
  if (attackers + <i32>queen < 2) return 0;
  const them = 1 - us;
  const king = kingSquare(state, them);
  const occupied = occupiedSquares(state);
  let units = us == 0 ? whiteUnits : blackUnits;
  // Weak squares: attacked by us and defended only by king or queen.
  const weak = allAttacks(us) & ~twiceAttacked(them) & (~allAttacks(them) | kingAttacks(king) | queenMap(them));
  units += <i32>popcnt(weak & kingAttacks(king));
  const safe = ~piecesOf(state, us) & (~allAttacks(them) | (weak & twiceAttacked(us)));
  const straight = rookAttacks(king, occupied);
  const diagonal = bishopAttacks(king, occupied);
  if (straight & rookMap(us) & safe) units += 5;
  if ((straight | diagonal) & queenMap(us) & safe) units += 4;
  if (diagonal & bishopMap(us) & safe) units += 3;
  if (knightAttacks(king) & knightMap(us) & safe) units += 4;
  if (!queen) units -= 6;
  if (units <= 0) return 0;
  return term<T>(DANGER + min(units >> 1, DANGER_UNITS - 1), us == 0 ? 1 : -1);
}

/** Pawn shelter and pawn storm on the king's file and the adjacent files. */
@inline
export function shelter<T>(state: usize, us: i32): i32 {
  const sign = us == 0 ? 1 : -1;
  const king = kingSquare(state, us);
  const rank = king >> 3;
  // The king's rank and all ranks ahead.
  const ahead: u64 = us == 0 ? u64.MAX_VALUE << (<u64>rank << 3) : u64.MAX_VALUE >> (<u64>(7 - rank) << 3);
  const pawns = ofKind(state, PAWN) & ahead;
  const own = pawns & piecesOf(state, us);
  const enemy = pawns & piecesOf(state, 1 - us);
  let packed = 0;
  const first = max(0, (king & 7) - 1);
  const last = min(7, (king & 7) + 1);
  for (let file = first; file <= last; file++) {
    const squares = FILE_A << <u64>file;
    const adjacent = file == (king & 7) ? 0 : 8;
    packed += term<T>(SHELTER + adjacent + nearestRank(own & squares, us), sign);
    packed += term<T>(STORM + adjacent + nearestRank(enemy & squares, us), sign);
  }
  return packed;
}

/** The lowest relative rank of the pawns; 0 without pawns. */
@inline
function nearestRank(pawns: u64, us: i32): i32 {
  if (!pawns) return 0;
  return us == 0 ? <i32>(ctz(pawns) >> 3) : <i32>(clz(pawns) >> 3);
}
