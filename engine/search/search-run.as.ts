/** State of a running alpha-beta search: node limit, search frames, and the triangular PV table. */
import { ChanceRules, DRAW, FIRST_WINS, MAX_EVALUATION, SearchRules, WIN_VALUE, rulesOf } from "../contracts/rules.as";
import { stopped } from "../kernel/stop.as";
import { ENDED_BY_NODES, ENDED_BY_STOP, MAX_DEPTH } from "./constants";
import { ORDERING_BYTES, startOrdering } from "./ordering.as";

/** Greater than every value. */
export const INFINITE: i32 = WIN_VALUE + 1;
/** Nodes between polls of the stop flag. */
const POLL_INTERVAL: u64 = 1024;
/** The PV of a ply: i32 length, i32 [MAX_DEPTH]. */
const PV_BYTES: usize = 4 + 4 * MAX_DEPTH;

/** Nodes: states searched, and children evaluated at the frontier. */
export let visited: u64 = 0;
/** Why the search must end; RUNNING otherwise. */
export let ended: i32 = 0;
export const RUNNING: i32 = -1;
let maxNodes: u64 = 0;
let nextPoll: u64 = 0;
/** Address where the node count is published. */
let nodesOut: usize = 0;
let pvTable: usize = 0;

/** Size of a search frame: state, moves, a score per move; two bounds per outcome with chance. */
@inline
export function frameBytes<R extends SearchRules>(): usize {
  const rules = rulesOf<R>();
  const bytes = <usize>rules.stateBytes() + 8 * <usize>rules.maxMoves();
  if (rules instanceof ChanceRules) return bytes + 8 * <usize>rules.maxMoves();
  return bytes;
}

export function alphabetaScratchSize<R extends SearchRules>(): usize {
  const plies: usize = MAX_DEPTH + 1;
  let frames = plies;
  if (rulesOf<R>() instanceof ChanceRules) frames += plies;
  return ORDERING_BYTES + plies * PV_BYTES + frames * frameBytes<R>();
}

/** The first `seen` nodes are exempt from the limit. The node count is regularly written (f64) to the address `count`. */
export function startLimits(scratch: usize, seen: i32, limit: f64, count: usize): void {
  nodesOut = count;
  startOrdering(scratch);
  pvTable = scratch + ORDERING_BYTES;
  visited = seen;
  maxNodes = limit > 0 && limit < 1e15 ? <u64>limit : u64.MAX_VALUE >> 1;
  nextPoll = 0;
  ended = RUNNING;
}

@inline
export function rootFrame(scratch: usize): usize {
  return scratch + ORDERING_BYTES + <usize>(MAX_DEPTH + 1) * PV_BYTES;
}

@inline
export function pvAt(ply: i32): usize {
  return pvTable + <usize>ply * PV_BYTES;
}

@inline
export function clearPv(ply: i32): void {
  store<i32>(pvAt(ply), 0);
}

/** The PV at a ply becomes a move followed by the PV of the next ply. */
export function updatePv(ply: i32, move: i32): void {
  const pv = pvAt(ply);
  const below = pvAt(ply + 1);
  const length = load<i32>(below);
  store<i32>(pv, length + 1);
  store<i32>(pv, move, 4);
  memory.copy(pv + 8, below + 4, <usize>length << 2);
}

/** Counts nodes before they are searched; true if the search must end. */
@inline
export function countNodes(positions: u64): bool {
  if (visited + positions > maxNodes) {
    ended = ENDED_BY_NODES;
    return true;
  }
  visited += positions;
  if (visited >= nextPoll) {
    nextPoll = visited + POLL_INTERVAL;
    store<f64>(nodesOut, <f64>visited);
    if (stopped()) {
      ended = ENDED_BY_STOP;
      return true;
    }
  }
  return false;
}

/** Value of a terminal state for the side to move: shorter wins and longer losses are better. */
@inline
export function valueOfResult(result: i32, turn: i32, ply: i32): i32 {
  if (result == DRAW) return 0;
  return (result == FIRST_WINS) == (turn == 0) ? WIN_VALUE - ply : ply - WIN_VALUE;
}

/** Converts a value relative to a state to one relative to the root: wins and losses count plies. */
@inline
export function valueFromRoot(value: i32, plies: i32): i32 {
  return value > MAX_EVALUATION ? value - plies : value < -MAX_EVALUATION ? value + plies : value;
}
