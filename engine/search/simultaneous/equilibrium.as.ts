/**
 * Equilibrium search by iterative deepening, for two-player zero-sum games in which both move at once. The value of a finished iteration
 * is that of backward induction to that depth: the value of the matrix game of the children's values, times the discount, at every node.
 * Depth counts rounds, one move of each player. The record's layout is in layout.ts.
 */
import { rulesOf } from "../../contracts/rules.as";
import { SimultaneousRules } from "../../contracts/simultaneous-rules.as";
import { ENDED_BY_DEPTH, ENDED_BY_PROOF } from "../layout";
import { GOING_ON, ended, nodes, startLimits } from "../selective/limits.as";
import {
  activeCount, activeRow, columnCount, columnProbability, lowerAt, moveAt, nextFrame, placeFrames, rowCount, rowPlayer,
  rowProbability, setKiller, stateOf, touchRow, upperAt,
} from "./frame.as";
import {
  EQ_AGE, EQ_COUNTS, EQ_DEPTH, EQ_DISCOUNT, EQ_ENDED, EQ_MOVES, EQ_NODES, EQ_PRUNE, EQ_REACHED, EQ_SCRATCH, EQ_STATE, EQ_TABLE,
  EQ_TABLE_BITS, EQ_VALUE, EQ_VISITED, MAX_ROUNDS, ROOT_BYTES, ROOT_COUNT, ROOT_MOVE, ROOT_PROBABILITY, ROOT_VALUE,
  VALUE_AT_MOST, VALUE_EXACT,
} from "./layout";
import { matrixGameBytes } from "./matrix-game.as";
import { expandNode, heuristic, lower, searchRoot, startNodes } from "./node.as";
import { useTable } from "./table.as";

const NO_MOVE: i32 = i32.MIN_VALUE;

export function equilibriumRecordSize<R extends SimultaneousRules>(): usize {
  const rules = rulesOf<R>();
  return <usize>EQ_MOVES + <usize>ROOT_BYTES * <usize>(rules.maxMoves(0) + rules.maxMoves(1));
}

/** A matrix game as large as any of a node, and a frame for every round and the state after the last. */
export function equilibriumScratchSize<R extends SimultaneousRules>(): usize {
  return solverBytes<R>() + <usize>(MAX_ROUNDS + 1) * placeFrames<R>(0);
}

function solverBytes<R extends SimultaneousRules>(): usize {
  const first = <usize>rulesOf<R>().maxMoves(0);
  const second = <usize>rulesOf<R>().maxMoves(1);
  return (8 * first * second + matrixGameBytes(max(first, second), min(first, second)) + 7) & ~7;
}

/** Searches the record's state, which must not be an ended game, and writes the answer into the record. */
export function searchForEquilibrium<R extends SimultaneousRules>(record: usize): void {
  const rules = rulesOf<R>();
  const scratch = <usize>load<u32>(record, EQ_SCRATCH);
  const age = load<i32>(record, EQ_AGE) + 1;
  store<i32>(record, age, EQ_AGE);
  useTable(load<u32>(record, EQ_TABLE), load<i32>(record, EQ_TABLE_BITS), age);
  const discount = load<f64>(record, EQ_DISCOUNT);
  startNodes<R>(discount, load<i32>(record, EQ_PRUNE) != 0, scratch);
  placeFrames<R>(discount * <f64>rules.winWorth());
  startLimits(load<f64>(record, EQ_NODES), record + EQ_VISITED, 0);

  const root = scratch + solverBytes<R>();
  let frame = root;
  for (let round = 0; round <= MAX_ROUNDS; round++) {
    setKiller(frame, 0, NO_MOVE);
    setKiller(frame, 1, NO_MOVE);
    frame = nextFrame(frame);
  }
  memory.copy(stateOf(root), load<u32>(record, EQ_STATE), rules.stateBytes());
  expandNode<R>(root, 1, 0);
  publishUniform(record, root, <f64>rules.evaluate(stateOf(root)));

  const deepest = min(load<i32>(record, EQ_DEPTH), MAX_ROUNDS);
  let why = ENDED_BY_DEPTH;
  for (let depth = 1; depth <= deepest; depth++) {
    searchRoot<R>(root, depth);
    if (ended != GOING_ON) {
      why = ended;
      break;
    }
    publish(record, root);
    store<i32>(record, depth, EQ_REACHED);
    if (!heuristic) {
      why = ENDED_BY_PROOF;
      break;
    }
  }
  store<i32>(record, why, EQ_ENDED);
  store<f64>(record, <f64>nodes, EQ_VISITED);
}

@inline
function playerCount(root: usize, player: i32): i32 {
  return rowPlayer(root) == player ? rowCount(root) : columnCount(root);
}

/** Where a root move is written. */
@inline
function rootAt(record: usize, root: usize, player: i32, number: i32): usize {
  const before = player == 0 ? 0 : playerCount(root, 0);
  return record + EQ_MOVES + <usize>ROOT_BYTES * <usize>(before + number);
}

function writeRoot(at: usize, move: i32, probability: f64, value: f64, says: i32): void {
  store<f64>(at, probability, ROOT_PROBABILITY);
  store<f64>(at, value, ROOT_VALUE);
  store<i32>(at, move, ROOT_MOVE);
  store<i32>(at, says, ROOT_COUNT);
}

/** What is played where not even the first iteration can be finished: any move. */
function publishUniform(record: usize, root: usize, value: f64): void {
  for (let player = 0; player < 2; player++) {
    const count = playerCount(root, player);
    const each = player == 0 ? value : -value;
    for (let i = 0; i < count; i++) {
      writeRoot(rootAt(record, root, player, i), moveAt(root, player, i), 1 / <f64>count, each, VALUE_EXACT);
    }
    store<i32>(record + (<usize>player << 2), count, EQ_COUNTS);
  }
  store<f64>(record, value, EQ_VALUE);
}

/** The strategies of the root, and what each move gets against the opponent's. */
function publish(record: usize, root: usize): void {
  const player = rowPlayer(root);
  const columns = columnCount(root);
  for (let i = 0; i < rowCount(root); i++) {
    touchRow(root, i);
    let value: f64 = 0;
    let says = VALUE_EXACT;
    for (let j = 0; j < columns; j++) {
      const probability = columnProbability(root, j);
      if (probability == 0) continue;
      value += probability * upperAt(root, i, j);
      if (lowerAt(root, i, j) < upperAt(root, i, j)) says = VALUE_AT_MOST;
    }
    writeRoot(rootAt(record, root, player, i), moveAt(root, player, i), 0, value, says);
  }
  for (let j = 0; j < columns; j++) {
    let value: f64 = 0;
    let says = VALUE_EXACT;
    for (let k = 0; k < activeCount(root); k++) {
      const row = activeRow(root, k);
      const probability = rowProbability(root, k);
      if (probability == 0) continue;
      value += probability * lowerAt(root, row, j);
      if (lowerAt(root, row, j) < upperAt(root, row, j)) says = VALUE_AT_MOST;
    }
    writeRoot(rootAt(record, root, player ^ 1, j), moveAt(root, player ^ 1, j), columnProbability(root, j), -value, says);
  }
  for (let k = 0; k < activeCount(root); k++) {
    store<f64>(rootAt(record, root, player, activeRow(root, k)), rowProbability(root, k), ROOT_PROBABILITY);
  }
  store<f64>(record, lower, EQ_VALUE);
}
