/** What a search by alpha-beta keeps while it runs: how much it has seen and may see, its frames, and the lines it has found. */
import { ChanceRules, DRAW, FIRST_WINS, MAX_EVALUATION, SearchRules, WIN_VALUE, rulesOf } from "../contracts/rules.as";
import { stopped } from "../kernel/stop.as";
import { ENDED_BY_NODES, ENDED_BY_STOP, MAX_DEPTH } from "./layout";
import { ORDERING_BYTES, startOrdering } from "./ordering.as";

/** Beyond every value. */
export const INFINITE: i32 = WIN_VALUE + 1;
/** Positions between two looks at the stop flag. */
const POLL: u64 = 1024;
/** A line as found below each ply: i32 length, i32 [MAX_DEPTH]. */
const LINE_BYTES: usize = 4 + 4 * MAX_DEPTH;

/** Positions looked at: states searched, and children evaluated at the frontier. */
export let visited: u64 = 0;
/** Why the search must end now; GOING_ON while it need not. */
export let ended: i32 = 0;
export const GOING_ON: i32 = -1;
let mostVisited: u64 = 0;
let nextPoll: u64 = 0;
/** Where the positions so far are written for who looks on. */
let told: usize = 0;
let lines: usize = 0;

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
  return ORDERING_BYTES + plies * LINE_BYTES + frames * frameBytes<R>();
}

/** The first `seen` positions are looked at whatever the limit. How many it has come to is written at an address (f64) now and then. */
export function startRun(scratch: usize, seen: i32, limit: f64, count: usize): void {
  told = count;
  startOrdering(scratch);
  lines = scratch + ORDERING_BYTES;
  visited = seen;
  mostVisited = limit > 0 && limit < 1e15 ? <u64>limit : u64.MAX_VALUE >> 1;
  nextPoll = 0;
  ended = GOING_ON;
}

/** The frame of the root. */
@inline
export function rootFrame(scratch: usize): usize {
  return scratch + ORDERING_BYTES + <usize>(MAX_DEPTH + 1) * LINE_BYTES;
}

@inline
export function lineAt(ply: i32): usize {
  return lines + <usize>ply * LINE_BYTES;
}

@inline
export function endLine(ply: i32): void {
  store<i32>(lineAt(ply), 0);
}

/** The line at a ply becomes a move and the line below it. */
export function extendLine(ply: i32, move: i32): void {
  const line = lineAt(ply);
  const below = lineAt(ply + 1);
  const length = load<i32>(below);
  store<i32>(line, length + 1);
  store<i32>(line, move, 4);
  memory.copy(line + 8, below + 4, <usize>length << 2);
}

/** Counts positions about to be looked at; true if the search must end instead. */
@inline
export function exceeds(positions: u64): bool {
  if (visited + positions > mostVisited) {
    ended = ENDED_BY_NODES;
    return true;
  }
  visited += positions;
  if (visited >= nextPoll) {
    nextPoll = visited + POLL;
    store<f64>(told, <f64>visited);
    if (stopped()) {
      ended = ENDED_BY_STOP;
      return true;
    }
  }
  return false;
}

/** Value of an ended game for the side to move, which a nearer end makes greater or smaller. */
@inline
export function endValue(result: i32, turn: i32, ply: i32): i32 {
  if (result == DRAW) return 0;
  return (result == FIRST_WINS) == (turn == 0) ? WIN_VALUE - ply : ply - WIN_VALUE;
}

/** A value as seen from a state, with the plies from the root to there taken into account if it is a win or loss. */
@inline
export function valueFromRoot(value: i32, plies: i32): i32 {
  return value > MAX_EVALUATION ? value - plies : value < -MAX_EVALUATION ? value + plies : value;
}
