/** Threats: attacks by less valuable pieces, hanging pieces, and attacks by safe pawn pushes. */
import { pawnAttacksEast, pawnAttacksWest } from "../bitboard.as";
import { KING, KNIGHT, PAWN, QUEEN } from "../constants";
import { occupiedSquares, ofKind, piecesOf } from "../state.as";
import { allAttacks, bishopMap, knightMap, rookMap } from "./attack-maps.as";
import { term } from "./weights.as";
import { HANGING, MINOR_THREAT, PAWN_THREAT, PUSH_THREAT, ROOK_THREAT } from "./terms";

@inline
export function threats<T>(state: usize, us: i32): i32 {
  const sign = us == 0 ? 1 : -1;
  const enemy = piecesOf(state, 1 - us);
  const enemyPawns = ofKind(state, PAWN) & enemy;
  const enemyPawnMap = pawnAttacksWest(enemyPawns, 1 - us) | pawnAttacksEast(enemyPawns, 1 - us);
  const pawns = ofKind(state, PAWN) & piecesOf(state, us);
  const pawnMap = pawnAttacksWest(pawns, us) | pawnAttacksEast(pawns, us);
  const targets = enemy & ~ofKind(state, KING);
  let packed = 0;
  const byPawn = pawnMap & targets & ~enemyPawns;
  const byMinor = (knightMap(us) | bishopMap(us)) & targets;
  const byRook = rookMap(us) & targets;
  if (byPawn | byMinor | byRook) {
    for (let kind = PAWN; kind <= QUEEN; kind++) {
      const set = ofKind(state, kind);
      // Minor pieces and pawns defended by a pawn are not targets of pieces.
      const open = kind <= KNIGHT + 1 ? set & ~enemyPawnMap : set;
      if (kind > PAWN) packed += term<T>(PAWN_THREAT + kind, sign * <i32>popcnt(byPawn & set));
      packed += term<T>(MINOR_THREAT + kind, sign * <i32>popcnt(byMinor & open));
      packed += term<T>(ROOK_THREAT + kind, sign * <i32>popcnt(byRook & open));
    }
  }
  packed += term<T>(HANGING, sign * <i32>popcnt(targets & allAttacks(us) & ~allAttacks(1 - us)));
  const empty = ~occupiedSquares(state);
  let pushes = (us == 0 ? pawns << 8 : pawns >> 8) & empty;
  pushes |= (us == 0 ? (pushes & 0xff0000) << 8 : (pushes & 0xff0000000000) >> 8) & empty;
  pushes &= ~enemyPawnMap & (allAttacks(us) | ~allAttacks(1 - us));
  const attacked = (pawnAttacksWest(pushes, us) | pawnAttacksEast(pushes, us)) & targets & ~enemyPawns & ~pawnMap;
  packed += term<T>(PUSH_THREAT, sign * <i32>popcnt(attacked));
  return packed;
}
