/**
 * UCT for games from rulesheets in the lanes of a propnet. Each lane runs its own simulation: selection in the tree, then a playout to the end,
 * then again from the root while the other lanes continue. With simultaneous moves each role selects by its own statistics (decoupled
 * UCT). Running simulations are virtual losses, so that lanes do not all select the same path.
 */
import { UctRecord } from "../../build/layouts/gdl/uct/uct.as";
import { stopped } from "../../engine/kernel/stop.as";
import { ENDED_BY_NODES, ENDED_BY_PLAYOUTS, ENDED_BY_PROOF, ENDED_BY_STOP } from "../../engine/search/constants";
import { chooseAll } from "./lane-moves.as";
import { incrementAges, computeLegal, restart, advance } from "../propnet/lane-games.as";
import { readGoals } from "./lane-goals.as";
import { publish } from "./publish.as";
import { closeTree, findNode, isProven, nodeCount, openTree, rootHash } from "./tree.as";
import {
  abandon, backpropagate, backpropagateProof, beginSimulation, cutPlayout, evaluateLeaves, IN_TREE, LEAVES_TREE, OUT_OF_TREE, prepareExpansion, PROVEN, startSimulations, visit,
} from "./simulation.as";

export { laneBytes } from "./simulation.as";

/** States visited between two updates of the search info in the record. */
const INFO_INTERVAL: f64 = 8192;

/** Leaves are evaluated together, so playouts are cut up to this many steps later. */
const LEAF_INTERVAL: u32 = 4;

// Sets of lanes in two halves of 64.
let inTreeLow: u64 = 0;
let inTreeHigh: u64 = 0;
let overLow: u64 = 0;
let overHigh: u64 = 0;
let played: f64 = 0;
let target: f64 = 0;
let root: u32 = 0;
let cut: u32 = 0;
let round: u32 = 0;

@inline
function limitOf(given: f64): f64 {
  return given > 0 ? given : Infinity;
}

@inline
function firstLanes(count: u32): u64 {
  return count >= 64 ? u64.MAX_VALUE : (<u64>1 << <u64>count) - 1;
}

/** Searches the start state of the propnet's record, which must not be terminal. */
export function searchUct(search: usize): void {
  const record = UctRecord.at(search);
  const propnet = record.propnet;
  const active = record.active;
  const activeLow = firstLanes(active);
  const activeHigh = active > 64 ? firstLanes(active - 64) : 0;
  const maxSteps = limitOf(record.maxSteps);
  target = limitOf(record.maxPlayouts);
  cut = record.cut;
  round = 0;
  startSimulations(search);
  root = openTree(search);
  record.reused = nodeCount;
  restart(propnet, i64x2.splat(-1));
  for (let lane: u32 = 0; lane < active; lane++) beginSimulation(lane, root);
  inTreeLow = activeLow;
  inTreeHigh = activeHigh;
  played = 0;
  let steps: f64 = 0;
  let infoAt: f64 = 0;
  let why: u32 = 0;
  while (true) {
    if (root && isProven(root)) why = ENDED_BY_PROOF;
    else if (played >= target) why = ENDED_BY_PLAYOUTS;
    else if (steps + <f64>active > maxSteps) why = ENDED_BY_NODES;
    // At least one playout, so that there are statistics to choose by.
    else if (played > 0 && stopped()) why = ENDED_BY_STOP;
    if (why) break;
    const ended = computeLegal(propnet);
    const aged = incrementAges(propnet);
    const over = v128.or(ended, cut == 0 || (round++ & (LEAF_INTERVAL - 1)) == 0 ? aged : i64x2.splat(0));
    overLow = <u64>i64x2.extract_lane(over, 0) & activeLow;
    overHigh = <u64>i64x2.extract_lane(over, 1) & activeHigh;
    if (overLow | overHigh) {
      readGoals(propnet, overLow, overHigh);
      if (cut > 0) evaluateLeaves(search, overLow & ~<u64>i64x2.extract_lane(ended, 0), overHigh & ~<u64>i64x2.extract_lane(ended, 1));
      // Ends of playouts; lanes in the tree are handled below.
      endPlayouts(overLow & ~inTreeLow, 0);
      endPlayouts(overHigh & ~inTreeHigh, 64);
    }
    prepareExpansion();
    simulateLow();
    simulateHigh();
    chooseAll(
      propnet, inTreeLow & ~overLow, inTreeHigh & ~overHigh, activeLow & ~inTreeLow & ~overLow, activeHigh & ~inTreeHigh & ~overHigh, u64.MAX_VALUE, u64.MAX_VALUE,
    );
    advance(propnet);
    steps += <f64>active;
    // Lanes that have left the tree are in no set now.
    if (overLow | overHigh) {
      restart(propnet, i64x2(<i64>overLow, <i64>overHigh));
      beginAgain(overLow, 0);
      beginAgain(overHigh, 64);
      inTreeLow = (inTreeLow & ~leavingLow) | overLow;
      inTreeHigh = (inTreeHigh & ~leavingHigh) | overHigh;
    } else {
      inTreeLow &= ~leavingLow;
      inTreeHigh &= ~leavingHigh;
    }
    if (steps < infoAt) continue;
    infoAt = steps + INFO_INTERVAL;
    publish(search, root, played, steps);
  }
  for (let lane: u32 = 0; lane < active; lane++) abandon(lane);
  publish(search, root, played, steps);
  closeTree(search);
  record.ended = why;
  record.nodes = nodeCount;
}

let leavingLow: u64 = 0;
let leavingHigh: u64 = 0;

function endPlayouts(set: u64, first: u32): void {
  for (; set; set &= set - 1) {
    if (played >= target) abandon(first + <u32>ctz(set));
    else {
      backpropagate(first + <u32>ctz(set));
      played++;
    }
  }
}

function beginAgain(set: u64, first: u32): void {
  for (; set; set &= set - 1) beginSimulation(first + <u32>ctz(set), root);
}

/** Advances the lanes of a half that are in the tree. */
function simulateLow(): void {
  leavingLow = 0;
  for (let set = inTreeLow; set; set &= set - 1) {
    const bit = set & (0 - set);
    const what = simulate(<u32>ctz(set), (overLow & bit) != 0);
    if (what == IN_TREE) continue;
    if (what == PROVEN) overLow |= bit;
    else if (what == OUT_OF_TREE) inTreeLow &= ~bit;
    else leavingLow |= bit;
  }
}

function simulateHigh(): void {
  leavingHigh = 0;
  for (let set = inTreeHigh; set; set &= set - 1) {
    const bit = set & (0 - set);
    const what = simulate(64 + <u32>ctz(set), (overHigh & bit) != 0);
    if (what == IN_TREE) continue;
    if (what == PROVEN) overHigh |= bit;
    else if (what == OUT_OF_TREE) inTreeHigh &= ~bit;
    else leavingHigh |= bit;
  }
}

function simulate(lane: u32, isOver: bool): u32 {
  const what = visit(lane, isOver);
  if (cut > 0 && (what == LEAVES_TREE || what == OUT_OF_TREE)) cutPlayout(lane, cut);
  if (root == 0) root = findNode(rootHash);
  if (what == PROVEN) {
    if (played >= target) abandon(lane);
    else {
      backpropagateProof(lane);
      played++;
    }
  } else if (what == OUT_OF_TREE && isOver) {
    endPlayouts(<u64>1 << <u64>(lane & 63), lane & 64);
  }
  return what;
}
