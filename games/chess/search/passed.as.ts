/** Passed pawns beyond the rank bonus: free path, blockade, and king distances. */
import { bit } from "../bitboard.as";
import { kingSquare, occupiedSquares, piecesOf } from "../state.as";
import { allAttacks } from "./attack-maps.as";
import { term } from "./weights.as";
import { frontSpan, relativeRank } from "./pawns.as";
import { PASSED_BLOCKED, PASSED_ENEMY_KING, PASSED_FREE, PASSED_OWN_KING } from "./terms";

/** King distances count from this rank. */
const MIN_RANK: i32 = 3;

@inline
export function evaluatePassedPawns<T>(state: usize, passers: u64, us: i32): i32 {
  const sign = us == 0 ? 1 : -1;
  const enemy = piecesOf(state, 1 - us);
  let packed = 0;
  for (let set = passers & piecesOf(state, us); set; set &= set - 1) {
    const square = <i32>ctz(set);
    const rank = relativeRank(square, us);
    const stop = us == 0 ? square + 8 : square - 8;
    const path = frontSpan(bit(square), us);
    if (bit(stop) & enemy) packed += term<T>(PASSED_BLOCKED + rank, sign);
    else if (!(path & (occupiedSquares(state) | allAttacks(1 - us)))) packed += term<T>(PASSED_FREE + rank, sign);
    if (rank >= MIN_RANK) {
      packed += term<T>(PASSED_OWN_KING + distance(kingSquare(state, us), stop), sign);
      packed += term<T>(PASSED_ENEMY_KING + distance(kingSquare(state, 1 - us), stop), sign);
    }
  }
  return packed;
}

@inline
export function distance(one: i32, other: i32): i32 {
  return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)));
}
