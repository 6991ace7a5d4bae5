/**
 * The tree of UCT over a propnet. Transpositions share a node, found by the hash of its state. A node has a list of moves for every role
 * with a choice (for the first role if there is none). Nodes are offsets in one of two semispaces; before every search the subtree of
 * the new root is copied to the other one (Cheney's algorithm).
 */
import { UctRecord } from "../../build/layouts/gdl/uct/uct.as";
import { hashOfStart } from "./hash.as";
import {
  isMoveProven, LIST_BACK, LIST_COUNT, LIST_NEXT, LIST_ROLE, listBytes, listCount, listRole, meansOf,
  MOVE_CHILD, MOVE_NUMBER, moveOf, NEVER, PROVEN_MOVE, rounded, soleChild,
} from "./move-list.as";

// A node. Its lists follow it and are addressed by their distance from it.
const SIZE: usize = 0; // u32, bytes; EDGE for an edge
const FORWARD: usize = 4; // u32, forwarding offset, 0 if not copied
const HASH: usize = 8; // u64
const BEGUN: usize = 16; // u32, begun simulations
const PROVEN: usize = 20; // u32
const OPEN: usize = 24; // u32, moves not yet proven
const CHOOSERS: usize = 28; // u32, number of lists
const FIRST_LIST: usize = 32; // u32, distance of the first list, 0 for a terminal state
const PER_ROLE: usize = 40; // for each role { u32 only move, u32 proven goal }

// Edges of a node with several choosers: a linked list for each move of the first, keyed by the moves of the others.
const EDGE: u32 = 1;
const EDGE_KEY: usize = 4;
const EDGE_CHILD: usize = 8;
const EDGE_NEXT: usize = 12;
const EDGE_BYTES: u32 = 16;

/** Offset of the first node; 0 means no node. */
const FIRST: u32 = 16;

let space: usize = 0;
let spaceEnd: u32 = 0;
let used: u32 = 0;
let slots: usize = 0;
let slotMask: u32 = 0;
export let nodeCount: u32 = 0;
/** Hash of the root state. */
export let rootHash: u64 = 0;

@inline
function node(at: u32): usize {
  return space + <usize>at;
}

@inline
export function isProven(at: u32): bool {
  return load<u32>(node(at), PROVEN) != 0;
}

@inline
export function provenGoal(at: u32, role: u32): u32 {
  return load<u32>(node(at) + PER_ROLE + (<usize>role << 3), 4);
}

@inline
export function onlyMove(at: u32, role: u32): u32 {
  return load<u32>(node(at) + PER_ROLE + (<usize>role << 3));
}

@inline
export function choosers(at: u32): u32 {
  return load<u32>(node(at), CHOOSERS);
}

/** Adds a begun simulation; returns their number. */
@inline
export function addNodeVisit(at: u32): u32 {
  const visits = load<u32>(node(at), BEGUN) + 1;
  store<u32>(node(at), visits, BEGUN);
  return visits;
}

@inline
export function removeNodeVisit(at: u32): void {
  store<u32>(node(at), load<u32>(node(at), BEGUN) - 1, BEGUN);
}

/** Address of the first list of a node, or 0. */
@inline
export function firstList(at: u32): usize {
  const distance = <usize>load<u32>(node(at), FIRST_LIST);
  return distance ? node(at) + distance : 0;
}

@inline
export function nodeOfList(list: usize): u32 {
  return <u32>(list - load<u32>(list, LIST_BACK) - space);
}

/** The child of a joint move, or 0 if not linked yet. For the key see `keyAfter` in simulation.as.ts. */
export function childOf(list: usize, index: u32, key: u32): u32 {
  let at = load<u32>(moveOf(list, index), MOVE_CHILD);
  if (load<u32>(list - load<u32>(list, LIST_BACK), CHOOSERS) == 1) return at;
  for (; at; at = load<u32>(node(at), EDGE_NEXT)) if (load<u32>(node(at), EDGE_KEY) == key) return load<u32>(node(at), EDGE_CHILD);
  return 0;
}

/** Links a joint move to a child; dropped if memory is full. */
export function link(list: usize, index: u32, key: u32, child: u32): void {
  const head = moveOf(list, index) + MOVE_CHILD;
  if (load<u32>(list - load<u32>(list, LIST_BACK), CHOOSERS) == 1) return store<u32>(head, child);
  if (used + EDGE_BYTES > spaceEnd) return;
  const edge = node(used);
  store<u32>(edge, EDGE);
  store<u32>(edge, key, EDGE_KEY);
  store<u32>(edge, child, EDGE_CHILD);
  store<u32>(edge, load<u32>(head), EDGE_NEXT);
  store<u32>(head, used);
  used += EDGE_BYTES;
}

/** The only move of a role without a choice. */
export function setOnlyMove(at: u32, role: u32, move: u32): void {
  store<u32>(node(at) + PER_ROLE + (<usize>role << 3), move);
}

/** Memory in use, from 0 to 1. */
@inline
export function fullness(): f32 {
  return <f32>used / <f32>spaceEnd;
}

/** Creates a node with space for `bytes` of lists; 0 if memory is full. */
export function newNode(hash: u64, roles: u32, bytes: u32): u32 {
  const own = (<u32>PER_ROLE + (roles << 3) + 15) & ~15;
  if (used + own + bytes > spaceEnd || nodeCount >= slotMask - (slotMask >> 2)) return 0;
  const at = used;
  used += own + bytes;
  memory.fill(node(at), 0, <usize>own);
  store<u32>(node(at), own, SIZE);
  store<u64>(node(at), hash, HASH);
  insertNode(at);
  return at;
}

/** Adds a list of `count` moves, to be set by `setMove`, after the list `before` (0 for the first). */
export function addList(at: u32, before: usize, role: u32, count: u32): usize {
  const distance = load<u32>(node(at), SIZE);
  const list = node(at) + distance;
  store<u32>(node(at), distance + listBytes(count), SIZE);
  store<u32>(node(at), choosers(at) + 1, CHOOSERS);
  store<u32>(node(at), load<u32>(node(at), OPEN) + count, OPEN);
  memory.fill(list, 0, <usize>listBytes(count));
  store<u32>(list, distance, LIST_BACK);
  store<u32>(list, count, LIST_COUNT);
  store<u32>(list, role, LIST_ROLE);
  if (before) store<u32>(before, distance, LIST_NEXT);
  else store<u32>(node(at), distance, FIRST_LIST);
  const end = rounded(count);
  for (let i: usize = <usize>count; i < end; i++) {
    store<f32>(meansOf(list) + (i << 2), NEVER);
  }
  return list;
}

export function setProven(at: u32): void {
  store<u32>(node(at), 1, PROVEN);
}

export function setProvenGoal(at: u32, role: u32, goal: u32): void {
  store<u32>(node(at) + PER_ROLE + (<usize>role << 3), goal, 4);
}

/** A move of the only chooser leads to a proven child; returns whether that proves the node too. */
export function proveMove(list: usize, index: u32, child: u32, roles: u32, best: u32, worst: u32): bool {
  const at = nodeOfList(list);
  if (isProven(at)) return true;
  if (choosers(at) != 1) return false;
  const role = listRole(list);
  const goal = provenGoal(child, role);
  if (!isMoveProven(list, index)) {
    const place = moveOf(list, index) + MOVE_NUMBER;
    store<u32>(place, load<u32>(place) | PROVEN_MOVE);
    store<f32>(meansOf(list) + (<usize>index << 2), goal == worst ? NEVER : <f32>goal / 100);
    store<u32>(node(at), load<u32>(node(at), OPEN) - 1, OPEN);
  }
  let from = child;
  if (goal != best) {
    if (load<u32>(node(at), OPEN) != 0) return false;
    for (let i: u32 = 0; i < listCount(list); i++) {
      const other = soleChild(list, i);
      if (provenGoal(other, role) > provenGoal(from, role)) from = other;
    }
  }
  for (let each: u32 = 0; each < roles; each++) setProvenGoal(at, each, provenGoal(from, each));
  setProven(at);
  return true;
}

// Transposition table: open addressing; the slots hold offsets of nodes.

function insertNode(at: u32): void {
  let slot = <u32>load<u64>(node(at), HASH) & slotMask;
  while (load<u32>(slots + (<usize>slot << 2))) slot = (slot + 1) & slotMask;
  store<u32>(slots + (<usize>slot << 2), at);
  nodeCount++;
}

export function findNode(hash: u64): u32 {
  let slot = <u32>hash & slotMask;
  while (true) {
    const at = load<u32>(slots + (<usize>slot << 2));
    if (at == 0 || load<u64>(node(at), HASH) == hash) return at;
    slot = (slot + 1) & slotMask;
  }
}

/** Empties the table in time proportional to the number of nodes. */
function clearSlots(): void {
  for (let at = FIRST; at < used;) {
    const size = load<u32>(node(at), SIZE);
    if (size == EDGE) {
      at += EDGE_BYTES;
      continue;
    }
    let slot = <u32>load<u64>(node(at), HASH) & slotMask;
    while (load<u32>(slots + (<usize>slot << 2)) != at) slot = (slot + 1) & slotMask;
    store<u32>(slots + (<usize>slot << 2), 0);
    at += size;
  }
  nodeCount = 0;
}

/** Reuses the subtree of the root state from the previous search, if requested; returns its node, or 0. */
export function openTree(search: usize): u32 {
  const record = UctRecord.at(search);
  const propnet = record.propnet;
  const bytes = record.semispaceBytes;
  const which = record.semispace;
  const other = record.semispaces + <usize>((which ^ 1) * bytes);
  space = record.semispaces + <usize>(which * bytes);
  spaceEnd = bytes;
  used = max(FIRST, record.used);
  slots = record.slots;
  slotMask = (1 << record.slotBits) - 1;
  rootHash = hashOfStart(propnet);
  const old = record.reuse ? findNode(rootHash) : 0;
  clearSlots();
  if (!record.reuse) {
    used = FIRST;
    return 0;
  }
  const root = old ? copyFrom(old, other) : 0;
  space = other;
  used = root ? copied : FIRST;
  record.semispace = which ^ 1;
  for (let at = FIRST; at < used;) {
    const size = load<u32>(node(at), SIZE);
    if (size != EDGE) insertNode(at);
    at += size == EDGE ? EDGE_BYTES : size;
  }
  return root;
}

export function closeTree(search: usize): void {
  UctRecord.at(search).used = used;
}

let copied: u32 = 0;

/** Copies a node and its descendants to the other semispace, breadth first. */
function copyFrom(old: u32, to: usize): u32 {
  copied = FIRST;
  copyNode(old, to);
  for (let scan = FIRST; scan < copied;) {
    const at = to + <usize>scan;
    const size = load<u32>(at, SIZE);
    if (size == EDGE) {
      store<u32>(at, copyNode(load<u32>(at, EDGE_CHILD), to), EDGE_CHILD);
      if (load<u32>(at, EDGE_NEXT)) store<u32>(at, copyEdge(load<u32>(at, EDGE_NEXT), to), EDGE_NEXT);
      scan += EDGE_BYTES;
      continue;
    }
    const isSole = load<u32>(at, CHOOSERS) == 1;
    const first = <usize>load<u32>(at, FIRST_LIST);
    if (first) {
      // Only the first list has children.
      const list = at + first;
      for (let i: u32 = 0; i < listCount(list); i++) {
        const place = moveOf(list, i) + MOVE_CHILD;
        const child = load<u32>(place);
        if (child) store<u32>(place, isSole ? copyNode(child, to) : copyEdge(child, to));
      }
    }
    scan += size;
  }
  return FIRST;
}

function copyNode(old: u32, to: usize): u32 {
  const from = node(old);
  const there = load<u32>(from, FORWARD);
  if (there) return there;
  const at = copied;
  const size = load<u32>(from, SIZE);
  memory.copy(to + <usize>at, from, <usize>size);
  copied += size;
  store<u32>(from, at, FORWARD);
  return at;
}

/** Each edge is reached only once. */
function copyEdge(old: u32, to: usize): u32 {
  const at = copied;
  memory.copy(to + <usize>at, node(old), <usize>EDGE_BYTES);
  copied += EDGE_BYTES;
  return at;
}
