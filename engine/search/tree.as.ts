/**
 * The tree of UCT: a pool of nodes in memory of the caller, numbered from 0 (the root), each a `UctNode`. A node is
 * a move and the state after it; its points and proof are for the player who made the move (after a chance outcome, for the
 * side given by `turn` of the chance node).
 */
import { UctNode } from "../../build/layouts/engine/search/uct.as";
import { PROOF_LOST, PROOF_OPEN, PROOF_WON } from "./constants";

let pool: usize = 0;
let capacity: u32 = 0;
/** Whether proofs decide; otherwise they only mark terminal states. */
let solving: bool = true;
/** Nodes in the tree. */
export let nodesUsed: u32 = 0;

@inline
export function nodeAt(index: u32): usize {
  return pool + <usize>index * UctNode.BYTES;
}

@inline
export function visitsOf(node: usize): u32 {
  return UctNode.at(node).visits;
}

@inline
export function pointsOf(node: usize): f64 {
  return UctNode.at(node).points;
}

@inline
export function moveOf(node: usize): i32 {
  return UctNode.at(node).move;
}

@inline
export function proofOf(node: usize): u32 {
  return UctNode.at(node).countAndProof & 3;
}

@inline
export function childCount(node: usize): u32 {
  return UctNode.at(node).countAndProof >> 2;
}

/** Address of the first child; undefined without children. */
@inline
export function firstChild(node: usize): usize {
  return nodeAt(UctNode.at(node).children);
}

/** Address after the last child. */
@inline
export function endOfChildren(node: usize): usize {
  return firstChild(node) + <usize>childCount(node) * UctNode.BYTES;
}

@inline
export function pointsOfProof(proof: u32): f64 {
  return <f64>(proof - PROOF_LOST) * 0.5;
}

/** Mean points; 0.5 for an unvisited node. */
export function meanOf(node: usize): f64 {
  const proof = proofOf(node);
  if (solving && proof != PROOF_OPEN) return pointsOfProof(proof);
  return visitsOf(node) == 0 ? 0.5 : pointsOf(node) / <f64>visitsOf(node);
}

export function startTree(address: usize, nodes: u32, proofs: bool): void {
  pool = address;
  solving = proofs;
  capacity = nodes;
  nodesUsed = 1;
  writeNode(pool, 0);
}

function writeNode(node: usize, move: i32): void {
  UctNode.at(node).points = 0;
  UctNode.at(node).visits = 0;
  UctNode.at(node).move = move;
  UctNode.at(node).children = 0;
  UctNode.at(node).countAndProof = 0;
}

/** Adds a child for each move; false if the pool is full. */
export function addChildren(node: usize, moves: usize, count: u32): bool {
  if (count > capacity - nodesUsed) return false;
  const first = nodesUsed;
  nodesUsed += count;
  for (let i: u32 = 0; i < count; i++) writeNode(nodeAt(first + i), load<i32>(moves + (<usize>i << 2)));
  UctNode.at(node).children = first;
  UctNode.at(node).countAndProof = (count << 2) | proofOf(node);
  return true;
}

/** Sets a node's proven outcome; its mean becomes exact. */
export function prove(node: usize, proof: u32): void {
  UctNode.at(node).countAndProof = (UctNode.at(node).countAndProof & ~3) | proof;
  UctNode.at(node).points = <f64>visitsOf(node) * pointsOfProof(proof);
}

/** The outcome for the other side. */
@inline
export function oppositeOf(proof: u32): u32 {
  return PROOF_LOST + PROOF_WON - proof;
}

/** MCTS-Solver: the outcome for the player choosing among the children: won if one is, else the best if all are proven. */
export function chosenProof(node: usize): u32 {
  let best: u32 = PROOF_LOST;
  let open = false;
  const end = endOfChildren(node);
  for (let child = firstChild(node); child < end; child += UctNode.BYTES) {
    const proof = proofOf(child);
    if (proof == PROOF_WON) return PROOF_WON;
    if (proof == PROOF_OPEN) open = true;
    else best = max(best, proof);
  }
  return open ? PROOF_OPEN : best;
}

/** Proves a node from its children if possible. */
export function proveFromChildren(node: usize): void {
  if (childCount(node) == 0 || proofOf(node) != PROOF_OPEN) return;
  const proof = chosenProof(node);
  if (proof != PROOF_OPEN) prove(node, oppositeOf(proof));
}

@inline
export function addVisit(node: usize, points: f64): void {
  UctNode.at(node).visits = visitsOf(node) + 1;
  UctNode.at(node).points = pointsOf(node) + points;
}

/** Order of final move selection: won, not lost (these two with proofs only), more visits, higher mean. */
function isBetter(child: usize, than: usize): bool {
  if (solving) {
    const won = <i32>(proofOf(child) == PROOF_WON) - <i32>(proofOf(than) == PROOF_WON);
    if (won != 0) return won > 0;
    const lost = <i32>(proofOf(child) == PROOF_LOST) - <i32>(proofOf(than) == PROOF_LOST);
    if (lost != 0) return lost < 0;
  }
  if (visitsOf(child) != visitsOf(than)) return visitsOf(child) > visitsOf(than);
  return meanOf(child) > meanOf(than);
}

export function bestChild(node: usize): usize {
  const end = endOfChildren(node);
  let best = firstChild(node);
  for (let child = best + UctNode.BYTES; child < end; child += UctNode.BYTES) if (isBetter(child, best)) best = child;
  return best;
}
