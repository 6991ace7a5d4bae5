/**
 * A simultaneous-move game on an arbitrary graph. A state is the number of a place in 8 bytes; rounds.fixture.ts writes the places to
 * memory. Move i of the first player is 3 · i + 1, of the second 5 · i + 2.
 */
import { rulesOf } from "../../contracts/rules.as";
import { SimultaneousRules } from "../../contracts/simultaneous-rules.as";
import { ductNodeSize, ductRecordSize, ductScratchSize, searchByDuct } from "./duct.as";
import { equilibriumRecordSize, equilibriumScratchSize, searchForEquilibrium } from "./equilibrium.as";
import { perftBytesPerRound, perftOfRounds } from "./perft.as";
export { setStop } from "../../kernel/stop.as";

// A place: i32 result, evaluation for the first player, moves of each player, address of the places that joint moves lead to.
const RESULT: usize = 0;
const EVALUATION: usize = 4;
const COUNTS: usize = 8;
const CHILDREN: usize = 16;
const PLACE_BYTES: usize = 24;

let places: usize = 0;
let most0: i32 = 0;
let most1: i32 = 0;
let utility: i32 = 0;
let ordering: i32 = 0;

/** Maximum number of moves of each player, win utility, and a seed for order scores (0 for none). */
export function setRounds(address: usize, first: i32, second: i32, winUtility: i32, orderingSeed: i32): void {
  places = address;
  most0 = first;
  most1 = second;
  utility = winUtility;
  ordering = orderingSeed;
}

@inline
function placeOf(state: usize): usize {
  return places + <usize>load<u32>(state) * PLACE_BYTES;
}

@final
class RoundsGame extends SimultaneousRules {
  @inline stateBytes(): i32 { return 8; }
  @inline maxMoves(player: i32): i32 { return player == 0 ? most0 : most1; }
  result(state: usize): i32 { return load<i32>(placeOf(state), RESULT); }
  evaluate(state: usize): i32 { return load<i32>(placeOf(state), EVALUATION); }
  winUtility(): i32 { return utility; }

  movesOf(state: usize, player: i32, out: usize): i32 {
    const count = load<i32>(placeOf(state) + (<usize>player << 2), COUNTS);
    for (let i = 0; i < count; i++) store<i32>(out + (<usize>i << 2), player == 0 ? 3 * i + 1 : 5 * i + 2);
    return count;
  }

  playBoth(state: usize, first: i32, second: i32): void {
    const place = placeOf(state);
    const joint = ((first - 1) / 3) * load<i32>(place + 4, COUNTS) + (second - 2) / 5;
    store<u32>(state, load<u32>(<usize>load<u32>(place, CHILDREN) + (<usize>joint << 2)));
  }

  hash(state: usize): u64 {
    const mixed = (load<u64>(state) + 1) * 0x9e3779b97f4a7c15;
    return (mixed ^ (mixed >> 29)) * 0xd6e8feb86659fd93;
  }

  orderScore(state: usize, player: i32, move: i32): i32 {
    if (ordering == 0) return 0;
    return <i32>(<u32>((move + ordering) * 0x9e3779b1 + player) >> 22) - 512;
  }
}

const rules = rulesOf<RoundsGame>();

export function placeBytes(): usize { return PLACE_BYTES; }
export function stateBytes(): i32 { return rules.stateBytes(); }
export function maxMoves(): i32 { return max(rules.maxMoves(0), rules.maxMoves(1)); }
export function movesOf(state: usize, player: i32, out: usize): i32 { return rules.movesOf(state, player, out); }
export function playBoth(state: usize, first: i32, second: i32): void { rules.playBoth(state, first, second); }
export function result(state: usize): i32 { return rules.result(state); }
export function perftScratchBytes(depth: i32): usize { return <usize>depth * perftBytesPerRound<RoundsGame>(); }
export function perft(state: usize, depth: i32, scratch: usize): f64 { return <f64>perftOfRounds<RoundsGame>(state, depth, scratch); }
export function equilibriumRecordBytes(): usize { return equilibriumRecordSize<RoundsGame>(); }
export function equilibriumScratchBytes(): usize { return equilibriumScratchSize<RoundsGame>(); }
export function equilibrium(record: usize): void { searchForEquilibrium<RoundsGame>(record); }
export function ductRecordBytes(): usize { return ductRecordSize<RoundsGame>(); }
export function ductScratchBytes(): usize { return ductScratchSize<RoundsGame>(); }
export function ductNodeBytes(): usize { return ductNodeSize<RoundsGame>(); }
export function duct(record: usize): void { searchByDuct<RoundsGame>(record); }
