/**
 * Evaluation for search: the opponent's distance to go minus the mover's. A side's distance is made of terms: lookups of groups of its
 * pieces in one-side tables (pattern databases), a piece-cell value for every piece, and how far the rear piece is left behind. The terms
 * are a weighted sum, or the inputs of a small network. evaluation.layout.ts describes the block of parameters.
 */
import { EvaluationRecord, Lookup } from "../../build/layouts/games/chinese-checkers/evaluation.as";
import { MAX_EVALUATION } from "../../engine/contracts/rules.as";
import { binomial, cells, row, turned } from "./board.as";
import { EVALUATION_NET, EVALUATION_PAIRS, MAX_LOOKUPS } from "./evaluation-limits";
import { advance, PASS } from "./rules.as";
import { high, listCellsTowardsGoal, low, turnOf } from "./state.as";

let block: EvaluationRecord = EvaluationRecord.at(0);
export let lookups: i32 = 0;
let behindWeight: i32 = 0;
/** Whether cells, the rear piece or a network contribute; otherwise the evaluation consists of lookups only. */
export let shaped: bool = false;
let network: bool = false;
/** Lookups in two-side tables: evaluate-pairs.as.ts evaluates. */
export let pairs: bool = false;
/** Pairs: points of a win now. */
export let winPoints: i32 = 0;
let firstWeight: i32 = 0;
/** The first table has this many entries in memory; beyond them, distances are estimated from the side's rows. */
let loaded: u32 = u32.MAX_VALUE;
let movesPerRow: i32 = 0;
let goalRows: i32 = 0;
let tempo: i32 = 0;

/** Scratch memory of this thread; evaluate-moves.as.ts uses the part from MOVES_SCRATCH on. */
export let scratch: usize = 0;
const CELL_LIST: usize = 0; // u8 [16]
/** i32 [MAX_LOOKUPS]: values of a side's lookups. */
export const FOUND: usize = 16;
export const MOVES_SCRATCH: usize = FOUND + 4 * MAX_LOOKUPS;
export const EVALUATION_SCRATCH_BYTES: usize = 512;

export function setEvaluationScratch(bytes: usize): void {
  scratch = bytes;
}

export function useEvaluation(address: usize): void {
  block = EvaluationRecord.at(address);
  lookups = block.lookupCount;
  behindWeight = block.behind;
  network = block.kind == EVALUATION_NET;
  pairs = block.kind == EVALUATION_PAIRS;
  firstWeight = lookupAt(0).weight;
  tempo = block.tempo;
  winPoints = block.win;
  loaded = block.loaded ? block.loaded : u32.MAX_VALUE;
  movesPerRow = block.movesPerRow;
  goalRows = block.goalRows;
  shaped = network || behindWeight != 0 || block.loaded != 0;
  for (let cell = 0; cell < cells; cell++) shaped = shaped || cellValue(cell) != 0;
}

@inline
export function cellValue(cell: i32): i32 {
  return block.cells[cell];
}

@inline
export function lookupAt(index: i32): Lookup {
  return block.lookups[index];
}

@inline
export function lookUp(lookup: Lookup, rank: u32): i32 {
  return load<u8>(lookup.table + rank);
}

/** The same if only a part of the table is in memory; `rows` are those of the side's pieces. */
@inline
export function lookUpOrEstimate(lookup: Lookup, rank: u32, rows: i32): i32 {
  return rank < loaded ? lookUp(lookup, rank) : ((rows - goalRows) * movesPerRow + 128) >> 8;
}

/** Colexicographic rank of a side's placement, from its owner's point of view. */
export function rankOf(state: usize, player: i32): u32 {
  const count = listCellsTowardsGoal(state, player, scratch);
  let rank: u32 = 0;
  for (let i = 0; i < count; i++) rank += binomial(load<u8>(scratch + i), i + 1);
  return rank;
}

/** A side's distance to go. Leaves its cells, ascending from its point of view, at the start of the scratch. */
export function toGo(state: usize, player: i32): i32 {
  const list = scratch + CELL_LIST;
  const count = listCellsTowardsGoal(state, player, list);
  let onCells = 0;
  let rows = 0;
  if (shaped) {
    for (let i = 0; i < count; i++) {
      const cell = <i32>load<u8>(list + i);
      onCells += cellValue(cell);
      rows += row(cell);
    }
  }
  for (let l = 0; l < lookups; l++) {
    const lookup = lookupAt(l);
    const pieces = lookup.pieces;
    let rank: u32 = 0;
    for (let i = 0; i < pieces; i++) rank += binomial(load<u8>(list + lookup.places[i]), i + 1);
    store<i32>(scratch + FOUND + (<usize>l << 2), lookUpOrEstimate(lookup, rank, rows));
  }
  const rear = count > 0 ? row(load<u8>(list + count - 1)) : 0;
  return combine(onCells, count * rear - rows);
}

/** Combines the terms of a side; its lookups are in the scratch. */
@inline
export function combine(onCells: i32, behind: i32): i32 {
  if (network) return networkOutput(onCells, behind);
  let sum = onCells + behindWeight * behind;
  if (lookups > 0) sum += load<i32>(scratch + FOUND) * firstWeight;
  for (let l = 1; l < lookups; l++) sum += load<i32>(scratch + FOUND + (<usize>l << 2)) * lookupAt(l).weight;
  return sum;
}

/** One hidden layer of ReLU units. */
function networkOutput(onCells: i32, behind: i32): i32 {
  const units = block.hidden;
  let weight = block.networkAddress;
  const outputs = weight + <usize>units * (<usize>(lookups + 3) << 2);
  let sum = load<f32>(outputs);
  for (let unit = 0; unit < units; unit++) {
    let input = load<f32>(weight);
    weight += 4;
    for (let l = 0; l < lookups; l++) {
      input += load<f32>(weight) * <f32>load<i32>(scratch + FOUND + (<usize>l << 2));
      weight += 4;
    }
    input += load<f32>(weight) * <f32>onCells + load<f32>(weight, 4) * <f32>behind;
    weight += 8;
    if (input > 0) sum += input * load<f32>(outputs + (<usize>(unit + 1) << 2));
  }
  return <i32>nearest(sum);
}

/** The value for the side to move. */
@inline
export function margin(mover: i32, other: i32): i32 {
  return max(-MAX_EVALUATION, min(MAX_EVALUATION, other - mover + tempo));
}

export function evaluateSides(state: usize): i32 {
  const player = turnOf(state);
  return margin(toGo(state, player), toGo(state, player ^ 1));
}

/**
 * Whether all pieces have passed all of the opponent's, with an empty row between: then neither side blocks the other.
 * (Without the empty row a shortest path may cross cells that the other side still occupies.)
 */
export function separated(state: usize): bool {
  const low0 = low(state, 0);
  const high0 = high(state, 0);
  const low1 = low(state, 1);
  const rear0 = high0 ? 127 - <i32>clz(high0) : 63 - <i32>clz(low0);
  const rear1 = low1 ? <i32>ctz(low1) : 64 + <i32>ctz(high(state, 1));
  return row(rear0) + 1 < row(rear1);
}

/** Move-ordering score: rows gained first, then rear pieces first. */
export function orderScoreOf(state: usize, move: i32): i32 {
  if (move == PASS) return -512;
  const player = turnOf(state);
  const from = move >> 7;
  const rear = player ? row(turned(from)) : row(from);
  return (advance(player, from, move & 127) << 4) + (rear >> 1);
}
