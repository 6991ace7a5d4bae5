/**
 * Equilibrium search with iterative deepening, for two-player zero-sum games with simultaneous moves. The value of a finished iteration is that
 * of backward induction to that depth: every node is a matrix game of its children's discounted values, solved for a Nash equilibrium.
 * Depth counts rounds, one move of each player. The record is described in simultaneous.layout.ts.
 */
import { EquilibriumRecord, StrategyMove } from "../../../build/layouts/engine/search/simultaneous/simultaneous.as";
import { rulesOf } from "../../contracts/rules.as";
import { SimultaneousRules } from "../../contracts/simultaneous-rules.as";
import { ENDED_BY_DEPTH, ENDED_BY_PROOF } from "../constants";
import { RUNNING, ended, nodes, startLimits } from "../selective/limits.as";
import { nextFrame, placeFrames, setKiller, stateOf } from "./frame.as";
import { MAX_ROUNDS } from "./constants";
import { matrixGameBytes } from "./matrix-game.as";
import { expandNode, heuristic, lower, searchRoot, startNodes } from "./node.as";
import { publishIteration, publishUniform, startRoot } from "./root.as";
import { useTable } from "./transposition-table.as";

const NO_MOVE: i32 = i32.MIN_VALUE;

export function equilibriumRecordSize<R extends SimultaneousRules>(): usize {
  const rules = rulesOf<R>();
  return EquilibriumRecord.BYTES + StrategyMove.BYTES * <usize>(rules.maxMoves(0) + rules.maxMoves(1));
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
export function searchForEquilibrium<R extends SimultaneousRules>(address: usize): void {
  const record = EquilibriumRecord.at(address);
  const rules = rulesOf<R>();
  const scratch = record.scratch;
  record.age++;
  useTable(record.table, record.tableBits, record.age);
  const discount = record.discount;
  startNodes<R>(discount, record.prune != 0, scratch);
  placeFrames<R>(discount * <f64>rules.winUtility());
  startLimits(record.maxNodes, record.nodesAddress, 0);

  const root = scratch + solverBytes<R>();
  let frame = root;
  for (let round = 0; round <= MAX_ROUNDS; round++) {
    setKiller(frame, 0, NO_MOVE);
    setKiller(frame, 1, NO_MOVE);
    frame = nextFrame(frame);
  }
  memory.copy(stateOf(root), record.state, rules.stateBytes());
  expandNode<R>(root, 1, 0);
  startRoot(record, root);
  publishUniform(<f64>rules.evaluate(stateOf(root)));

  const deepest = min(record.maxDepth, MAX_ROUNDS);
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
  record.ended = why;
  record.nodes = <f64>nodes;
}
