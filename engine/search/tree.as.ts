/**
 * The tree of UCT: 24-byte nodes in a pool the caller gives, numbered from 0 (the root), the children of a node side by
 * side. A node is a move and the position after it; its points and its proof are for the player who made that move.
 * A node: f64 points, u32 visits, i32 move, u32 first child (0 for none), u32 children (30 bits) and proof (2 bits).
 */
export const NODE_BYTES: usize = 24;
const VISITS: usize = 8;
const MOVE: usize = 12;
const CHILDREN: usize = 16;
const COUNT_AND_PROOF: usize = 20;

/** What is known for certain of a node. */
export const OPEN: u32 = 0;
export const LOST: u32 = 1;
export const DRAWN: u32 = 2;
export const WON: u32 = 3;

let pool: usize = 0;
let capacity: u32 = 0;
/** Nodes in the tree. */
export let nodesUsed: u32 = 0;

@inline
export function nodeAt(index: u32): usize {
  return pool + <usize>index * NODE_BYTES;
}

@inline
export function visitsOf(node: usize): u32 {
  return load<u32>(node, VISITS);
}

@inline
export function pointsOf(node: usize): f64 {
  return load<f64>(node);
}

@inline
export function moveOf(node: usize): i32 {
  return load<i32>(node, MOVE);
}

@inline
export function proofOf(node: usize): u32 {
  return load<u32>(node, COUNT_AND_PROOF) & 3;
}

@inline
export function childCount(node: usize): u32 {
  return load<u32>(node, COUNT_AND_PROOF) >> 2;
}

/** Address of the first child; meaningless where there is none. */
@inline
export function firstChild(node: usize): usize {
  return nodeAt(load<u32>(node, CHILDREN));
}

/** Points of a proven outcome. */
@inline
export function pointsOfProof(proof: u32): f64 {
  return <f64>(proof - LOST) * 0.5;
}

/** Mean points; a draw's worth for a node without visits. */
export function meanOf(node: usize): f64 {
  const proof = proofOf(node);
  if (proof != OPEN) return pointsOfProof(proof);
  return visitsOf(node) == 0 ? 0.5 : pointsOf(node) / <f64>visitsOf(node);
}

export function startTree(address: usize, nodes: u32): void {
  pool = address;
  capacity = nodes;
  nodesUsed = 1;
  writeNode(pool, 0);
}

function writeNode(node: usize, move: i32): void {
  store<f64>(node, 0);
  store<u32>(node, 0, VISITS);
  store<i32>(node, move, MOVE);
  store<u32>(node, 0, CHILDREN);
  store<u32>(node, 0, COUNT_AND_PROOF);
}

/** Gives a node one child for each move; false if the pool has no room for them. */
export function addChildren(node: usize, moves: usize, count: u32): bool {
  if (count > capacity - nodesUsed) return false;
  const first = nodesUsed;
  nodesUsed += count;
  for (let i: u32 = 0; i < count; i++) writeNode(nodeAt(first + i), load<i32>(moves + (<usize>i << 2)));
  store<u32>(node, first, CHILDREN);
  store<u32>(node, (count << 2) | proofOf(node), COUNT_AND_PROOF);
  return true;
}

/** Fixes a node's outcome; its mean becomes exact. */
export function prove(node: usize, proof: u32): void {
  store<u32>(node, (load<u32>(node, COUNT_AND_PROOF) & ~3) | proof, COUNT_AND_PROOF);
  store<f64>(node, <f64>visitsOf(node) * pointsOfProof(proof));
}

/** Proves a node from its children where they suffice: one that is won, or all of them proven. */
export function proveFromChildren(node: usize): void {
  const count = childCount(node);
  if (count == 0 || proofOf(node) != OPEN) return;
  let best = LOST;
  let open = false;
  let child = firstChild(node);
  for (let i: u32 = 0; i < count; i++) {
    const proof = proofOf(child);
    if (proof == WON) return prove(node, LOST);
    if (proof == OPEN) open = true;
    else best = max(best, proof);
    child += NODE_BYTES;
  }
  if (!open) prove(node, best == DRAWN ? DRAWN : WON);
}

@inline
export function addVisit(node: usize, points: f64): void {
  store<u32>(node, visitsOf(node) + 1, VISITS);
  store<f64>(node, pointsOf(node) + points);
}
