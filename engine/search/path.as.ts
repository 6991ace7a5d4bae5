/**
 * The path of a simulation through a tree with chance nodes. Addresses of nodes are multiples of 8, so their lowest bits mark
 * chance nodes and the side that a node's points are for. Without chance no node is marked: points are for the side not to
 * move, and the side to move chooses.
 */
import { ChanceRules, rulesOf } from "../contracts/rules.as";
import { UctNode } from "../../build/layouts/engine/search/uct.as";
import { PROOF_OPEN } from "./constants";
import { childCount, chosenProof, endOfChildren, firstChild, moveOf, oppositeOf, proofOf, prove } from "./tree.as";

/** The node's points are for the side to move. */
const SAME_VIEW: u32 = 1;
/** Chance node. */
const BY_CHANCE: u32 = 2;

@inline
export function nodeOf(mark: u32): usize {
  return <usize>(mark & ~7);
}

@inline
export function isByChance(mark: u32): bool {
  return (mark & BY_CHANCE) != 0;
}

/** Whether the children's points are for the same side as the node's. */
@inline
export function isSameView(mark: u32): bool {
  return (mark & SAME_VIEW) != 0;
}

/** Marks the node of a state whose points are for `viewer`. */
@inline
export function markOf<R extends ChanceRules>(node: usize, state: usize, viewer: i32): u32 {
  const rules = rulesOf<R>();
  return <u32>node | <u32>(rules.turn(state) == viewer) | (<u32>rules.chanceMoves(state) << 1);
}

export function childOfOutcome(node: usize, outcome: i32): usize {
  let child = firstChild(node);
  while (moveOf(child) != outcome) child += UctNode.BYTES;
  return child;
}

/** MCTS-Solver step: proves a node from its children if possible. A chance node is proven if all outcomes agree. */
export function proveMarked(mark: u32): void {
  const node = nodeOf(mark);
  if (childCount(node) == 0 || proofOf(node) != PROOF_OPEN) return;
  const proof = isByChance(mark) ? agreedProof(node) : chosenProof(node);
  if (proof != PROOF_OPEN) prove(node, isSameView(mark) ? proof : oppositeOf(proof));
}

function agreedProof(node: usize): u32 {
  const proof = proofOf(firstChild(node));
  const end = endOfChildren(node);
  for (let child = firstChild(node); child < end; child += UctNode.BYTES) if (proofOf(child) != proof) return PROOF_OPEN;
  return proof;
}
