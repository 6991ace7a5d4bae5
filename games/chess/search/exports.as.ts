/** Kernel exports for players: searches, evaluation and its trace. */
import { rulesOf } from "../../../engine/contracts/rules.as";
import { selectiveRecordSize, selectiveScratchSize, searchSelectively } from "../../../engine/search/selective/root.as";
import { searchByUct, uctScratchSize } from "../../../engine/search/uct.as";
import { useEdb } from "../edb/edb.as";
import { edbAddress, useWeights } from "./weights.as";
import { SearchedChess } from "./chess-search.as";
import { lastPhase, lastScale } from "./evaluate.as";
import { evaluatePosition, traceEvaluation } from "./evaluation.as";
import { seeAtLeast as exchange } from "./see.as";

export function selectiveRecordBytes(): usize { return selectiveRecordSize<SearchedChess>(); }
export function selectiveScratchBytes(): usize { return selectiveScratchSize<SearchedChess>(); }
export function selective(record: usize): i32 { return searchSelectively<SearchedChess>(record); }
export function uctScratchBytes(): usize { return uctScratchSize<SearchedChess>(); }
export function uct(record: usize): i32 { return searchByUct<SearchedChess>(record); }

export function useEvaluation(block: usize): void {
  useWeights(block);
  useEdb(edbAddress());
}
export function evaluate(state: usize): i32 { return evaluatePosition(state); }
export function orderScore(state: usize, move: i32): i32 { return rulesOf<SearchedChess>().orderScore(state, move); }
export function seeAtLeast(state: usize, move: i32, threshold: i32): bool { return exchange(state, move, threshold); }

/** Term counts for White; then phase and scale factor of the last traced position. */
export function traceTerms(state: usize, counts: usize): i32 { return traceEvaluation(state, counts); }
export function tracedPhase(): i32 { return lastPhase; }
export function tracedScale(): i32 { return lastScale; }
