/** The exports of the WebAssembly module: the game's rules applied to the engine's templates. */
import { ChanceRules, rulesOf } from "../../engine/contracts/rules.as";
import { alphabetaRecordSize, alphabetaScratchSize, searchByAlphabeta } from "../../engine/search/alphabeta.as";
import { perft as countSequences, perftBytesPerPly } from "../../engine/search/perft.as";
import { searchByUct, uctScratchSize } from "../../engine/search/uct.as";
import { solveWhole } from "../../engine/solve/outcome-whole.as";
import {
  exactOutcome, evaluateMovesOf, evaluateState, playoutMoveOf, orderScoreOf, SEARCH_THREAD_BYTES, setSearchThread,
} from "./evaluation.as";
import { PROBE_THREAD_BYTES, setProbeThread } from "./probe.as";
import { FOUND, jumps, legalMoves, MAX_MOVES, movesToSearch, playMove, preyOf, resultOf, setRules, THREAD_BYTES } from "./rules.as";
import { flippedCell, hashOf, hiddenOf, STATE_BYTES, turnOf } from "./state.as";
import { Endgame, SOLVER_THREAD_BYTES } from "./table-moves.as";
export { setStop } from "../../engine/kernel/stop.as";
export { clearTranspositions } from "../../engine/search/alphabeta.as";

@final
class DarkChess extends ChanceRules {
  @inline stateBytes(): i32 { return STATE_BYTES; }
  @inline maxMoves(): i32 { return MAX_MOVES; }
  @inline turn(state: usize): i32 { return turnOf(state); }
  @inline moves(state: usize, out: usize): i32 { return legalMoves(state, out); }
  @inline play(state: usize, move: i32): void { playMove(state, move); }
  @inline result(state: usize): i32 { return resultOf(state); }
  @inline hash(state: usize): u64 { return hashOf(state); }
  @inline orderScore(state: usize, move: i32): i32 { return orderScoreOf(state, move); }
  @inline searchMoves(state: usize, out: usize): i32 { return movesToSearch(state, out); }
  @inline evaluate(state: usize): i32 { return evaluateState(state); }
  @inline evaluateMoves(state: usize, moves: usize, count: i32, values: usize): void { evaluateMovesOf(state, moves, count, values); }
  @inline playoutMove(state: usize, scratch: usize, random: usize): i32 { return playoutMoveOf(state, scratch, random); }
  @inline chanceMoves(state: usize): bool { return flippedCell(state) >= 0; }
  @inline exactValue(state: usize): i32 { return exactOutcome(state); }

  outcomes(state: usize, out: usize, weights: usize): i32 {
    const count = legalMoves(state, out);
    for (let i: usize = 0; i < <usize>count << 2; i += 4) store<i32>(weights + i, hiddenOf(state, load<i32>(out + i) - FOUND));
    return count;
  }
}

const rules = rulesOf<DarkChess>();

export function threadBytes(): usize { return THREAD_BYTES + PROBE_THREAD_BYTES + SEARCH_THREAD_BYTES; }
/** Sets a thread's variant and its own memory. */
export function setVariant(limit: i32, flips: i32, king: i32, cannon: i32, dark: i32, thread: usize): void {
  setRules(limit, flips, king, cannon, dark, thread);
  setProbeThread(thread + THREAD_BYTES);
  setSearchThread(thread + THREAD_BYTES + PROBE_THREAD_BYTES);
}
export function stateBytes(): i32 { return STATE_BYTES; }
export function maxMoves(): i32 { return MAX_MOVES; }
export function turn(state: usize): i32 { return turnOf(state); }
export function moves(state: usize, out: usize): i32 { return legalMoves(state, out); }
export function play(state: usize, move: i32): void { playMove(state, move); }
export function result(state: usize): i32 { return resultOf(state); }
export function chanceMoves(state: usize): bool { return rules.chanceMoves(state); }
export function outcomes(state: usize, out: usize, weights: usize): i32 { return rules.outcomes(state, out, weights); }
export function orderScore(state: usize, move: i32): i32 { return orderScoreOf(state, move); }
export function evaluate(state: usize): i32 { return evaluateState(state); }
/** The kinds that a kind captures by a step, one bit each; and whether it captures by jumping. */
export function stepPrey(kind: i32): i32 { return preyOf(kind); }
export function jumpsAnything(kind: i32): i32 { return jumps(kind) ? 1 : 0; }

export function perftScratchBytes(depth: i32): usize { return <usize>depth * perftBytesPerPly<DarkChess>(); }
export function perft(state: usize, depth: i32, scratch: usize): f64 { return <f64>countSequences<DarkChess>(state, depth, scratch); }

export function expectimaxRecordBytes(): usize { return alphabetaRecordSize<DarkChess>(); }
export function expectimaxScratchBytes(): usize { return alphabetaScratchSize<DarkChess>(); }
export function expectimax(record: usize): i32 { return searchByAlphabeta<DarkChess>(record); }
export function uctScratchBytes(): usize { return uctScratchSize<DarkChess>(); }
export function uct(record: usize): i32 { return searchByUct<DarkChess>(record); }

// Tables of revealed pieces.
export { countValues } from "../../engine/solve/entries.as";
export { checkEntries, countDifferences, countOrbits, addLayout, entryState, expectedValue, locatedEntry, locateState, probeMany, probeState, setDirectory } from "./probe.as";
export { entriesOf, rankBy, unrankBy } from "./placement-index.as";
export { setProblem } from "./table-moves.as";
export function solverThreadBytes(): usize { return SOLVER_THREAD_BYTES; }
/** Plies of the longest outcome, STOPPED or TOO_LONG. */
export function solveEndgame(first: usize, second: usize, counters: usize, list: usize, most: i32): i32 {
  return solveWhole<Endgame>(first, second, counters, list, most);
}
