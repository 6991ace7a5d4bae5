/** This game's rules × the engine's templates: the exports of its WebAssembly. */
import { rulesOf } from "../../engine/contracts/rules.as";
import { alphabetaRecordSize, alphabetaScratchSize, searchByAlphabeta } from "../../engine/search/alphabeta.as";
import { AlphabetaRecord } from "../../build/layouts/engine/search/alphabeta.as";
import { UctRecord } from "../../build/layouts/engine/search/uct.as";
import { perft as countSequences, perftBytesPerPly } from "../../engine/search/perft.as";
import { propagateOutcomes as propagate, startOutcomes as start } from "../../engine/solve/outcome.as";
import { checkOutcomes as check } from "../../engine/solve/outcome-check.as";
import { searchByUct, uctScratchSize } from "../../engine/search/uct.as";
import { ductNodeSize, ductRecordSize, ductScratchSize, searchByDuct } from "../../engine/search/simultaneous/duct.as";
import {
  equilibriumRecordSize, equilibriumScratchSize, searchForEquilibrium,
} from "../../engine/search/simultaneous/equilibrium.as";
import { perftBytesPerRound, perftOfRounds } from "../../engine/search/simultaneous/perft.as";
import { evaluateFor, setSearcher } from "./evaluation.as";
import { POLICE, SIMULTANEOUS, THIEF } from "./layout";
import { turns } from "./maze.as";
import { policeMoves, thiefMoves } from "./moves.as";
import { ThiefAndPolice } from "./rules.as";
import { turnOf } from "./state.as";
import { SimultaneousPursuit } from "./simultaneous.as";
import { Pursuit, PursuitMoves } from "./tables/pursuit.as";
export { setStop } from "../../engine/kernel/stop.as";
export { clearTranspositions } from "../../engine/search/alphabeta.as";
export { setEvaluation, termDistance } from "./evaluation.as";
export { exitDistance, measureMaze, scratchBytes, setVariant } from "./maze.as";
export { playTogether as playBoth } from "./moves.as";

const rules = rulesOf<ThiefAndPolice>();

export function stateBytes(): i32 { return rules.stateBytes(); }
export function maxMoves(): i32 { return rules.maxMoves(); }
export function turn(state: usize): i32 { return rules.turn(state); }
export function moves(state: usize, out: usize): i32 { return rules.moves(state, out); }
export function play(state: usize, move: i32): void { rules.play(state, move); }
export function result(state: usize): i32 { return rules.result(state); }
export function evaluationBound(state: usize): i32 { return rules.evaluationBound(state); }
export function orderScore(state: usize, move: i32): i32 { return rules.orderScore(state, move); }

/** Moves of one side, whoever is to move. The game must not have ended. */
export function movesOf(state: usize, player: i32, out: usize): i32 {
  return player == THIEF ? thiefMoves(state, out) : policeMoves(state, out);
}

/** For the police. */
export function evaluate(state: usize): i32 { return evaluateFor(state, POLICE); }
export { setSearcher };

export function perftScratchBytes(depth: i32): usize {
  return <usize>depth * max(perftBytesPerPly<ThiefAndPolice>(), perftBytesPerRound<SimultaneousPursuit>());
}
export function perft(state: usize, depth: i32, scratch: usize): f64 {
  return <f64>(turns == SIMULTANEOUS ? perftOfRounds<SimultaneousPursuit>(state, depth, scratch) : countSequences<ThiefAndPolice>(state, depth, scratch));
}

export function equilibriumRecordBytes(): usize { return equilibriumRecordSize<SimultaneousPursuit>(); }
export function equilibriumScratchBytes(): usize { return equilibriumScratchSize<SimultaneousPursuit>(); }
export function equilibrium(record: usize): void { searchForEquilibrium<SimultaneousPursuit>(record); }
export function ductRecordBytes(): usize { return ductRecordSize<SimultaneousPursuit>(); }
export function ductScratchBytes(): usize { return ductScratchSize<SimultaneousPursuit>(); }
export function ductNodeBytes(): usize { return ductNodeSize<SimultaneousPursuit>(); }
export function duct(record: usize): void { searchByDuct<SimultaneousPursuit>(record); }

export function alphabetaRecordBytes(): usize { return alphabetaRecordSize<ThiefAndPolice>(); }
export function alphabetaScratchBytes(): usize { return alphabetaScratchSize<ThiefAndPolice>(); }
export function alphabeta(record: usize): i32 {
  setSearcher(turnOf(AlphabetaRecord.at(record).state));
  return searchByAlphabeta<ThiefAndPolice>(record);
}
export function uctScratchBytes(): usize { return uctScratchSize<ThiefAndPolice>(); }
export function uct(record: usize): i32 {
  setSearcher(turnOf(UctRecord.at(record).state));
  return searchByUct<ThiefAndPolice>(record);
}

export { countValues } from "../../engine/solve/entries.as";
export { policeThreadBytes, solvePolice, usePolice } from "./tables/police.as";
export { checkEntries, checkThreadBytes } from "./tables/check.as";
export { solveThief } from "./tables/thief.as";

// The game itself by retrograde analysis.
export { drawOpenOutcomes } from "../../engine/solve/outcome.as";
export { pursuitEntry, pursuitThreadBytes, usePursuit } from "./tables/pursuit.as";
export function startOutcomes(values: usize, counters: usize, next: usize): i32 { return start<Pursuit>(values, counters, next); }
export function propagateOutcomes(values: usize, counters: usize, next: usize, level: i32, list: usize): u32 {
  return propagate<Pursuit>(values, counters, next, level, list);
}
export function checkOutcomes(values: usize, from: u32, to: u32, list: usize, wrong: usize): u32 {
  return check<PursuitMoves>(values, from, to, list, wrong);
}
