/** This game's rules × the engine's templates: the exports of its WebAssembly. */
import { SearchRules } from "../../engine/contracts/rules.as";
export { setStop } from "../../engine/kernel/stop.as";
import { alphabetaRecordSize, alphabetaScratchSize, clearTranspositions, searchByAlphabeta } from "../../engine/search/alphabeta.as";
import { searchByUct, uctScratchSize } from "../../engine/search/uct.as";
import { perft as countSequences, perftBytesPerPly } from "../../engine/search/perft.as";
import { BOARD_BYTES, buildBoard as buildCells, useBoard } from "./board.as";
import {
  EVALUATION_SCRATCH_BYTES,
  orderScoreOf,
  rankOf,
  separated,
  setEvaluationScratch,
  useEvaluation,
} from "./evaluation.as";
import { evaluateMovesOf, evaluateState } from "./evaluate-moves.as";
import {
  buildPuzzle,
  neighboursOf,
  nextPlacement,
  Placements,
  setPlacements,
  unrankPlacement,
} from "./placements.as";
import { PUZZLE_BYTES } from "../../engine/solve/puzzle.as";
import { countValues, turnIntoDistances } from "../../engine/solve/entries.as";
import { scanDepth } from "../../engine/solve/scan.as";
import { sweepUnits } from "../../engine/solve/sweep.as";
import { relaxLists } from "../../engine/solve/worklist.as";
import { SWEEP_THREAD_BYTES, useSweep } from "../../engine/solve/sweep-thread.as";
import { buildParities, PARITY_TABLE_BYTES, useParities } from "./parity-board.as";
import { pastTheMiddle, playoutMoveOf, setPlayouts, startPlayoutAt } from "./playout.as";
import { drawOpenOutcomes, propagateOutcomes as propagate, startOutcomes as start } from "../../engine/solve/outcome.as";
import { checkOutcomes as check } from "../../engine/solve/outcome-check.as";
import { legalMoves, MAX_MOVES, narrowedMoves, playMove, resultOf, setRules } from "./rules.as";
import { buildPairs, PAIRS_THREAD_BYTES, pairsBytes, setPairs } from "./two-side.as";
import { bothHaveWon, CHECK_BYTES, PairsByRules, rankState, setCheck, tableMoves } from "./two-side-check.as";
import { Pairs } from "./two-side-moves.as";
import { hashOf, STATE_BYTES, turnOf } from "./state.as";

let searchDirections: i32 = 0;

@final
class ChineseCheckers extends SearchRules {
  @inline stateBytes(): i32 { return STATE_BYTES; }
  @inline maxMoves(): i32 { return MAX_MOVES; }
  @inline turn(state: usize): i32 { return turnOf(state); }
  @inline moves(state: usize, out: usize): i32 { return legalMoves(state, out); }
  @inline play(state: usize, move: i32): void { playMove(state, move); }
  @inline result(state: usize): i32 { return resultOf(state); }
  @inline hash(state: usize): u64 { return hashOf(state); }
  @inline orderScore(state: usize, move: i32): i32 { return orderScoreOf(state, move); }
  @inline searchMoves(state: usize, out: usize): i32 { return narrowedMoves(state, searchDirections, out); }
  @inline evaluate(state: usize): i32 { return evaluateState(state); }
  @inline evaluateMoves(state: usize, moves: usize, count: i32, values: usize): void { evaluateMovesOf(state, moves, count, values); }
  @inline playoutMove(state: usize, scratch: usize, random: usize): i32 { return playoutMoveOf(state, scratch, random); }
  @inline startPlayout(state: usize, scratch: usize): void { startPlayoutAt(state, scratch); }
  @inline separated(state: usize): bool { return pastTheMiddle(state); }
}

export function boardBytes(): usize { return BOARD_BYTES + PARITY_TABLE_BYTES; }
export function threadBytes(): usize { return EVALUATION_SCRATCH_BYTES; }
export function buildBoard(board: usize, side: i32): void {
  buildCells(board, side);
  buildParities(board + BOARD_BYTES);
}

/** Initializes a thread: the shared board, the variant, its scratch memory. */
export function setVariant(board: usize, side: i32, homeCells: i32, win: i32, directions: i32, stuck: i32, thread: usize): void {
  useBoard(board, side);
  useParities(board + BOARD_BYTES);
  setRules(homeCells, win, directions, stuck);
  setEvaluationScratch(thread);
}

/** Parameters of the next searches of this thread: directions of moves, evaluation (evaluation-limits.ts), random moves in playouts. */
export function setSearch(directions: i32, evaluation: usize, randomPercent: i32): void {
  searchDirections = directions;
  useEvaluation(evaluation);
  setPlayouts(randomPercent);
}

export function stateBytes(): i32 { return STATE_BYTES; }
export function maxMoves(): i32 { return MAX_MOVES; }
export function turn(state: usize): i32 { return turnOf(state); }
export function moves(state: usize, out: usize): i32 { return legalMoves(state, out); }
export function play(state: usize, move: i32): void { playMove(state, move); }
export function result(state: usize): i32 { return resultOf(state); }
export function evaluate(state: usize): i32 { return evaluateState(state); }
export function evaluateMoves(state: usize, list: usize, count: i32, values: usize): void { evaluateMovesOf(state, list, count, values); }
export function orderScore(state: usize, move: i32): i32 { return orderScoreOf(state, move); }
export function rank(state: usize, player: i32): u32 { return rankOf(state, player); }
export function areSeparated(state: usize): bool { return separated(state); }
export function arePastTheMiddle(state: usize): bool { return pastTheMiddle(state); }
export function startPlayout(state: usize, scratch: usize): void { startPlayoutAt(state, scratch); }
export function playoutMove(state: usize, scratch: usize, random: usize): i32 { return playoutMoveOf(state, scratch, random); }

export function perftScratchBytes(depth: i32): usize { return <usize>depth * perftBytesPerPly<ChineseCheckers>(); }
export function perft(state: usize, depth: i32, scratch: usize): f64 { return <f64>countSequences<ChineseCheckers>(state, depth, scratch); }

// One-side tables.
export { buildPuzzle, countValues, neighboursOf, nextPlacement, relaxLists, setPlacements, sweepUnits, turnIntoDistances, unrankPlacement, useSweep };
export function puzzleBytes(): usize { return PUZZLE_BYTES; }
export function sweepThreadBytes(): usize { return SWEEP_THREAD_BYTES; }
export function scanPlacements(table: usize, start: u32, end: u32, depth: i32, state: usize, list: usize): f64 {
  return scanDepth<Placements>(table, start, end, <u8>depth, state, list);
}

export { clearTranspositions };
export function alphabetaRecordBytes(): usize { return alphabetaRecordSize<ChineseCheckers>(); }
export function alphabetaScratchBytes(): usize { return alphabetaScratchSize<ChineseCheckers>(); }
export function alphabeta(record: usize): i32 { return searchByAlphabeta<ChineseCheckers>(record); }
export function uctScratchBytes(): usize { return uctScratchSize<ChineseCheckers>(); }
export function uct(record: usize): i32 { return searchByUct<ChineseCheckers>(record); }

// Two-side tables.
export { bothHaveWon, buildPairs, drawOpenOutcomes, pairsBytes, rankState, setCheck, setPairs, tableMoves };
export function pairsThreadBytes(): usize { return PAIRS_THREAD_BYTES; }
export function checkThreadBytes(): usize { return CHECK_BYTES; }
export function startOutcomes(values: usize, counters: usize, next: usize): i32 { return start<Pairs>(values, counters, next); }
export function propagateOutcomes(values: usize, counters: usize, next: usize, level: i32, list: usize): u32 {
  return propagate<Pairs>(values, counters, next, level, list);
}
export function checkOutcomes(values: usize, start: u32, end: u32, list: usize, wrong: usize): u32 {
  return check<PairsByRules>(values, start, end, list, wrong);
}
