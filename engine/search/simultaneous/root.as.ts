/** The result of equilibrium search: strategies of both players at the root, and the value of each move against the other's. */
import { EquilibriumRecord, StrategyMove } from "../../../build/layouts/engine/search/simultaneous/simultaneous.as";
import {
  activate, activeCount, activeRow, columnCount, columnProbability, lowerAt, moveAt, rowCount, rowPlayer, rowProbability, touchRow,
  upperAt,
} from "./frame.as";
import { VALUE_AT_MOST, VALUE_EXACT } from "./constants";

let record: EquilibriumRecord = EquilibriumRecord.at(0);
let root: usize = 0;

export function startRoot(ofSearch: EquilibriumRecord, frame: usize): void {
  record = ofSearch;
  root = frame;
}

@inline
function playerCount(player: i32): i32 {
  return rowPlayer(root) == player ? rowCount(root) : columnCount(root);
}

@inline
function rootAt(player: i32, number: i32): StrategyMove {
  const before = player == 0 ? 0 : playerCount(0);
  return record.moves[before + number];
}

function writeRoot(at: StrategyMove, move: i32, probability: f64, value: f64, bound: i32): void {
  at.probability = probability;
  at.value = value;
  at.move = move;
  at.boundOrVisits = bound;
}

/** Uniform strategies, for the case that the first iteration is not finished. */
export function publishUniform(value: f64): void {
  for (let player = 0; player < 2; player++) {
    const count = playerCount(player);
    const each = player == 0 ? value : -value;
    for (let i = 0; i < count; i++) {
      writeRoot(rootAt(player, i), moveAt(root, player, i), 1 / <f64>count, each, VALUE_EXACT);
    }
    record.counts[player] = count;
  }
  record.value = value;
}

/** The strategies of a finished iteration, and the value of each move against the opponent's. */
export function publishIteration(value: f64, depth: i32): void {
  const player = rowPlayer(root);
  const columns = columnCount(root);
  for (let i = 0; i < rowCount(root); i++) {
    touchRow(root, i);
    let value: f64 = 0;
    let bound = VALUE_EXACT;
    for (let j = 0; j < columns; j++) {
      const probability = columnProbability(root, j);
      if (probability == 0) continue;
      value += probability * upperAt(root, i, j);
      if (lowerAt(root, i, j) < upperAt(root, i, j)) bound = VALUE_AT_MOST;
    }
    writeRoot(rootAt(player, i), moveAt(root, player, i), 0, value, bound);
  }
  for (let j = 0; j < columns; j++) {
    let value: f64 = 0;
    let bound = VALUE_EXACT;
    for (let k = 0; k < activeCount(root); k++) {
      const row = activeRow(root, k);
      const probability = rowProbability(root, k);
      if (probability == 0) continue;
      value += probability * lowerAt(root, row, j);
      if (lowerAt(root, row, j) < upperAt(root, row, j)) bound = VALUE_AT_MOST;
    }
    writeRoot(rootAt(player ^ 1, j), moveAt(root, player ^ 1, j), columnProbability(root, j), -value, bound);
  }
  publishRows();
  record.value = value;
  record.depth = depth;
}

function publishRows(): void {
  const player = rowPlayer(root);
  for (let i = 0; i < rowCount(root); i++) rootAt(player, i).probability = 0;
  for (let k = 0; k < activeCount(root); k++) {
    rootAt(player, activeRow(root, k)).probability = rowProbability(root, k);
  }
}

/** Starts the restricted game of the root with the support of the previous iteration. */
export function activateLastRows(frame: usize): void {
  if (frame != root || record.depth == 0) return;
  const player = rowPlayer(frame);
  for (let i = 0; i < rowCount(frame); i++) if (rootAt(player, i).probability > 0) activate(frame, i);
}

/**
 * Called when the restricted game of a frame is solved. At the root, the row player's strategy is published for the case that the iteration is
 * not finished: it is no worse than the previous iteration's, whose rows are in the restricted game. The column player's strategy has not
 * been tested against all rows.
 */
export function publishRestricted(frame: usize): void {
  if (frame == root && record.depth > 0) publishRows();
}
