/** This game's rules × the engine's templates: the exports of its WebAssembly. */
import { Rules, rulesOf } from "../../engine/contracts/rules.as";
import { perft as countSequences, perftBytesPerPly } from "../../engine/search/perft.as";
import { legalMoves, MAX_MOVES, playMove, preyOf, jumps, resultOf, setRules, THREAD_BYTES } from "./rules.as";
import { hashOf, STATE_BYTES, turnOf } from "./state.as";
import { solveWhole } from "../../engine/solve/outcome-whole.as";
import { LAYOUT_BYTES } from "./placement-index.as";
import { PROBE_THREAD_BYTES } from "./probe.as";
import { Endgame, PROBLEM_BYTES, SOLVER_THREAD_BYTES } from "./table-moves.as";
export { setStop } from "../../engine/kernel/stop.as";

@final
class DarkChess extends Rules {
  @inline stateBytes(): i32 { return STATE_BYTES; }
  @inline maxMoves(): i32 { return MAX_MOVES; }
  @inline turn(state: usize): i32 { return turnOf(state); }
  @inline moves(state: usize, out: usize): i32 { return legalMoves(state, out); }
  @inline play(state: usize, move: i32): void { playMove(state, move); }
  @inline result(state: usize): i32 { return resultOf(state); }
  @inline hash(state: usize): u64 { return hashOf(state); }
}

const rules = rulesOf<DarkChess>();

export { setRules as setVariant };
export function threadBytes(): usize { return THREAD_BYTES; }
export function stateBytes(): i32 { return STATE_BYTES; }
export function maxMoves(): i32 { return MAX_MOVES; }
export function turn(state: usize): i32 { return turnOf(state); }
export function moves(state: usize, out: usize): i32 { return legalMoves(state, out); }
export function play(state: usize, move: i32): void { playMove(state, move); }
export function result(state: usize): i32 { return resultOf(state); }
/** The kinds that a kind captures by a step, a bit for each; and whether it captures by jumping. */
export function stepPrey(kind: i32): i32 { return preyOf(kind); }
export function jumpsAnything(kind: i32): i32 { return jumps(kind) ? 1 : 0; }

export function perftScratchBytes(depth: i32): usize { return <usize>depth * perftBytesPerPly<DarkChess>(); }
export function perft(state: usize, depth: i32, scratch: usize): f64 { return <f64>countSequences<DarkChess>(state, depth, scratch); }

// Tables of revealed pieces.
export { countValues } from "../../engine/solve/entries.as";
export { checkEntries, countDifferences, countOrbits, enterLayout, entryState, expectedValue, locatedEntry, locateState, probeMany, probeState, setBook } from "./probe.as";
export { entriesOf, rankBy, unrankBy } from "./placement-index.as";
export { setProblem } from "./table-moves.as";
export function layoutBytes(): usize { return LAYOUT_BYTES; }
export function problemBytes(): usize { return PROBLEM_BYTES; }
export function solverThreadBytes(): usize { return SOLVER_THREAD_BYTES; }
export function probeThreadBytes(): usize { return PROBE_THREAD_BYTES; }
/** Plies of the longest outcome, STOPPED or TOO_LONG. */
export function solveEndgame(first: usize, second: usize, counters: usize, list: usize, most: i32): i32 {
  return solveWhole<Endgame>(first, second, counters, list, most);
}
