/** Simulations in the lanes: selection, expansion, backpropagation and proofs (MCTS solver). */
import { Child } from "../../build/layouts/gdl/alphabeta/alphabeta.as";
import { evaluateLanes } from "../alphabeta/evaluate.as";
import { PropnetGoal, PropnetRecord, PropnetRole } from "../../build/layouts/gdl/propnet/propnet.as";
import { UctRecord } from "../../build/layouts/gdl/uct/uct.as";
import { evaluatePolicy, followsPolicy, scoreSuggestions } from "../gifl/policy.as";
import { ln } from "../../engine/search/logarithm.as";
import { hashOfLane, legalOfLane } from "./lane-state.as";
import { LANE_BYTES, MAX_PATH } from "./constants";
import {
  addVisit, addVirtualLoss, UNTRIED, removeVirtualLoss, listBytes, listCount, listRole, meansOf, moveAt, nextList, explorationsOf, rounded, setMove, moveOf, MOVE_NUMBER, MOVE_BYTES,
} from "./move-list.as";
import {
  addList, childOf, choosers, addNodeVisit, findNode, firstList, fullness, isProven, link, newNode, nodeCount, nodeOfList, onlyMove, proveMove, provenGoal, setOnlyMove, setProven, setProvenGoal, removeNodeVisit,
} from "./tree.as";

// A lane: node, path length, then pairs of a list and an index in it.
const LANE_NODE: usize = 0;
const LANE_LENGTH: usize = 4;
const LANE_PATH: usize = 8;

let propnet: usize = 0;
let lanes: usize = 0;
let roles: u32 = 0;
let exploration: f32 = 0;
let threshold: u32 = 0;
let proofs: bool = true;
/** The role that chooses at random, plus 1; 0 for none. */
let chance: u32 = 0;
let playoutFromNode: bool = false;
/** Whether the playout policy decides which moves of a node are tried first. */
let guidedExpansion: bool = false;
// The lanes that follow the policy.
let guidedLow: u64 = 0;
let guidedHigh: u64 = 0;
/** Distinguishes the states of lanes that search separately; 0 if all lanes share a tree. */
let laneSalt: u64 = 0;
/** By lane and role: goals of finished games, and the moves selected in the tree. */
let goals: usize = 0;
let moves: usize = 0;
/** By role: the best and the worst goal. */
let ranges: usize = 0;

export function laneBytes(count: u32): usize {
  return 128 * (<usize>LANE_BYTES + (<usize>count << 3)) + (<usize>count << 3);
}

export function startSimulations(search: usize): void {
  const record = UctRecord.at(search);
  propnet = record.propnet;
  lanes = record.lanes;
  roles = PropnetRecord.at(propnet).roleCount;
  exploration = <f32>record.c;
  threshold = record.threshold;
  proofs = record.proofs != 0;
  chance = record.chance;
  playoutFromNode = record.playoutFromNode != 0;
  guidedExpansion = record.guidedExpansion != 0 && PropnetRecord.at(propnet).policy != 0;
  guideLanes(u64.MAX_VALUE, u64.MAX_VALUE);
  laneSalt = record.starts ? 0x9e3779b97f4a7c15 : 0;
  goals = lanes + 128 * <usize>LANE_BYTES;
  moves = goals + (<usize>roles << 9);
  ranges = moves + (<usize>roles << 9);
  const list = PropnetRecord.at(propnet).goals;
  const end = list + <usize>PropnetRecord.at(propnet).goalCount * PropnetGoal.BYTES;
  for (let role: usize = 0; role < <usize>roles; role++) {
    store<u32>(ranges + (role << 3), 0);
    store<u32>(ranges + (role << 3), u32.MAX_VALUE, 4);
  }
  for (let at = list; at < end; at += PropnetGoal.BYTES) {
    const range = ranges + (<usize>PropnetGoal.at(at).role << 3);
    const value = PropnetGoal.at(at).value;
    store<u32>(range, max(value, load<u32>(range)));
    store<u32>(range, min(value, load<u32>(range, 4)), 4);
  }
}

export function guideLanes(low: u64, high: u64): void {
  guidedLow = low;
  guidedHigh = high;
}

/** Called after `computeLegal` and before `visit`: new nodes ask the policy for suggestions. */
@inline
export function prepareExpansion(): void {
  if (guidedExpansion) evaluatePolicy(propnet);
}

@inline
function laneAt(lane: u32): usize {
  return lanes + <usize>lane * LANE_BYTES;
}

/** Address of the goal of a role in a lane. */
@inline
export function goalPlace(lane: u32, role: u32): usize {
  return goals + (<usize>(lane * roles + role) << 2);
}

/** The move selected in the tree for a role in a lane. */
@inline
export function chosenMove(lane: u32, role: u32): u32 {
  return load<u32>(moves + (<usize>(lane * roles + role) << 2));
}

/** Starts a simulation at the root; node 0 is looked up when its state is known. */
@inline
export function beginSimulation(lane: u32, root: u32): void {
  store<u32>(laneAt(lane), root, LANE_NODE);
  store<u32>(laneAt(lane), 0, LANE_LENGTH);
}

// Results of `visit`.
export const IN_TREE: u32 = 0;
export const LEAVES_TREE: u32 = 1; // its next step is the first of the playout
export const OUT_OF_TREE: u32 = 2; // there is no node: the playout begins here
export const PROVEN: u32 = 3; // its outcome is proven

/** Selects the moves of a lane in its node, which is created if it does not exist. */
export function visit(lane: u32, isOver: bool): u32 {
  const own = laneAt(lane);
  let at = load<u32>(own, LANE_NODE);
  const before = nodeCount;
  if (!at) {
    at = nodeOfLane(lane, isOver);
    if (!at) return OUT_OF_TREE;
    store<u32>(own, at, LANE_NODE);
  }
  if (isProven(at)) return PROVEN;
  const length = load<u32>(own, LANE_LENGTH);
  if (isOver || length + choosers(at) > <u32>MAX_PATH) return OUT_OF_TREE;
  if (playoutFromNode && length && nodeCount != before) return OUT_OF_TREE;
  for (let role: u32 = 0; role < roles; role++) store<u32>(moves + (<usize>(lane * roles + role) << 2), onlyMove(at, role));
  const visits = addNodeVisit(at);
  const explore = exploration * Mathf.sqrt(<f32>ln(<f64>(visits + 1)));
  let path = own + LANE_PATH + (<usize>length << 3);
  let fewest: u32 = u32.MAX_VALUE;
  for (let list = firstList(at); list; list = nextList(list)) {
    // With simultaneous moves, random exploration prevents roles from choosing in lockstep.
    const index = listRole(list) + 1 == chance
      ? randomIndex(listCount(list))
      : select(list, choosers(at) == 1 ? explore : explore * randomNumber(PropnetRecord.at(propnet).random) * (2.0 / 1024));
    fewest = min(fewest, addVirtualLoss(list, index));
    store<u32>(moves + (<usize>(lane * roles + listRole(list)) << 2), moveAt(list, index));
    store<u32>(path, <u32>list);
    store<u32>(path, index, 4);
    path += 8;
  }
  store<u32>(own, length + choosers(at), LANE_LENGTH);
  const first = firstList(at);
  const child = childOf(first, load<u32>(own + LANE_PATH + (<usize>length << 3), 4), keyAfter(own + LANE_PATH + (<usize>length << 3), choosers(at)));
  store<u32>(own, child, LANE_NODE);
  if (child) return IN_TREE;
  // A simulation adds at most one node.
  return nodeCount == before && fewest >= expansionThreshold() ? IN_TREE : LEAVES_TREE;
}

/** Visits of a move before its successor gets a node; grows as memory fills up. */
@inline
function expansionThreshold(): u32 {
  const full = fullness();
  return full < 0.5 ? threshold : threshold << <u32>(full * 16 - 7);
}

/** The indices in all lists of a step except the first, as one number. */
@inline
function keyAfter(path: usize, count: u32): u32 {
  let key: u32 = 0;
  for (let i: u32 = 1; i < count; i++) {
    const item = path + (<usize>i << 3);
    key = key * listCount(<usize>load<u32>(item)) + load<u32>(item, 4);
  }
  return key;
}

/** UCB1 with virtual losses, four moves at a time. */
function select(list: usize, explore: f32): u32 {
  const count = rounded(listCount(list)) << 2;
  const means = meansOf(list);
  const explorations = explorationsOf(list);
  const weight = f32x4.splat(explore);
  let best = f32x4.splat(-Infinity);
  let places = i32x4.splat(0);
  let place = i32x4(0, 1, 2, 3);
  for (let i: usize = 0; i < count; i += 16) {
    const score = f32x4.add(v128.load(means + i), f32x4.mul(weight, v128.load(explorations + i)));
    const better = f32x4.gt(score, best);
    best = v128.bitselect(score, best, better);
    places = v128.bitselect(place, places, better);
    place = i32x4.add(place, i32x4.splat(4));
  }
  let top = f32x4.extract_lane(best, 0);
  let index = i32x4.extract_lane(places, 0);
  if (f32x4.extract_lane(best, 1) > top) {
    top = f32x4.extract_lane(best, 1);
    index = i32x4.extract_lane(places, 1);
  }
  if (f32x4.extract_lane(best, 2) > top) {
    top = f32x4.extract_lane(best, 2);
    index = i32x4.extract_lane(places, 2);
  }
  if (f32x4.extract_lane(best, 3) > top) index = i32x4.extract_lane(places, 3);
  return <u32>index;
}

/** The node of a lane's state, created and linked to its parent if necessary; 0 if memory is full. */
function nodeOfLane(lane: u32, isOver: bool): u32 {
  const own = laneAt(lane);
  const length = load<u32>(own, LANE_LENGTH);
  let last: usize = 0;
  let key: u32 = 0;
  if (length) {
    // The first list of the last step: a step has an item for each chooser.
    const count = choosers(nodeOfList(<usize>load<u32>(own + LANE_PATH + (<usize>(length - 1) << 3))));
    last = own + LANE_PATH + (<usize>(length - count) << 3);
    key = keyAfter(last, count);
    const known = childOf(<usize>load<u32>(last), load<u32>(last, 4), key);
    if (known) return known;
  }
  const hash = hashOfLane(propnet, lane) ^ (laneSalt * (<u64>lane + 1));
  let at = findNode(hash);
  if (!at) at = isOver ? newTerminal(lane, hash) : newState(lane, hash);
  if (at && last) link(<usize>load<u32>(last), load<u32>(last, 4), key, at);
  return at;
}

function newTerminal(lane: u32, hash: u64): u32 {
  const at = newNode(hash, roles, 0);
  if (!at) return 0;
  for (let role: u32 = 0; role < roles; role++) setProvenGoal(at, role, load<u32>(goalPlace(lane, role)));
  setProven(at);
  return at;
}

function newState(lane: u32, hash: u64): u32 {
  // The scratch for choosing moves is free here.
  const scratch = PropnetRecord.at(propnet).masks;
  let bytes: u32 = 0;
  let at = scratch;
  let choosing: u32 = 0;
  const first = PropnetRecord.at(propnet).roles;
  for (let role: u32 = 0; role < roles; role++) {
    const count = legalOfLane(propnet, first + <usize>role * PropnetRole.BYTES, lane, at + 4);
    if (count == 0) return 0;
    store<u32>(at, count);
    at += 4 + (<usize>count << 2);
    if (count > 1) {
      bytes += listBytes(count);
      choosing++;
    }
  }
  if (choosing == 0) bytes = listBytes(1);
  const node = newNode(hash, roles, bytes);
  if (!node) return 0;
  const random = PropnetRecord.at(propnet).random;
  at = scratch;
  let before: usize = 0;
  for (let role: u32 = 0; role < roles; role++) {
    const count = load<u32>(at);
    at += 4;
    setOnlyMove(node, role, load<u32>(at));
    if (count > 1 || (choosing == 0 && role == 0)) {
      before = addList(node, before, role, count);
      for (let i: u32 = 0; i < count; i++) setMove(before, i, load<u32>(at + (<usize>i << 2)), UNTRIED + randomNumber(random));
      if (guidedExpansion && ((lane < 64 ? guidedLow : guidedHigh) >> <u64>(lane & 63)) & 1) orderBySuggestions(before, role, lane);
    }
    at += <usize>count << 2;
  }
  return node;
}

/** Moves that the policy suggests are tried before the others, those to avoid after them. */
function orderBySuggestions(list: usize, role: u32, lane: u32): void {
  if (!followsPolicy(propnet, role)) return;
  const count = listCount(list);
  const means = meansOf(list);
  // Moves to avoid must not fall below the mean of untried moves.
  for (let i: u32 = 0; i < count; i++) store<f32>(means + (<usize>i << 2), load<f32>(means + (<usize>i << 2)) + 1024);
  scoreSuggestions(propnet, role, lane, means, moveOf(list, 0) + MOVE_NUMBER, MOVE_BYTES, count, 1024);
}

/** A random number from 0 to 1023, for the order of untried moves. */
@inline
function randomNumber(random: usize): f32 {
  return <f32>(randomWord(random) >> 54);
}

/** A move of chance, uniformly. */
function randomIndex(count: u32): u32 {
  return <u32>(((randomWord(PropnetRecord.at(propnet).random) >> 32) * <u64>count) >> 32);
}

@inline
function randomWord(random: usize): u64 {
  let state = load<u64>(random);
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  store<u64>(random, state);
  return state;
}

/** Adds the goals of a finished lane to all moves on its path. */
export function backpropagate(lane: u32): void {
  const own = laneAt(lane);
  for (let item = own + LANE_PATH + (<usize>load<u32>(own, LANE_LENGTH) << 3); item > own + LANE_PATH;) {
    item -= 8;
    const list = <usize>load<u32>(item);
    addVisit(list, load<u32>(item, 4), load<u32>(goalPlace(lane, listRole(list))));
  }
}

/** The same for a lane at a proven node; also propagates the proof along the path. */
export function backpropagateProof(lane: u32): void {
  const own = laneAt(lane);
  const known = load<u32>(own, LANE_NODE);
  for (let role: u32 = 0; role < roles; role++) store<u32>(goalPlace(lane, role), provenGoal(known, role));
  backpropagate(lane);
  if (!proofs) return;
  let child = known;
  for (let item = own + LANE_PATH + (<usize>load<u32>(own, LANE_LENGTH) << 3); item > own + LANE_PATH;) {
    item -= 8;
    const list = <usize>load<u32>(item);
    // A chance node has no best move that would prove it.
    if (listRole(list) + 1 == chance) return;
    const range = ranges + (<usize>listRole(list) << 3);
    if (!proveMove(list, load<u32>(item, 4), child, roles, load<u32>(range), load<u32>(range, 4))) return;
    child = nodeOfList(list);
  }
}

/** The list of moves of a lane's root, after its first simulation. */
export function rootListOfLane(lane: u32): usize {
  return <usize>load<u32>(laneAt(lane) + LANE_PATH);
}

/** Lets the playout of a lane end `steps` after the next one. */
@inline
export function cutPlayout(lane: u32, steps: u32): void {
  const place = PropnetRecord.at(propnet).ages + (<usize>lane << 1);
  const age = max<i32>(0, <i32>PropnetRecord.at(propnet).maxSteps - <i32>steps);
  if (<i32>load<i16>(place) < age) store<i16>(place, <i16>age);
}

/** Points of lanes whose playouts are cut: expected points by an evaluation of their states. */
export function evaluateLeaves(search: usize, low: u64, high: u64): void {
  const leaves = UctRecord.at(search).leaves;
  const scale = UctRecord.at(search).scale;
  evaluateLanes(propnet, UctRecord.at(search).evaluation, leaves, Child.BYTES, 128, 0, 0);
  for (let half: u32 = 0; half < 128; half += 64) {
    for (let set = half ? high : low; set; set &= set - 1) {
      const lane = half + <u32>ctz(set);
      const value = Child.at(leaves + <usize>lane * Child.BYTES).value;
      const share = <f64>value / scale;
      const points = <u32>(50.5 + 50 * share / Math.sqrt(1 + share * share));
      store<u32>(goalPlace(lane, 0), points);
      store<u32>(goalPlace(lane, 1), 100 - points);
    }
  }
}

/** Removes the virtual losses of an unfinished simulation. */
export function abandon(lane: u32): void {
  const own = laneAt(lane);
  for (let item = own + LANE_PATH + (<usize>load<u32>(own, LANE_LENGTH) << 3); item > own + LANE_PATH;) {
    item -= 8;
    const list = <usize>load<u32>(item);
    removeVirtualLoss(list, load<u32>(item, 4));
    if (firstList(nodeOfList(list)) == list) removeNodeVisit(nodeOfList(list));
  }
}
