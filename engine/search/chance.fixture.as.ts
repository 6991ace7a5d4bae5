/**
 * A game on an arbitrary graph with decision and chance nodes. A state is the number of a place in 8 bytes; chance.fixture.ts
 * writes the places to memory. The move along edge i is 3 · i + 1.
 */
import { ChanceRules, DRAW, FIRST_WINS, ONGOING, UNKNOWN, WIN_VALUE, rulesOf } from "../contracts/rules.as";
import { alphabetaRecordSize, alphabetaScratchSize, searchByAlphabeta } from "./alphabeta.as";
import { sampleOutcome } from "./chance.as";
import { ln as logarithm } from "./logarithm.as";
import { perft as countSequences, perftBytesPerPly } from "./perft.as";
import { randomBelow } from "../random/xorshift.as";
import { searchByUct, uctScratchSize } from "./uct.as";
export { setStop } from "../kernel/stop.as";
export { clearTranspositions } from "./alphabeta.as";

const MAX_EDGES: i32 = 16;
// A place: i32 turn, result, chance or not, evaluation for the first player, exact value for the side to move, edges;
// then { i32 place, i32 weight } for each edge.
const TURN: usize = 0;
const RESULT: usize = 4;
const CHANCE: usize = 8;
const EVALUATION: usize = 12;
const EXACT: usize = 16;
const COUNT: usize = 20;
const EDGES: usize = 24;
const PLACE_BYTES: usize = EDGES + 8 * <usize>MAX_EDGES;

let places: usize = 0;
let usesTables: bool = false;
let utility: i32 = 0;

/** `tables`: whether exact values are available. */
export function setGraph(address: usize, tables: i32, winUtility: i32): void {
  places = address;
  usesTables = tables != 0;
  utility = winUtility;
}

@inline
function placeOf(state: usize): usize {
  return places + <usize>load<u32>(state) * PLACE_BYTES;
}

@inline
function edgeOf(place: usize, move: i32): usize {
  return place + EDGES + 8 * <usize>((move - 1) / 3);
}

/** The evaluation of a place for a side. */
function valueFor(place: usize, side: i32): i32 {
  const value = load<i32>(place, EVALUATION);
  return side == 0 ? value : -value;
}

@final
class GraphGame extends ChanceRules {
  @inline stateBytes(): i32 { return 8; }
  @inline maxMoves(): i32 { return MAX_EDGES; }
  turn(state: usize): i32 { return load<i32>(placeOf(state), TURN); }
  result(state: usize): i32 { return load<i32>(placeOf(state), RESULT); }
  chanceMoves(state: usize): bool { return load<i32>(placeOf(state), CHANCE) != 0; }
  winUtility(): i32 { return utility; }

  moves(state: usize, out: usize): i32 {
    const count = load<i32>(placeOf(state), COUNT);
    for (let i = 0; i < count; i++) store<i32>(out + (<usize>i << 2), 3 * i + 1);
    return count;
  }

  outcomes(state: usize, out: usize, weights: usize): i32 {
    const count = this.moves(state, out);
    const edges = placeOf(state) + EDGES;
    for (let i: usize = 0; i < <usize>count; i++) store<i32>(weights + (i << 2), load<i32>(edges + (i << 3), 4));
    return count;
  }

  play(state: usize, move: i32): void {
    store<u32>(state, load<u32>(edgeOf(placeOf(state), move)));
  }

  hash(state: usize): u64 {
    const mixed = (load<u64>(state) + 1) * 0x9e3779b97f4a7c15;
    return (mixed ^ (mixed >> 29)) * 0xd6e8feb86659fd93;
  }

  exactValue(state: usize): i32 {
    return usesTables ? load<i32>(placeOf(state), EXACT) : UNKNOWN;
  }

  orderScore(state: usize, move: i32): i32 { return 0; }
  searchMoves(state: usize, out: usize): i32 { return this.moves(state, out); }
  evaluate(state: usize): i32 { return valueFor(placeOf(state), this.turn(state)); }

  evaluateMoves(state: usize, moves: usize, count: i32, values: usize): void {
    const side = this.turn(state);
    for (let i: usize = 0; i < <usize>count << 2; i += 4) {
      const next = places + <usize>load<u32>(edgeOf(placeOf(state), load<i32>(moves + i))) * PLACE_BYTES;
      const result = load<i32>(next, RESULT);
      let value = valueFor(next, side);
      if (result == DRAW) value = 0;
      else if (result != ONGOING) value = (result == FIRST_WINS) == (side == 0) ? WIN_VALUE : -WIN_VALUE;
      store<i32>(values + i, value);
    }
  }

  playoutMove(state: usize, scratch: usize, random: usize): i32 {
    return 3 * <i32>randomBelow(random, load<i32>(placeOf(state), COUNT)) + 1;
  }
}

const rules = rulesOf<GraphGame>();

export function placeBytes(): usize { return PLACE_BYTES; }
export function stateBytes(): i32 { return rules.stateBytes(); }
export function maxMoves(): i32 { return rules.maxMoves(); }
export function turn(state: usize): i32 { return rules.turn(state); }
export function moves(state: usize, out: usize): i32 { return rules.moves(state, out); }
export function chanceMoves(state: usize): bool { return rules.chanceMoves(state); }
export function outcomes(state: usize, out: usize, weights: usize): i32 { return rules.outcomes(state, out, weights); }
export function play(state: usize, move: i32): void { rules.play(state, move); }
export function result(state: usize): i32 { return rules.result(state); }
export function draw(state: usize, scratch: usize, random: usize): i32 { return sampleOutcome<GraphGame>(state, scratch, random); }
export function playoutMove(state: usize, random: usize): i32 { return rules.playoutMove(state, 0, random); }
export function below(random: usize, bound: u32): u32 { return randomBelow(random, bound); }
export function ln(x: f64): f64 { return logarithm(x); }
export function perftScratchBytes(depth: i32): usize { return <usize>depth * perftBytesPerPly<GraphGame>(); }
export function perft(state: usize, depth: i32, scratch: usize): f64 { return <f64>countSequences<GraphGame>(state, depth, scratch); }
export function uctScratchBytes(): usize { return uctScratchSize<GraphGame>(); }
export function uct(record: usize): i32 { return searchByUct<GraphGame>(record); }
export function expectimaxRecordBytes(): usize { return alphabetaRecordSize<GraphGame>(); }
export function expectimaxScratchBytes(): usize { return alphabetaScratchSize<GraphGame>(); }
export function expectimax(record: usize): i32 { return searchByAlphabeta<GraphGame>(record); }
