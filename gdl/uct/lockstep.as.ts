/**
 * Sequential UCT of 128 states at once: each lane searches its own start state in its own tree, one simulation at a time, so that every
 * selection knows all results before it. The lanes of a propnet cost the same whether one or all of them are used.
 */
import { PropnetRecord } from "../../build/layouts/gdl/propnet/propnet.as";
import { RootMoveRecord, UctRecord } from "../../build/layouts/gdl/uct/uct.as";
import { incrementAges, computeLegal, clearAges, advance } from "../propnet/lane-games.as";
import { readGoals } from "./lane-goals.as";
import { chooseAll } from "./lane-moves.as";
import { listRole } from "./move-list.as";
import { writeMoves } from "./publish.as";
import { closeTree, isProven, nodeOfList, openTree } from "./tree.as";
import {
  beginSimulation, backpropagate, backpropagateProof, PROVEN, OUT_OF_TREE, rootListOfLane, startSimulations, visit, IN_TREE, guideLanes, prepareExpansion,
} from "./simulation.as";

let target: u32 = 0;
/** By lane: finished simulations. */
let played: usize = 0;
// Addresses of sets of lanes: still searching, in the tree, at the end of a simulation, leaving the tree with the next step.
let active: usize = 0;
let inTree: usize = 0;
let over: usize = 0;
let leaving: usize = 0;

/**
 * Searches lanes of `starts`, none of which may be terminal: words of facts, then the set of lanes to search, the set of lanes that follow the
 * policy, four sets of scratch, and 128 numbers, which receive the numbers of root moves. The root moves of lane i are at `rootMoves` + i ×
 * `stride` records.
 */
export function searchLanes(search: usize, stride: u32): void {
  const record = UctRecord.at(search);
  const propnet = record.propnet;
  const facts = <usize>PropnetRecord.at(propnet).facts << 4;
  const masks = record.starts + facts;
  const guidedLow = load<u64>(masks, 16);
  const guidedHigh = load<u64>(masks, 24);
  active = masks + 32;
  inTree = masks + 48;
  over = masks + 64;
  leaving = masks + 80;
  played = masks + 96;
  target = <u32>record.maxPlayouts;
  startSimulations(search);
  guideLanes(guidedLow, guidedHigh);
  openTree(search);
  memory.fill(played, 0, 4 * 128);
  v128.store(active, v128.load(masks));
  const searched = v128.load(active);
  restartLanes(propnet, record.starts, searched);
  for (let lane: u32 = 0; lane < 128; lane++) beginSimulation(lane, 0);
  v128.store(inTree, searched);
  let steps: f64 = 0;
  while (v128.any_true(v128.load(active))) {
    const ended = computeLegal(propnet);
    v128.store(over, v128.and(v128.or(ended, incrementAges(propnet)), v128.load(active)));
    if (v128.any_true(v128.load(over))) {
      readGoals(propnet, load<u64>(over), load<u64>(over, 8));
      endPlayouts(0);
      endPlayouts(8);
    }
    v128.store(leaving, i64x2.splat(0));
    prepareExpansion();
    simulate(0);
    simulate(8);
    const ending = v128.load(over);
    const tree = v128.andnot(v128.load(inTree), ending);
    const free = v128.andnot(v128.andnot(v128.load(active), v128.load(inTree)), ending);
    chooseAll(
      propnet, <u64>i64x2.extract_lane(tree, 0), <u64>i64x2.extract_lane(tree, 1), <u64>i64x2.extract_lane(free, 0), <u64>i64x2.extract_lane(free, 1), guidedLow, guidedHigh,
    );
    advance(propnet);
    steps += <f64>(popcnt(load<u64>(active)) + popcnt(load<u64>(active, 8)));
    v128.store(inTree, v128.andnot(v128.load(inTree), v128.load(leaving)));
    if (!v128.any_true(ending)) continue;
    retire(0);
    retire(8);
    restartLanes(propnet, record.starts, ending);
    v128.store(inTree, v128.and(v128.or(v128.load(inTree), ending), v128.load(active)));
  }
  for (let lane: u32 = 0; lane < 128; lane++) {
    const place = played + (<usize>lane << 2);
    if (!load<u32>(place)) continue;
    const list = rootListOfLane(lane);
    store<u32>(place, writeMoves(record.rootMoves + <usize>(lane * stride) * RootMoveRecord.BYTES, list, listRole(list)));
  }
  record.steps = steps;
  closeTree(search);
}

/** Resets these lanes to their start states. */
function restartLanes(propnet: usize, starts: usize, lanes: v128): void {
  const words = PropnetRecord.at(propnet).words;
  const facts = <usize>PropnetRecord.at(propnet).facts << 4;
  for (let i: usize = 0; i < facts; i += 16) v128.store(words + i, v128.bitselect(v128.load(starts + i), v128.load(words + i), lanes));
  clearAges(propnet, lanes);
}

@inline
function count(lane: u32): void {
  store<u32>(played + (<usize>lane << 2), load<u32>(played + (<usize>lane << 2)) + 1);
}

/** Ends of playouts; lanes in the tree are handled by `simulate`. */
function endPlayouts(half: usize): void {
  for (let set = load<u64>(over + half) & ~load<u64>(inTree + half); set; set &= set - 1) {
    const lane = (<u32>half << 3) + <u32>ctz(set);
    backpropagate(lane);
    count(lane);
  }
}

/** Advances the lanes of a half that are in the tree. */
function simulate(half: usize): void {
  for (let set = load<u64>(inTree + half); set; set &= set - 1) {
    const bit = set & (0 - set);
    const lane = (<u32>half << 3) + <u32>ctz(set);
    const isOver = (load<u64>(over + half) & bit) != 0;
    const what = visit(lane, isOver);
    if (what == IN_TREE) continue;
    if (what == PROVEN) {
      backpropagateProof(lane);
      count(lane);
      store<u64>(over + half, load<u64>(over + half) | bit);
    } else if (what == OUT_OF_TREE) {
      store<u64>(inTree + half, load<u64>(inTree + half) & ~bit);
      if (!isOver) continue;
      backpropagate(lane);
      count(lane);
    } else store<u64>(leaving + half, load<u64>(leaving + half) | bit);
  }
}

/** Starts the next simulation of lanes that ended one, or ends their search. */
function retire(half: usize): void {
  for (let set = load<u64>(over + half); set; set &= set - 1) {
    const lane = (<u32>half << 3) + <u32>ctz(set);
    const root = nodeOfList(rootListOfLane(lane));
    if (load<u32>(played + (<usize>lane << 2)) < target && !isProven(root)) beginSimulation(lane, root);
    else store<u64>(active + half, load<u64>(active + half) & ~(set & (0 - set)));
  }
}
