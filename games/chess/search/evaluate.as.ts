/**
 * The handcrafted evaluation: the sum of the terms in terms.ts, tapered between middlegame and endgame by the game phase. Values are for White
 * until the final negation. T is u64 if terms are traced for tuning, u8 if not.
 */
import { TrackedState } from "../../../build/layouts/games/chess/search/tracked.as";
import { bishopAttacks, kingAttacks, knightAttacks, rookAttacks } from "../attacks.as";
import { pawnAttacksEast, pawnAttacksWest, DARK_SQUARES, FILE_A } from "../bitboard.as";
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK } from "../constants";
import { kingSquare, ofKind, piecesOf, turnOf } from "../state.as";
import { setMaps } from "./attack-maps.as";
import { pieceSquareValue, term, traceTerm } from "./weights.as";
import { isBareKing, evaluateBareKing, scaleFactor } from "./endgames.as";
import { kingDanger, shelter, resetKingSafety, addAttackUnits } from "./king-safety.as";
import { endgame, middlegame } from "./packed-score.as";
import { frontSpan, passedPawns, pawnStructure, relativeRank } from "./pawns.as";
import { evaluatePassedPawns } from "./passed.as";
import {
  BEHIND_PAWN, BISHOP_MOBILITY, BISHOP_OUTPOST, BISHOP_PAIR, BISHOP_PAWNS, FULL_PHASE, KNIGHT_MOBILITY, KNIGHT_OUTPOST, MATERIAL, PIECE_SQUARE,
  QUEEN_MOBILITY, ROOK_HALF_OPEN_FILE, ROOK_MOBILITY, ROOK_OPEN_FILE, ROOK_SEVENTH_RANK, SPACE, TEMPO,
} from "./terms";
import { threats } from "./threats.as";

/** Of the last evaluated position: phase from 0 to FULL_PHASE, scale factor in 64ths; -1 for a bare king. */
export let lastPhase: i32 = 0;
export let lastScale: i32 = 0;

/** Evaluates a tracked state for the side to move. */
export function evaluateTracked(state: usize): i32 {
  return evaluate<u8>(state, TrackedState.at(state).pieceSquareSum, TrackedState.at(state).pawnHash);
}

/** Evaluates a state for the side to move. */
export function evaluateState(state: usize): i32 {
  return evaluate<u8>(state, pieceSquareSum(state, false), 0);
}

/** The same, with the terms traced. */
export function evaluateTraced(state: usize): i32 {
  return evaluate<u64>(state, pieceSquareSum(state, true), 0);
}

function pieceSquareSum(state: usize, traced: bool): i32 {
  let places = 0;
  for (let colour = 0; colour < 2; colour++) {
    for (let kind = PAWN; kind <= KING; kind++) {
      for (let set = piecesOf(state, colour) & ofKind(state, kind); set; set &= set - 1) {
        const square = <i32>ctz(set);
        places += pieceSquareValue(colour, kind, square);
        if (!traced) continue;
        const sign = colour == 0 ? 1 : -1;
        const file = min(square & 7, 7 - (square & 7));
        if (kind != KING) traceTerm(MATERIAL + kind, sign);
        traceTerm(PIECE_SQUARE + 32 * kind + 4 * relativeRank(square, colour) + file, sign);
      }
    }
  }
  return places;
}

@inline
function phaseOf(state: usize): i32 {
  const minor = popcnt(ofKind(state, KNIGHT) | ofKind(state, BISHOP));
  return min(FULL_PHASE, <i32>(minor + 2 * popcnt(ofKind(state, ROOK)) + 4 * popcnt(ofKind(state, QUEEN))));
}

function evaluate<T>(state: usize, places: i32, pawnHash: u64): i32 {
  const turn = turnOf(state);
  if (isBareKing(state, 0) || isBareKing(state, 1)) {
    const value = evaluateBareKing(state, places);
    if (value != 0) {
      lastScale = -1;
      return turn == 0 ? value : -value;
    }
  }
  let packed = places + pawnStructure<T>(state, pawnHash);
  const passers = passedPawns;
  resetKingSafety(state);
  packed += pieces<T>(state, 0) + pieces<T>(state, 1);
  packed += kingDanger<T>(state, 0) + kingDanger<T>(state, 1);
  packed += shelter<T>(state, 0) + shelter<T>(state, 1);
  packed += threats<T>(state, 0) + threats<T>(state, 1);
  packed += evaluatePassedPawns<T>(state, passers, 0) + evaluatePassedPawns<T>(state, passers, 1);
  packed += term<T>(TEMPO, turn == 0 ? 1 : -1);
  const phase = phaseOf(state);
  const scale = scaleFactor(state, endgame(packed));
  lastPhase = phase;
  lastScale = scale;
  const value = (middlegame(packed) * phase + endgame(packed) * (FULL_PHASE - phase) * scale / 64) / FULL_PHASE;
  return turn == 0 ? value : -value;
}

/** Mobility and placement of the pieces of one side; fills the attack maps. */
@inline
function pieces<T>(state: usize, us: i32): i32 {
  const sign = us == 0 ? 1 : -1;
  const own = piecesOf(state, us);
  const enemy = piecesOf(state, 1 - us);
  const occupied = own | enemy;
  const pawns = ofKind(state, PAWN);
  const ownPawns = pawns & own;
  const enemyPawns = pawns & enemy;
  const pawnMap = pawnAttacksWest(ownPawns, us) | pawnAttacksEast(ownPawns, us);
  const enemyPawnMap = pawnAttacksWest(enemyPawns, 1 - us) | pawnAttacksEast(enemyPawns, 1 - us);
  // The mobility area excludes blocked own pawns, the king, and squares attacked by enemy pawns.
  const blockedPawns = ownPawns & (us == 0 ? occupied >> 8 : occupied << 8);
  const area = ~(blockedPawns | (ofKind(state, KING) & own) | enemyPawnMap);
  const enemyReach = enemyPawnMap | frontSpan(enemyPawnMap, 1 - us);
  const outposts = (us == 0 ? 0x0000ffffff000000 : 0x000000ffffff0000) & ~enemyReach & pawnMap;
  const behind = us == 0 ? pawns >> 8 : pawns << 8;
  const king = kingAttacks(kingSquare(state, us));
  let all = king | pawnMap;
  let twice = king & pawnMap;
  let knightMap: u64 = 0;
  let bishopMap: u64 = 0;
  let rookMap: u64 = 0;
  let queenMap: u64 = 0;
  let packed = 0;

  const knights = ofKind(state, KNIGHT) & own;
  for (let set = knights; set; set &= set - 1) {
    const attacks = knightAttacks(<i32>ctz(set));
    twice |= all & attacks;
    all |= attacks;
    knightMap |= attacks;
    packed += term<T>(KNIGHT_MOBILITY + <i32>popcnt(attacks & area), sign);
    addAttackUnits(KNIGHT, attacks, us);
  }
  packed += term<T>(KNIGHT_OUTPOST, sign * <i32>popcnt(knights & outposts));

  const bishops = ofKind(state, BISHOP) & own;
  for (let set = bishops; set; set &= set - 1) {
    const square = <i32>ctz(set);
    const attacks = bishopAttacks(square, occupied ^ (ofKind(state, QUEEN) & own));
    twice |= all & attacks;
    all |= attacks;
    bishopMap |= attacks;
    packed += term<T>(BISHOP_MOBILITY + <i32>popcnt(attacks & area), sign);
    addAttackUnits(BISHOP, attacks, us);
    const colour = (DARK_SQUARES >> square) & 1 ? DARK_SQUARES : ~DARK_SQUARES;
    packed += term<T>(BISHOP_PAWNS, sign * <i32>popcnt(ownPawns & colour));
  }
  packed += term<T>(BISHOP_OUTPOST, sign * <i32>popcnt(bishops & outposts));
  if ((bishops & DARK_SQUARES) != 0 && (bishops & ~DARK_SQUARES) != 0) packed += term<T>(BISHOP_PAIR, sign);
  packed += term<T>(BEHIND_PAWN, sign * <i32>popcnt((knights | bishops) & behind));

  const rooks = ofKind(state, ROOK) & own;
  const straight = (ofKind(state, ROOK) | ofKind(state, QUEEN)) & own;
  for (let set = rooks; set; set &= set - 1) {
    const square = <i32>ctz(set);
    const attacks = rookAttacks(square, occupied ^ straight);
    twice |= all & attacks;
    all |= attacks;
    rookMap |= attacks;
    packed += term<T>(ROOK_MOBILITY + <i32>popcnt(attacks & area), sign);
    addAttackUnits(ROOK, attacks, us);
    const file = FILE_A << <u64>(square & 7);
    if (!(file & ownPawns)) packed += term<T>(file & enemyPawns ? ROOK_HALF_OPEN_FILE : ROOK_OPEN_FILE, sign);
  }
  packed += term<T>(ROOK_SEVENTH_RANK, sign * <i32>popcnt(rooks & (us == 0 ? 0x00ff000000000000 : 0xff00)));

  for (let set = ofKind(state, QUEEN) & own; set; set &= set - 1) {
    const square = <i32>ctz(set);
    const attacks = bishopAttacks(square, occupied) | rookAttacks(square, occupied);
    twice |= all & attacks;
    all |= attacks;
    queenMap |= attacks;
    packed += term<T>(QUEEN_MOBILITY + <i32>popcnt(attacks & area), sign);
    addAttackUnits(QUEEN, attacks, us);
  }
  // Space: central squares on the own half that enemy pawns do not attack.
  const centre: u64 = us == 0 ? 0x000000003c3c3c00 : 0x003c3c3c00000000;
  packed += term<T>(SPACE, sign * <i32>popcnt(centre & ~ownPawns & ~enemyPawnMap));
  setMaps(us, all, twice, knightMap, bishopMap, rookMap, queenMap);
  return packed;
}
