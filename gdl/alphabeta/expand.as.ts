/** Expands a state: all children at once, each in its own lane, with their states, terminal flags and values. */
import { Child } from "../../build/layouts/gdl/alphabeta/alphabeta.as";
import { PropnetRecord, PropnetRole } from "../../build/layouts/gdl/propnet/propnet.as";
import { transpose } from "../propnet/choose-moves.as";
import { computeLegal, advance } from "../propnet/lane-games.as";
import { LANES } from "../propnet/lanes.as";
import { legalOfLane } from "../uct/lane-state.as";
import { addToHash, currentHash, startHash } from "../uct/hash.as";
import { evaluateLanes } from "./evaluate.as";

let propnet: usize = 0;
let evaluation: usize = 0;
let words: usize = 0;
let facts: u32 = 0;
/** Bytes of a packed state, and of a child. */
export let stateBytes: usize = 0;
export let stride: usize = 0;

/** The chooser of the current state: the first role if no role has a choice. */
export let chooser: u32 = 0;
let moves: usize = 0;
let otherMove: u32 = 0;
/** Both roles choose, or one has no move. */
export let isBroken: bool = false;

export function usePropnet(address: usize, evaluationRecord: usize): void {
  propnet = address;
  evaluation = evaluationRecord;
  words = PropnetRecord.at(propnet).words;
  facts = PropnetRecord.at(propnet).facts;
  stateBytes = <usize>((facts + 63) >> 6) << 3;
  stride = Child.BYTES + stateBytes;
  isBroken = false;
}

export function breakOff(): void {
  isBroken = true;
}

/** Packs the start state of the propnet's record. */
export function packStart(out: usize): void {
  memory.fill(out, 0, stateBytes);
  const list = PropnetRecord.at(propnet).start;
  const end = list + (<usize>PropnetRecord.at(propnet).startCount << 2);
  for (let at = list; at < end; at += 4) {
    const fact = load<u32>(at) >> 4;
    const place = out + (<usize>(fact >> 6) << 3);
    store<u64>(place, load<u64>(place) | (<u64>1 << <u64>(fact & 63)));
  }
}

export function hashOf(state: usize): u64 {
  startHash();
  for (let at = state; at < state + stateBytes; at += 8) addToHash(load<u64>(at));
  return currentHash();
}

/** Sets a state in all lanes and computes its legal moves; returns the number of moves of the chooser, 0 if `isBroken`. */
export function generateMoves(state: usize): u32 {
  setState(state);
  computeLegal(propnet);
  const roles = PropnetRecord.at(propnet).roles;
  const first = PropnetRecord.at(propnet).masks;
  const second = first + ((<usize>PropnetRole.at(roles).moves + 1) << 2);
  const ofFirst = legalMoves(roles, first);
  const ofSecond = legalMoves(roles + PropnetRole.BYTES, second);
  if (ofFirst == 0 || ofSecond == 0 || (ofFirst > 1 && ofSecond > 1)) {
    isBroken = true;
    return 0;
  }
  chooser = <u32>(ofSecond > 1);
  moves = chooser ? second : first;
  otherMove = load<u32>(chooser ? first : second);
  return chooser ? ofSecond : ofFirst;
}

function setState(state: usize): void {
  let word = words;
  for (let fact: u32 = 0; fact < facts; fact += 64) {
    const bits = load<u64>(state + (<usize>fact >> 3));
    const end = min(64, facts - fact);
    for (let i: u32 = 0; i < end; i++) {
      v128.store(word, i64x2.splat(-(<i64>((bits >> <u64>i) & 1))));
      word += 16;
    }
  }
}

function legalMoves(role: usize, out: usize): u32 {
  const legal = words + PropnetRole.at(role).legal;
  const count = PropnetRole.at(role).moves;
  let found: u32 = 0;
  for (let move: u32 = 0; move < count; move++) {
    if (load<u32>(legal + (<usize>move << 4)) & 1) {
      store<u32>(out + (<usize>found << 2), move);
      found++;
    }
  }
  return found;
}

/** Writes the children of the current state; `out` must have space for a multiple of 128. */
export function writeChildren(state: usize, count: u32, out: usize): void {
  for (let from: u32 = 0; from < count; from += LANES) {
    // The lanes contain the previous children.
    if (from > 0) {
      setState(state);
      computeLegal(propnet);
    }
    const some = min<u32>(LANES, count - from);
    const children = out + <usize>from * stride;
    setMoves(from, some, true);
    advance(propnet);
    setMoves(from, some, false);
    const ended = computeLegal(propnet);
    pack(children);
    for (let lane: u32 = 0; lane < some; lane++) {
      const child = children + <usize>lane * stride;
      Child.at(child).move = load<u32>(moves + (<usize>(from + lane) << 2));
      Child.at(child).children = 0;
    }
    const low = <u64>i64x2.extract_lane(ended, 0);
    evaluateLanes(propnet, evaluation, children, stride, some, low, <u64>i64x2.extract_lane(ended, 1));
  }
}

/**
 * Expands siblings together, in the order of the list, as many as have at most 128 children in all: one pass of the propnet costs the same for
 * one lane as for all. Returns the end of their children, which begin at `out`; the first sibling is not expanded if it alone has more.
 */
export function expandSiblings(siblings: usize, count: u32, out: usize): usize {
  const some = min<u32>(LANES, count);
  clearFacts();
  for (let i: u32 = 0; i < some; i++) addState(<usize>load<u32>(siblings + (<usize>i << 2)) + Child.BYTES, laneRange(i, i + 1));
  computeLegal(propnet);
  const roles = PropnetRecord.at(propnet).roles;
  const lists = PropnetRecord.at(propnet).masks;
  const second = lists + ((<usize>PropnetRole.at(roles).moves + 1) << 2);
  let used: u32 = 0;
  let fitting: u32 = 0;
  for (; fitting < some; fitting++) {
    const sibling = <usize>load<u32>(siblings + (<usize>fitting << 2));
    if (Child.at(sibling).isTerminal) continue;
    const ofFirst = legalOfLane(propnet, roles, fitting, lists);
    const ofSecond = legalOfLane(propnet, roles + PropnetRole.BYTES, fitting, second);
    // No children mean that the rules are broken.
    const isSound = ofFirst > 0 && ofSecond > 0 && (ofFirst == 1 || ofSecond == 1);
    const own = <u32>(ofSecond > 1);
    const moveCount = isSound ? (own ? ofSecond : ofFirst) : 0;
    if (used + moveCount > <u32>LANES) break;
    Child.at(sibling).children = out + <usize>used * stride;
    Child.at(sibling).childCount = moveCount;
    Child.at(sibling).chooser = own;
    // The moves are remembered in the children, which receive their states below.
    const list = own ? second : lists;
    for (let i: u32 = 0; i < moveCount; i++) Child.at(out + <usize>(used + i) * stride).move = load<u32>(list + (<usize>i << 2));
    // Where a later loop finds the only move of the other role.
    Child.at(sibling).otherMove = isSound ? load<u32>(own ? lists : second) : 0;
    used += moveCount;
  }
  if (used == 0) return out;
  clearFacts();
  for (let i: u32 = 0; i < fitting; i++) moveLanes(<usize>load<u32>(siblings + (<usize>i << 2)), out, true);
  // The next state is computed from these gates too.
  computeLegal(propnet);
  advance(propnet);
  for (let i: u32 = 0; i < fitting; i++) moveLanes(<usize>load<u32>(siblings + (<usize>i << 2)), out, false);
  const ended = computeLegal(propnet);
  pack(out);
  for (let lane: u32 = 0; lane < used; lane++) Child.at(out + <usize>lane * stride).children = 0;
  const low = <u64>i64x2.extract_lane(ended, 0);
  evaluateLanes(propnet, evaluation, out, stride, used, low, <u64>i64x2.extract_lane(ended, 1));
  return out + <usize>used * stride;
}

/** Puts an expanded sibling into the lanes of its children and makes their moves; or clears the moves. */
function moveLanes(sibling: usize, out: usize, isMade: bool): void {
  if (Child.at(sibling).isTerminal || Child.at(sibling).childCount == 0) return;
  const count = Child.at(sibling).childCount;
  const from = <u32>((Child.at(sibling).children - out) / stride);
  const own = Child.at(sibling).chooser;
  const roles = PropnetRecord.at(propnet).roles;
  const made = words + PropnetRole.at(roles + <usize>own * PropnetRole.BYTES).made;
  const other = words + PropnetRole.at(roles + <usize>(1 - own) * PropnetRole.BYTES).made + (<usize>Child.at(sibling).otherMove << 4);
  const range = laneRange(from, from + count);
  if (isMade) {
    addState(sibling + Child.BYTES, range);
    v128.store(other, v128.or(v128.load(other), range));
  } else v128.store(other, i64x2.splat(0));
  for (let i: u32 = 0; i < count; i++) {
    const lane = from + i;
    const word = made + (<usize>Child.at(out + <usize>lane * stride).move << 4);
    if (!isMade) {
      v128.store(word, i64x2.splat(0));
      continue;
    }
    const byte = word + <usize>(lane >> 3);
    store<u8>(byte, <u8>(<u32>load<u8>(byte) | (<u32>1 << (lane & 7))));
  }
}

function clearFacts(): void {
  memory.fill(words, 0, <usize>facts << 4);
}

/** Adds the facts of a packed state in some lanes. */
function addState(state: usize, lanes: v128): void {
  let block = words;
  for (let at = state; at < state + stateBytes; at += 8) {
    for (let bits = load<u64>(at); bits; bits &= bits - 1) {
      const word = block + (<usize>ctz(bits) << 4);
      v128.store(word, v128.or(v128.load(word), lanes));
    }
    block += 1024;
  }
}

/** The lanes from one to before another. */
@inline
function laneRange(from: u32, end: u32): v128 {
  return i64x2(<i64>(below(end) & ~below(from)), <i64>(below(end, 64) & ~below(from, 64)));
}

@inline
function below(lane: u32, first: u32 = 0): u64 {
  return lane <= first ? 0 : lane >= first + 64 ? u64.MAX_VALUE : (<u64>1 << <u64>(lane - first)) - 1;
}

/** Sets or clears the moves: a different move of the chooser in each lane, and the only move of the other role in all. */
function setMoves(from: u32, count: u32, isMade: bool): void {
  const roles = PropnetRecord.at(propnet).roles;
  const own = words + PropnetRole.at(roles + <usize>chooser * PropnetRole.BYTES).made;
  const others = words + PropnetRole.at(roles + <usize>(1 - chooser) * PropnetRole.BYTES).made;
  v128.store(others + (<usize>otherMove << 4), i64x2.splat(isMade ? -1 : 0));
  for (let lane: u32 = 0; lane < count; lane++) {
    const byte = own + (<usize>load<u32>(moves + (<usize>(from + lane) << 2)) << 4) + <usize>(lane >> 3);
    store<u8>(byte, <u8>(isMade ? <u32>1 << (lane & 7) : 0));
  }
}

/** Packs the states of all lanes, without the bits of words after the facts. */
function pack(children: usize): void {
  const last = stateBytes - 8;
  for (let lane: usize = 0; lane < <usize>LANES; lane++) store<u64>(children + Child.BYTES + lane * stride + last, 0);
  const blocks = (facts + 15) >> 4;
  for (let block: u32 = 0; block < blocks; block++)
    transpose(words + (<usize>block << 8), children + Child.BYTES + (<usize>block << 1), stride);
  if ((facts & 63) == 0) return;
  const mask = (<u64>1 << <u64>(facts & 63)) - 1;
  for (let lane: usize = 0; lane < <usize>LANES; lane++) {
    const place = children + Child.BYTES + lane * stride + last;
    store<u64>(place, load<u64>(place) & mask);
  }
}
