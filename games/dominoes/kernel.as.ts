/** The exports of the WebAssembly module: the game's rules applied to the engine's templates. */
import { rulesOf } from "../../engine/contracts/rules.as";
import { perft as countSequences, perftBytesPerPly } from "../../engine/search/perft.as";
import { CLASS_SCRATCH_BYTES } from "./classes.as";
import { ENDGAME_SCRATCH_BYTES } from "./endgame-check.as";
import { levelOf } from "./knowledge.as";
import { Dominoes } from "./rules.as";
import { SLOT_LEVELS } from "./constants";
import { PERMUTATION_BYTES } from "./number-permutations.as";
import { CATALOGUE_BYTES } from "./sets.as";
import { handOf, leftOf, phaseOf } from "./state.as";
import { NO_END, strongerThan, strongestOf, TILES } from "./tiles.as";
import { DETERMINIZATION_SCRATCH_BYTES } from "./determinizations.as";
import { BY_DOUBLE, BY_STRONGEST, opening } from "./variant.as";
export { setStop } from "../../engine/kernel/stop.as";
export { positionError } from "./validation.as";
export { setVariant } from "./variant.as";

const rules = rulesOf<Dominoes>();

export function stateBytes(): i32 { return rules.stateBytes(); }
export function maxMoves(): i32 { return rules.maxMoves(); }
export function turn(state: usize): i32 { return rules.turn(state); }
export function moves(state: usize, out: usize): i32 { return rules.moves(state, out); }
export function play(state: usize, move: i32): void { rules.play(state, move); }
export function result(state: usize): i32 { return rules.result(state); }
export function perftScratchBytes(depth: i32): usize { return <usize>depth * perftBytesPerPly<Dominoes>(); }
export function perft(state: usize, depth: i32, scratch: usize): f64 { return <f64>countSequences<Dominoes>(state, depth, scratch); }

/**
 * For every tile, one byte: the lowest level of a slot in the player's hand that may contain it. While the other player is to begin with
 * its strongest tile, stronger tiles fit no slot.
 */
export function levelsOf(state: usize, player: i32, out: usize): void {
  const beginner = leftOf(state) == NO_END && phaseOf(state) == 1 - player && opening <= BY_STRONGEST;
  const doubles = opening == BY_DOUBLE;
  const excluded = beginner ? strongerThan(strongestOf(handOf(state, 1 - player), doubles), doubles) : 0;
  for (let tile = 0; tile < TILES; tile++) {
    store<u8>(out + tile, (excluded >> tile) & 1 ? SLOT_LEVELS : <u8>levelOf(state, player, tile));
  }
}

// Endgame tables.
export { buildClasses } from "./classes.as";
export { solveEntries } from "./endgame.as";
export { checkEntries, endgameState, expectedEntry, rankState } from "./endgame-check.as";
export { buildPermutations, usePermutations } from "./number-permutations.as";
export { buildBinomials, setCount, setField, unrankPosition, useCatalogue } from "./sets.as";
export function permutationBytes(): i32 { return PERMUTATION_BYTES; }
export function catalogueBytes(): i32 { return CATALOGUE_BYTES; }
export function classScratchBytes(): i32 { return CLASS_SCRATCH_BYTES; }
export function endgameScratchBytes(): i32 { return ENDGAME_SCRATCH_BYTES; }

// Perfect information Monte Carlo.
export { solveDeterminizations, transpositionBytes, useEndgames } from "./determinizations.as";
export function determinizationScratchBytes(): i32 { return DETERMINIZATION_SCRATCH_BYTES; }
