/**
 * Equilibrium search with iterative deepening, for two-player zero-sum games with simultaneous moves. The value of a finished iteration is that
 * of backward induction to that depth: every node is a matrix game of its children's discounted values, solved for a Nash equilibrium.
 * Depth counts rounds, one move of each player. The record's layout is in layout.ts.
 */
import { rulesOf } from "../../contracts/rules.as";
import { SimultaneousRules } from "../../contracts/simultaneous-rules.as";
import { ENDED_BY_DEPTH, ENDED_BY_PROOF } from "../layout";
import { RUNNING, ended, nodes, startLimits } from "../selective/limits.as";
import { nextFrame, placeFrames, setKiller, stateOf } from "./frame.as";
import {
  EQ_AGE, EQ_DEPTH, EQ_DISCOUNT, EQ_ENDED, EQ_MOVES, EQ_NODES, EQ_PRUNE, EQ_SCRATCH, EQ_STATE, EQ_TT, EQ_TT_BITS, EQ_VISITED,
  MAX_ROUNDS, ROOT_BYTES,
} from "./layout";
import { matrixGameBytes } from "./matrix-game.as";
import { expandNode, heuristic, lower, searchRoot, startNodes } from "./node.as";
import { publishIteration, publishUniform, startRoot } from "./root.as";
import { useTable } from "./transposition-table.as";

const NO_MOVE: i32 = i32.MIN_VALUE;

export function equilibriumRecordSize<R extends SimultaneousRules>(): usize {
  const rules = rulesOf<R>();
  return <usize>EQ_MOVES + <usize>ROOT_BYTES * <usize>(rules.maxMoves(0) + rules.maxMoves(1));
}

/** The largest matrix game of a node, and a frame for every round and the state after the last. */
export function equilibriumScratchSize<R extends SimultaneousRules>(): usize {
  return solverBytes<R>() + <usize>(MAX_ROUNDS + 1) * placeFrames<R>(0);
}

function solverBytes<R extends SimultaneousRules>(): usize {
  const first = <usize>rulesOf<R>().maxMoves(0);
  const second = <usize>rulesOf<R>().maxMoves(1);
  return (8 * first * second + matrixGameBytes(max(first, second), min(first, second)) + 7) & ~7;
}

/** Searches the record's state, which must not be terminal, and writes the result into the record. */
export function searchForEquilibrium<R extends SimultaneousRules>(record: usize): void {
  const rules = rulesOf<R>();
  const scratch = <usize>load<u32>(record, EQ_SCRATCH);
  const age = load<i32>(record, EQ_AGE) + 1;
  store<i32>(record, age, EQ_AGE);
  useTable(load<u32>(record, EQ_TT), load<i32>(record, EQ_TT_BITS), age);
  const discount = load<f64>(record, EQ_DISCOUNT);
  startNodes<R>(discount, load<i32>(record, EQ_PRUNE) != 0, scratch);
  placeFrames<R>(discount * <f64>rules.winUtility());
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
  startRoot(record, root);
  publishUniform(<f64>rules.evaluate(stateOf(root)));

  const deepest = min(load<i32>(record, EQ_DEPTH), MAX_ROUNDS);
  let why = ENDED_BY_DEPTH;
  for (let depth = 1; depth <= deepest; depth++) {
    searchRoot<R>(root, depth);
    if (ended != RUNNING) {
      why = ended;
      break;
    }
    publishIteration(lower, depth);
    if (!heuristic) {
      why = ENDED_BY_PROOF;
      break;
    }
  }
  store<i32>(record, why, EQ_ENDED);
  store<f64>(record, <f64>nodes, EQ_VISITED);
}
