/**
 * The tree of decoupled UCT. A node has statistics for each move of each player. A hash table of links maps joint moves to children,
 * because most joint moves are never tried. Nodes are contiguous in the pool, the root first.
 */
import { rulesOf } from "../../contracts/rules.as";
import { SimultaneousRules } from "../../contracts/simultaneous-rules.as";
import { DUCT_LINK_BYTES } from "./constants";

// A node: u32 visits, i32 [2] moves of each player, then a record for each move.
const COUNTS: usize = 4;
const NODE_HEADER: usize = 16;
// A move. The last two fields exist only for regret matching.
const MOVE: usize = 0; // i32
const VISITS: usize = 4; // u32
const POINTS: usize = 8; // f64, sum for the player who makes the move
const REGRET: usize = 16; // f64, cumulative
const STRATEGY: usize = 24; // f64, sum of its probabilities
const SHORT_MOVE: usize = 16;
const LONG_MOVE: usize = 32;
// A link: u64 key, u32 child (0 for none), u32 visits, f64 points of player 0.
const CHILD: usize = 8;
const LINK_VISITS: usize = 12;
const LINK_POINTS: usize = 16;

/** Nodes in the tree. */
export let nodesUsed: u32 = 0;
let pool: usize = 0;
let poolEnd: usize = 0;
let free: usize = 0;
let moveBytes: usize = 0;
let links: usize = 0;
let linkMask: u64 = 0;
let linksLeft: u64 = 0;

/** Maximum size of a node. */
export function ductNodeSize<R extends SimultaneousRules>(): usize {
  const rules = rulesOf<R>();
  return NODE_HEADER + LONG_MOVE * <usize>(rules.maxMoves(0) + rules.maxMoves(1));
}

export function startTree(address: usize, bytes: usize, linkAddress: usize, linkBits: i32, hasRegrets: bool): void {
  pool = address;
  poolEnd = address + bytes;
  free = address;
  nodesUsed = 0;
  moveBytes = hasRegrets ? LONG_MOVE : SHORT_MOVE;
  links = linkAddress;
  linkMask = ((<u64>1) << linkBits) - 1;
  linksLeft = (linkMask + 1) - (linkMask >> 2);
  memory.fill(links, 0, <usize>(linkMask + 1) * DUCT_LINK_BYTES);
}

@inline
export function rootNode(): usize { return pool; }
@inline
export function nodeVisits(node: usize): u32 { return load<u32>(node); }
@inline
export function moveCount(node: usize, player: i32): i32 { return load<i32>(node + (<usize>player << 2), COUNTS); }

/** Address of a player's first move; the stride is `moveSize`. */
@inline
export function firstMove(node: usize, player: i32): usize {
  return node + NODE_HEADER + (player == 0 ? 0 : <usize>moveCount(node, 0) * moveBytes);
}
@inline
export function moveSize(): usize { return moveBytes; }
@inline
export function moveRecord(node: usize, player: i32, number: i32): usize { return firstMove(node, player) + <usize>number * moveBytes; }
@inline
export function moveOf(record: usize): i32 { return load<i32>(record, MOVE); }
@inline
export function visitsOf(record: usize): u32 { return load<u32>(record, VISITS); }
@inline
export function pointsOf(record: usize): f64 { return load<f64>(record, POINTS); }
@inline
export function regretOf(record: usize): f64 { return load<f64>(record, REGRET); }
@inline
export function strategyOf(record: usize): f64 { return load<f64>(record, STRATEGY); }
@inline
export function addRegret(record: usize, regret: f64): void { store<f64>(record, regretOf(record) + regret, REGRET); }
@inline
export function addStrategy(record: usize, probability: f64): void { store<f64>(record, strategyOf(record) + probability, STRATEGY); }

/** Adds a node for a non-terminal state; 0 if the pool is full. `list` has room for the moves of a player. */
export function addNode<R extends SimultaneousRules>(state: usize, list: usize): usize {
  const rules = rulesOf<R>();
  const node = free;
  if (poolEnd - node < ductNodeSize<R>()) return 0;
  store<u32>(node, 0);
  let at = node + NODE_HEADER;
  for (let player = 0; player < 2; player++) {
    const count = rules.movesOf(state, player, list);
    store<i32>(node + (<usize>player << 2), count, COUNTS);
    memory.fill(at, 0, <usize>count * moveBytes);
    for (let i: usize = 0; i < <usize>count; i++) {
      store<i32>(at, load<i32>(list + (i << 2)), MOVE);
      at += moveBytes;
    }
  }
  free = at;
  nodesUsed++;
  return node;
}

@inline
function slotOf(key: u64): usize {
  let mixed = key * 0x9e3779b97f4a7c15;
  mixed ^= mixed >> 32;
  return links + <usize>(mixed & linkMask) * DUCT_LINK_BYTES;
}

/** The link of a joint move, by move numbers; 0 if absent. `insert` adds it if there is room. */
export function linkOf(node: usize, first: i32, second: i32, insert: bool): usize {
  const joint = <u64>(first * moveCount(node, 1) + second);
  const key = (<u64>(node - pool + 1) << 32) | joint;
  const end = links + <usize>(linkMask + 1) * DUCT_LINK_BYTES;
  let link = slotOf(key);
  while (true) {
    const found = load<u64>(link);
    if (found == key) return link;
    if (found == 0) break;
    link += DUCT_LINK_BYTES;
    if (link == end) link = links;
  }
  if (!insert || linksLeft == 0) return 0;
  linksLeft--;
  store<u64>(link, key);
  return link;
}

@inline
export function linkChild(link: usize): usize { return <usize>load<u32>(link, CHILD); }
@inline
export function setLinkChild(link: usize, child: usize): void { store<u32>(link, <u32>child, CHILD); }
@inline
export function linkVisits(link: usize): u32 { return load<u32>(link, LINK_VISITS); }
/** Mean points of player 0 after a visited joint move. */
@inline
export function linkMean(link: usize): f64 { return load<f64>(link, LINK_POINTS) / <f64>linkVisits(link); }

/** Adds points of player 0 to a node, both moves, and their link if present. */
export function addVisit(node: usize, first: i32, second: i32, link: usize, points: f64): void {
  store<u32>(node, nodeVisits(node) + 1);
  addToMove(moveRecord(node, 0, first), points);
  addToMove(moveRecord(node, 1, second), 1 - points);
  if (!link) return;
  store<u32>(link, linkVisits(link) + 1, LINK_VISITS);
  store<f64>(link, load<f64>(link, LINK_POINTS) + points, LINK_POINTS);
}

@inline
function addToMove(record: usize, points: f64): void {
  store<u32>(record, visitsOf(record) + 1, VISITS);
  store<f64>(record, pointsOf(record) + points, POINTS);
}
