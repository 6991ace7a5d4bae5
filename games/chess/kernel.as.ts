/** The exports of chess's WebAssembly. */
import { rulesOf } from "../../engine/contracts/rules.as";
import { ATTACK_BYTES, bishopAttacks, buildAttacks, rookAttacks, useAttacks } from "./attacks.as";
import { checkersOf, hasEnPassantCapture, inCheck as isInCheck, isAttacked as isSquareAttacked } from "./checks.as";
import { NO_SQUARE } from "./constants";
import { captureMoves as listCaptures, legalMoves as listLegal } from "./moves.as";
import { countLeaves, countMoves, PERFT_BYTES_PER_PLY } from "./perft.as";
import { Chess, isInsufficient } from "./rules.as";
import { enPassantOf, setEnPassant, turnOf } from "./state.as";
import { buildZobrist, computeHash, storeHash, useZobrist, ZOBRIST_BYTES } from "./zobrist.as";
export { setStop } from "../../engine/kernel/stop.as";
export { playNullMove } from "./play.as";

const rules = rulesOf<Chess>();

export function stateBytes(): i32 { return rules.stateBytes(); }
export function maxMoves(): i32 { return rules.maxMoves(); }
export function turn(state: usize): i32 { return rules.turn(state); }
export function moves(state: usize, out: usize): i32 { return rules.moves(state, out); }
export function play(state: usize, move: i32): void { rules.play(state, move); }
export function result(state: usize): i32 { return rules.result(state); }

/** Legal moves, also after a draw by clock or material. */
export function legalMoves(state: usize, out: usize): i32 { return listLegal(state, out); }
export function captureMoves(state: usize, out: usize): i32 { return listCaptures(state, out); }
export function inCheck(state: usize): bool { return isInCheck(state); }
/** A bitboard, 8 bytes at `out`. */
export function writeCheckers(state: usize, out: usize): void { store<u64>(out, checkersOf(state)); }
export function isAttacked(state: usize, square: i32, byColour: i32): bool { return isSquareAttacked(state, square, byColour); }
export function insufficientMaterial(state: usize): bool { return isInsufficient(state); }

export function perftScratchBytes(depth: i32): usize { return <usize>depth * PERFT_BYTES_PER_PLY; }
export function perft(state: usize, depth: i32, scratch: usize): f64 { return <f64>countMoves(state, depth, scratch); }
/** Without bulk counting, for benchmarks. */
export function perftLeaves(state: usize, depth: i32, scratch: usize): f64 { return <f64>countLeaves(state, depth, scratch); }

/** Lookup tables: filled once per memory, then shared by all threads. */
export function lookupBytes(): usize { return ATTACK_BYTES + ZOBRIST_BYTES; }
export function buildLookup(region: usize): void {
  buildAttacks(region);
  buildZobrist(region + ATTACK_BYTES);
}
export function useLookup(region: usize): void {
  useAttacks(region);
  useZobrist(region + ATTACK_BYTES);
}

/** Completes a state written by TypeScript: removes an en-passant square without a legal capture, and computes the hash. */
export function finishState(state: usize): void {
  const target = enPassantOf(state);
  if (target != NO_SQUARE && !hasEnPassantCapture(state, target, turnOf(state))) setEnPassant(state, NO_SQUARE);
  storeHash(state);
}

/** For tests: whether the incremental hash equals the hash computed from scratch. */
export function isHashConsistent(state: usize): bool { return computeHash(state) == rules.hash(state); }
/** For tests: sliding attacks as 8 bytes at `out`, for the occupied squares given there. */
export function writeRookAttacks(square: i32, out: usize): void { store<u64>(out, rookAttacks(square, load<u64>(out))); }
export function writeBishopAttacks(square: i32, out: usize): void { store<u64>(out, bishopAttacks(square, load<u64>(out))); }
export * from "./tables/exports.as";
export * from "./search/exports.as";
