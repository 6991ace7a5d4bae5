/** What a search by alpha-beta keeps while it runs: how much it has seen and may see, its frames, and the pvTable it has found. */
import { ChanceRules, DRAW, FIRST_WINS, MAX_EVALUATION, SearchRules, WIN_VALUE, rulesOf } from "../contracts/rules.as";
import { stopped } from "../kernel/stop.as";
import { ENDED_BY_NODES, ENDED_BY_STOP, MAX_DEPTH } from "./layout";
import { ORDERING_BYTES, startOrdering } from "./ordering.as";

/** Beyond every value. */
export const INFINITE: i32 = WIN_VALUE + 1;
/** Positions between two looks at the stop flag. */
const POLL_INTERVAL: u64 = 1024;
/** A pv as found below each ply: i32 length, i32 [MAX_DEPTH]. */
const PV_BYTES: usize = 4 + 4 * MAX_DEPTH;

/** Positions looked at: states searched, and children evaluated at the frontier. */
export let visited: u64 = 0;
/** Why the search must end now; RUNNING while it need not. */
export let ended: i32 = 0;
export const RUNNING: i32 = -1;
let maxNodes: u64 = 0;
let nextPoll: u64 = 0;
/** Where the positions so far are written for who looks on. */
let nodesOut: usize = 0;
let pvTable: usize = 0;

/** What a state on the way has of the scratch: itself, its moves, and a number for each of them; two more for outcomes of chance. */
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

/** The first `seen` positions are looked at whatever the limit. How many it has come to is written at an address (f64) now and then. */
export function startLimits(scratch: usize, seen: i32, limit: f64, count: usize): void {
  nodesOut = count;
  startOrdering(scratch);
  pvTable = scratch + ORDERING_BYTES;
  visited = seen;
  maxNodes = limit > 0 && limit < 1e15 ? <u64>limit : u64.MAX_VALUE >> 1;
  nextPoll = 0;
  ended = RUNNING;
}

/** The frame of the root. */
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

/** The pv at a ply becomes a move and the pv below it. */
export function updatePv(ply: i32, move: i32): void {
  const pv = pvAt(ply);
  const below = pvAt(ply + 1);
  const length = load<i32>(below);
  store<i32>(pv, length + 1);
  store<i32>(pv, move, 4);
  memory.copy(pv + 8, below + 4, <usize>length << 2);
}

/** Counts positions about to be looked at; true if the search must end instead. */
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

/** Value of an ended game for the side to move, which a nearer end makes greater or smaller. */
@inline
export function valueOfResult(result: i32, turn: i32, ply: i32): i32 {
  if (result == DRAW) return 0;
  return (result == FIRST_WINS) == (turn == 0) ? WIN_VALUE - ply : ply - WIN_VALUE;
}

/** A value as seen from a state, with the plies from the root to there taken into account if it is a win or loss. */
@inline
export function valueFromRoot(value: i32, plies: i32): i32 {
  return value > MAX_EVALUATION ? value - plies : value < -MAX_EVALUATION ? value + plies : value;
}
