/**
 * Enumerates the reachable states of a game breadth first, with their moves as edges. 128 states are expanded together, one in each lane:
 * after one evaluation of legal moves, pass k evaluates the next states after the k-th move of every lane.
 */
import { stopped } from "../../engine/kernel/stop.as";
import { transpose } from "../propnet/choose-moves.as";
import { evaluateGates } from "../propnet/evaluate.as";
import { computeLegal } from "../propnet/lane-games.as";
import { LANES } from "../propnet/lanes.as";
import { PropnetGoal, PropnetRecord, PropnetRole } from "../../build/layouts/gdl/propnet/propnet.as";
import { SolveRecord } from "../../build/layouts/gdl/solve/solve.as";
import { ENUMERATED, ENUMERATION_STOPPED, FIRST_SLOT_BITS, GOALS_OPEN, NO_GOAL, NO_LEGAL_MOVE, SIMULTANEOUS_MOVES, TOO_MANY_STATES } from "./constants";

/** A level is extrapolated after this many of its states, and after this part of it. */
const MIN_SAMPLE: u32 = 1024;
const SAMPLE_PART: u32 = 8;
const UNKNOWN_GOAL: u32 = u32.MAX_VALUE;

let propnet: usize = 0;
let words: usize = 0;
let facts: u32 = 0;
let stateBytes: usize = 0;
let states: usize = 0;
let slots: usize = 0;
let slotBits: u32 = 0;
let slotMask: u32 = 0;
let goals: usize = 0;
let offsets: usize = 0;
let edges: usize = 0;
let children: usize = 0;
let laneGoals: usize = 0;
let laneEdges: usize = 0;
let masks: usize = 0;
let maxStates: u32 = 0;
let maxEdges: u32 = 0;
let count: u32 = 0;
let edgeCount: u32 = 0;
let roles: usize = 0;
let roleCount: u32 = 0;

/** Returns ENUMERATED or the reason why it ended before. */
export function enumerateStates(record: usize): u32 {
  useRecord(record);
  count = 0;
  edgeCount = 0;
  rehash(FIRST_SLOT_BITS);
  indexOf(states);
  let levelStart: u32 = 0;
  let levelEnd: u32 = 1;
  let levels: u32 = 0;
  for (let from: u32 = 0; from < count; ) {
    if (stopped()) return ENUMERATION_STOPPED;
    if (from == levelEnd) {
      levelStart = levelEnd;
      levelEnd = count;
      levels++;
    }
    const some = min<u32>(LANES, levelEnd - from);
    const status = expand(from, some);
    if (status != ENUMERATED) return status;
    from += some;
    SolveRecord.at(record).count = count;
    SolveRecord.at(record).expanded = from;
    SolveRecord.at(record).edgeCount = edgeCount;
    SolveRecord.at(record).levels = levels;
    if (isTooLarge(levelStart, levelEnd, from)) return TOO_MANY_STATES;
  }
  store<u32>(offsets + (<usize>count << 2), edgeCount);
  SolveRecord.at(record).slotBits = slotBits;
  return ENUMERATED;
}

function useRecord(record: usize): void {
  propnet = SolveRecord.at(record).propnet;
  words = PropnetRecord.at(propnet).words;
  facts = PropnetRecord.at(propnet).facts;
  stateBytes = <usize>((facts + 63) >> 6) << 3;
  states = SolveRecord.at(record).states;
  slots = SolveRecord.at(record).slots;
  goals = SolveRecord.at(record).goals;
  offsets = SolveRecord.at(record).offsets;
  edges = SolveRecord.at(record).edges;
  children = SolveRecord.at(record).children;
  laneGoals = SolveRecord.at(record).laneGoals;
  laneEdges = SolveRecord.at(record).laneEdges;
  masks = SolveRecord.at(record).masks;
  maxStates = SolveRecord.at(record).maxStates;
  maxEdges = SolveRecord.at(record).maxEdges;
  roles = PropnetRecord.at(propnet).roles;
  roleCount = PropnetRecord.at(propnet).roleCount;
}

/**
 * Whether the next two levels would exceed the limit. The next one grows as the expanded part of this one did; the growth of the one after it
 * rarely falls below half of that.
 */
function isTooLarge(levelStart: u32, levelEnd: u32, from: u32): bool {
  const size = levelEnd - levelStart;
  const expanded = from - levelStart;
  if (expanded < MIN_SAMPLE || expanded < size / SAMPLE_PART) return false;
  const growth = <f64>(count - levelEnd) / <f64>expanded;
  const next = <f64>size * growth;
  return <f64>levelEnd + next * (1 + growth / 2) > <f64>maxStates;
}

function expand(from: u32, some: u32): u32 {
  unpack(from, some);
  const terminal = computeLegal(propnet);
  const lanes = firstLanes(some);
  const ended = v128.and(terminal, lanes);
  const open = v128.andnot(lanes, terminal);
  if (v128.any_true(ended) && !writeGoals(from, some, ended)) return NO_GOAL;
  // Lanes in which a role chooses; it makes its only move in all others.
  let choosing = i64x2.splat(0);
  let second = i64x2.splat(0);
  for (let i: u32 = 0; i < roleCount; i++) {
    const role = roles + <usize>i * PropnetRole.BYTES;
    if (v128.any_true(v128.andnot(open, lanesWithMove(role)))) return NO_LEGAL_MOVE;
    const more = makeSingleMoves(role);
    const own = v128.and(more, open);
    if (v128.any_true(v128.and(own, choosing))) return SIMULTANEOUS_MOVES;
    choosing = v128.or(choosing, own);
    if (i == 1) second = own;
  }
  const isFull = makeEdges(from, some, open, second, choosing);
  for (let i: u32 = 0; i < roleCount; i++) clearMoves(roles + <usize>i * PropnetRole.BYTES);
  return isFull ? TOO_MANY_STATES : ENUMERATED;
}

function firstLanes(some: u32): v128 {
  const low: u64 = some >= 64 ? u64.MAX_VALUE : (<u64>1 << <u64>some) - 1;
  const high: u64 = some >= 128 ? u64.MAX_VALUE : some > 64 ? (<u64>1 << <u64>(some - 64)) - 1 : 0;
  return i64x2(<i64>low, <i64>high);
}

@inline
function has(lanes: v128, lane: u32): bool {
  const half = <u64>(lane < 64 ? i64x2.extract_lane(lanes, 0) : i64x2.extract_lane(lanes, 1));
  return ((half >> <u64>(lane & 63)) & 1) != 0;
}

/** Sets the states from an index on in the first lanes. */
function unpack(from: u32, some: u32): void {
  memory.fill(words, 0, <usize>facts << 4);
  for (let lane: u32 = 0; lane < some; lane++) {
    const state = states + <usize>(from + lane) * stateBytes;
    const to = words + <usize>(lane >> 3);
    const bit: u32 = <u32>1 << (lane & 7);
    for (let at: usize = 0; at < stateBytes; at += 8) {
      for (let set = load<u64>(state + at); set; set &= set - 1) {
        const byte = to + (((at << 3) + <usize>ctz(set)) << 4);
        store<u8>(byte, <u8>(<u32>load<u8>(byte) | bit));
      }
    }
  }
}

/** Goals of the terminal lanes; false if a role has none or several. */
function writeGoals(from: u32, some: u32, ended: v128): bool {
  evaluateGates(words, PropnetRecord.at(propnet).goalCode, PropnetRecord.at(propnet).goalCodeEnd);
  memory.fill(laneGoals, 0xff, <usize>LANES << 3);
  const list = PropnetRecord.at(propnet).goals;
  const end = list + <usize>PropnetRecord.at(propnet).goalCount * PropnetGoal.BYTES;
  let isUnique = true;
  for (let at = list; at < end; at += PropnetGoal.BYTES) {
    const held = v128.and(v128.load(words + PropnetGoal.at(at).word), ended);
    if (!v128.any_true(held)) continue;
    const own = laneGoals + (<usize>PropnetGoal.at(at).role << 2);
    for (let lane: u32 = 0; lane < some; lane++) {
      if (!has(held, lane)) continue;
      const place = own + (<usize>lane << 3);
      if (load<u32>(place) != UNKNOWN_GOAL) isUnique = false;
      store<u32>(place, PropnetGoal.at(at).value);
    }
  }
  for (let lane: u32 = 0; lane < some; lane++) {
    if (!has(ended, lane)) continue;
    const first = load<u32>(laneGoals + (<usize>lane << 3));
    const second = roleCount > 1 ? load<u32>(laneGoals + (<usize>lane << 3), 4) : 0;
    if (first > 100 || second > 100) isUnique = false;
    store<u16>(goals + (<usize>(from + lane) << 1), <u16>(first | (second << 8)));
  }
  return isUnique;
}

function lanesWithMove(role: usize): v128 {
  const legal = words + PropnetRole.at(role).legal;
  const end = legal + (<usize>PropnetRole.at(role).moves << 4);
  let any = i64x2.splat(0);
  for (let at = legal; at < end; at += 16) any = v128.or(any, v128.load(at));
  return any;
}

/** Makes the move of a role in the lanes in which it has one only; returns the lanes in which it has several. */
function makeSingleMoves(role: usize): v128 {
  const legal = words + PropnetRole.at(role).legal;
  const made = words + PropnetRole.at(role).made;
  const bytes = <usize>PropnetRole.at(role).moves << 4;
  let one = i64x2.splat(0);
  let more = i64x2.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) {
    const word = v128.load(legal + at);
    more = v128.or(more, v128.and(one, word));
    one = v128.or(one, word);
  }
  for (let at: usize = 0; at < bytes; at += 16) v128.store(made + at, v128.andnot(v128.load(legal + at), more));
  return more;
}

function clearMoves(role: usize): void {
  memory.fill(words + PropnetRole.at(role).made, 0, <usize>PropnetRole.at(role).moves << 4);
}

/** Reserves the edges of the states, then adds their next states, one move of each lane at a time; true if there is no space. */
function makeEdges(from: u32, some: u32, open: v128, second: v128, choosing: v128): bool {
  let most: u32 = 0;
  for (let i: u32 = 0; i < roleCount; i++) {
    const own = i == 1 ? second : v128.andnot(choosing, second);
    if (v128.any_true(own)) most = max(most, listMoves(roles + <usize>i * PropnetRole.BYTES, own, some, masks + maskStart(i)));
  }
  for (let lane: u32 = 0; lane < some; lane++) {
    const offset = offsets + (<usize>(from + lane) << 2);
    store<u32>(offset, edgeCount);
    store<u32>(laneEdges + (<usize>lane << 2), edgeCount);
    if (!has(open, lane)) continue;
    const chooser: u32 = has(second, lane) ? 1 : 0;
    store<u16>(goals + (<usize>(from + lane) << 1), <u16>(GOALS_OPEN | chooser));
    if (!has(choosing, lane)) {
      edgeCount++;
      continue;
    }
    const stride = maskStride(chooser);
    const own = masks + maskStart(chooser) + <usize>lane * stride;
    for (let at: usize = 0; at < stride; at += 8) edgeCount += <u32>popcnt(load<u64>(own + at));
  }
  if (edgeCount > maxEdges) return true;
  most = max<u32>(most, v128.any_true(open) ? 1 : 0);
  let active = open;
  for (let k: u32 = 0; k < most; k++) {
    if (k > 0) active = v128.and(active, choosing);
    active = chooseNext(active, second, choosing, some, true);
    if (!v128.any_true(active)) break;
    evaluateGates(words, PropnetRecord.at(propnet).nextCode, PropnetRecord.at(propnet).nextCodeEnd);
    pack(some);
    for (let lane: u32 = 0; lane < some; lane++) {
      if (!has(active, lane)) continue;
      const index = indexOf(children + <usize>lane * stateBytes);
      if (index == u32.MAX_VALUE) return true;
      const place = laneEdges + (<usize>lane << 2);
      const edge = load<u32>(place);
      store<u32>(edges + (<usize>edge << 2), index);
      store<u32>(place, edge + 1);
    }
    chooseNext(active, second, choosing, some, false);
  }
  return false;
}

@inline
function maskStride(role: u32): usize {
  return <usize>((PropnetRole.at(roles + <usize>role * PropnetRole.BYTES).moves + 63) >> 6) << 3;
}

@inline
function maskStart(role: u32): usize {
  return role == 0 ? 0 : <usize>LANES * maskStride(0);
}

/** Transposes legal words to a bitset of moves for each lane; returns the largest number of moves in the given lanes. */
function listMoves(role: usize, lanes: v128, some: u32, out: usize): u32 {
  const moves = PropnetRole.at(role).moves;
  const legal = words + PropnetRole.at(role).legal;
  const stride = <usize>((moves + 63) >> 6) << 3;
  const blocks = (moves + 15) >> 4;
  if (blocks & 3) memory.fill(out, 0, stride * LANES);
  for (let block: u32 = 0; block < blocks; block++) transpose(legal + (<usize>block << 8), out + (<usize>block << 1), stride);
  let most: u32 = 0;
  for (let lane: u32 = 0; lane < some; lane++) {
    if (!has(lanes, lane)) continue;
    let own: u32 = 0;
    for (let at: usize = 0; at < stride; at += 8) own += <u32>popcnt(load<u64>(out + <usize>lane * stride + at));
    most = max(most, own);
  }
  return most;
}

/**
 * Makes the first move left in the bitset of each active lane that chooses, or takes it back and removes it from the bitset. Returns the
 * lanes that have a move.
 */
function chooseNext(active: v128, second: v128, choosing: v128, some: u32, isMade: bool): v128 {
  let low: u64 = 0;
  let high: u64 = 0;
  const strideOfFirst = maskStride(0);
  const strideOfSecond = roleCount > 1 ? maskStride(1) : 0;
  for (let lane: u32 = 0; lane < some; lane++) {
    if (!has(active, lane)) continue;
    if (has(choosing, lane)) {
      const role: u32 = has(second, lane) ? 1 : 0;
      const stride = role ? strideOfSecond : strideOfFirst;
      const own = masks + maskStart(role) + <usize>lane * stride;
      let at: usize = 0;
      while (at < stride && load<u64>(own + at) == 0) at += 8;
      if (at == stride) continue;
      const set = load<u64>(own + at);
      const move = (at << 3) + <usize>ctz(set);
      const byte = words + PropnetRole.at(roles + <usize>role * PropnetRole.BYTES).made + (move << 4) + <usize>(lane >> 3);
      store<u8>(byte, <u8>(<u32>load<u8>(byte) ^ (<u32>1 << (lane & 7))));
      if (!isMade) store<u64>(own + at, set & (set - 1));
    }
    if (lane < 64) low |= <u64>1 << <u64>lane;
    else high |= <u64>1 << <u64>(lane - 64);
  }
  return i64x2(<i64>low, <i64>high);
}

/** Packs the next states of all lanes, without the bits of words after the facts. */
function pack(some: u32): void {
  const next = words + PropnetRecord.at(propnet).nextState;
  const last = stateBytes - 8;
  for (let lane: usize = 0; lane < <usize>LANES; lane++) store<u64>(children + lane * stateBytes + last, 0);
  const blocks = (facts + 15) >> 4;
  for (let block: u32 = 0; block < blocks; block++) transpose(next + (<usize>block << 8), children + (<usize>block << 1), stateBytes);
  if ((facts & 63) == 0) return;
  const mask = (<u64>1 << <u64>(facts & 63)) - 1;
  for (let lane: usize = 0; lane < <usize>some; lane++) {
    const place = children + lane * stateBytes + last;
    store<u64>(place, load<u64>(place) & mask);
  }
}

/** As `hashOf` of solved-states.ts. */
function hashOf(state: usize): u32 {
  let hash: u32 = 0x9e3779b9;
  for (let at: usize = 0; at < stateBytes; at += 4) {
    hash = (hash ^ load<u32>(state + at)) * 0x85ebca6b;
    hash ^= hash >> 15;
  }
  hash *= 0xc2b2ae35;
  return hash ^ (hash >> 16);
}

/** The index of a state, which is added if it is new; the maximum number if there is no space. */
function indexOf(state: usize): u32 {
  let slot = hashOf(state) & slotMask;
  while (true) {
    const entry = load<u32>(slots + (<usize>slot << 2));
    if (entry == 0) break;
    if (isSame(states + <usize>(entry - 1) * stateBytes, state)) return entry - 1;
    slot = (slot + 1) & slotMask;
  }
  if (count == maxStates) return u32.MAX_VALUE;
  memory.copy(states + <usize>count * stateBytes, state, stateBytes);
  count++;
  store<u32>(slots + (<usize>slot << 2), count);
  // At most half of the slots are used.
  if (count > (slotMask + 1) >> 1) rehash(slotBits + 1);
  return count - 1;
}

@inline
function isSame(one: usize, other: usize): bool {
  for (let at: usize = 0; at < stateBytes; at += 8) if (load<u64>(one + at) != load<u64>(other + at)) return false;
  return true;
}

function rehash(bits: u32): void {
  slotBits = bits;
  slotMask = (<u32>1 << bits) - 1;
  memory.fill(slots, 0, <usize>4 << bits);
  for (let index: u32 = 0; index < count; index++) {
    let slot = hashOf(states + <usize>index * stateBytes) & slotMask;
    while (load<u32>(slots + (<usize>slot << 2))) slot = (slot + 1) & slotMask;
    store<u32>(slots + (<usize>slot << 2), index + 1);
  }
}
