/**
 * Principal variation search below the root: negamax alpha-beta with a transposition table, and frontier nodes whose
 * children are evaluated without being played. The two sides are taken to move in turn.
 */
import { DRAW, FIRST_WINS, ONGOING, SearchRules, WIN_VALUE, rulesOf } from "../contracts/rules.as";
import { stopped } from "../kernel/stop.as";
import { copyState } from "./copy-state.as";
import { BOUND_AT_LEAST, BOUND_AT_MOST, BOUND_EXACT, ENDED_BY_NODES, ENDED_BY_STOP, MAX_DEPTH } from "./layout";
import { NO_MOVE, ORDERING_BYTES, pickNext, rewardMove, startOrdering, writeKeys } from "./ordering.as";
import { entryAnswers, entryBound, entryMove, entryValue, findEntry, hasTable, storeEntry } from "./transposition.as";

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
let lines: usize = 0;
let reduce: i32 = 0;
/** Moves from this one on are late, twice as late from that one on; near the frontier nothing is reduced. */
const LATE: i32 = 4;
const VERY_LATE: i32 = 12;
const REDUCED_FROM_DEPTH: i32 = 3;

/** What a ply has of the scratch: a state, its moves, and a number for each of them. */
@inline
export function frameBytes<R extends SearchRules>(): usize {
  return <usize>rulesOf<R>().stateBytes() + 8 * <usize>rulesOf<R>().maxMoves();
}

export function alphabetaScratchSize<R extends SearchRules>(): usize {
  return ORDERING_BYTES + <usize>(MAX_DEPTH + 1) * (LINE_BYTES + frameBytes<R>());
}

/** Prepares a search. The first `seen` positions are looked at whatever the limit. */
export function startSearch(scratch: usize, seen: i32, limit: f64, reducePlies: i32): void {
  startOrdering(scratch);
  reduce = reducePlies;
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
function exceeds(positions: u64): bool {
  if (visited + positions > mostVisited) {
    ended = ENDED_BY_NODES;
    return true;
  }
  visited += positions;
  if (visited >= nextPoll) {
    nextPoll = visited + POLL;
    if (stopped()) {
      ended = ENDED_BY_STOP;
      return true;
    }
  }
  return false;
}

@inline
function endValue(result: i32, turn: i32, ply: i32): i32 {
  if (result == DRAW) return 0;
  return (result == FIRST_WINS) == (turn == 0) ? WIN_VALUE - ply : ply - WIN_VALUE;
}

/** A value of `evaluateMoves`, with the plies to a win or loss taken into account. */
@inline
export function childValue(value: i32, ply: i32): i32 {
  return value == WIN_VALUE ? value - (ply + 1) : value == -WIN_VALUE ? value + (ply + 1) : value;
}

/** Value of the state in the frame of `ply`, for its side to move; fail-soft. Meaningless once `ended` is set. */
function searchState<R extends SearchRules>(state: usize, ply: i32, depth: i32, alpha: i32, beta: i32): i32 {
  const rules = rulesOf<R>();
  if (exceeds(1)) return 0;
  const wide = beta - alpha > 1;
  if (wide) endLine(ply);
  const result = rules.result(state);
  if (result != ONGOING) return endValue(result, rules.turn(state), ply);

  let hash: u64 = 0;
  let tableMove = NO_MOVE;
  if (hasTable()) {
    hash = rules.hash(state);
    const entry = findEntry(hash);
    if (entry) {
      tableMove = entryMove(entry);
      // Where the line is being found the table only orders the moves, so that the line comes out whole.
      if (!wide && entryAnswers(entry, depth, WIN_VALUE)) {
        const value = entryValue(entry, ply);
        const bound = entryBound(entry);
        if (bound == BOUND_EXACT || (bound == BOUND_AT_LEAST ? value >= beta : value <= alpha)) return value;
      }
    }
  }

  const moves = state + rules.stateBytes();
  const keys = moves + 4 * rules.maxMoves();
  const count = rules.searchMoves(state, moves);
  if (depth == 1) return searchFrontier<R>(state, ply, count, moves, keys, hash, wide);
  return searchMoves<R>(state, ply, depth, alpha, beta, count, moves, keys, hash, tableMove);
}

function searchFrontier<R extends SearchRules>(
  state: usize, ply: i32, count: i32, moves: usize, keys: usize, hash: u64, wide: bool,
): i32 {
  if (exceeds(count)) return 0;
  rulesOf<R>().evaluateMoves(state, moves, count, keys);
  let best = -INFINITE;
  let bestAt: usize = 0;
  for (let i: usize = 0; i < <usize>count << 2; i += 4) {
    const value = load<i32>(keys + i);
    if (value > best) {
      best = value;
      bestAt = i;
    }
  }
  const value = childValue(best, ply);
  const move = load<i32>(moves + bestAt);
  if (wide) {
    endLine(ply + 1);
    extendLine(ply, move);
  }
  if (hasTable()) storeEntry(hash, move, value, 1, BOUND_EXACT, ply);
  return value;
}

function searchMoves<R extends SearchRules>(
  state: usize, ply: i32, depth: i32, alpha: i32, beta: i32, count: i32, moves: usize, keys: usize, hash: u64, tableMove: i32,
): i32 {
  const rules = rulesOf<R>();
  const child = state + frameBytes<R>();
  const wide = beta - alpha > 1;
  writeKeys<R>(state, ply, tableMove, moves, count, keys);
  let best = -INFINITE;
  let bestMove = NO_MOVE;
  let low = alpha;
  for (let i = 0; i < count; i++) {
    const move = pickNext(moves, keys, i, count);
    copyState<R>(child, state);
    rules.play(child, move);
    const value = searchChild<R>(child, ply, depth, low, beta, i);
    if (ended != GOING_ON) return 0;
    if (value <= best) continue;
    best = value;
    bestMove = move;
    if (value <= low) continue;
    low = value;
    if (wide) extendLine(ply, move);
    if (value >= beta) {
      rewardMove(rules.turn(state), ply, depth, move);
      break;
    }
  }
  if (hasTable()) {
    const bound = best >= beta ? BOUND_AT_LEAST : best <= alpha ? BOUND_AT_MOST : BOUND_EXACT;
    storeEntry(hash, bestMove, best, depth, bound, ply);
  }
  return best;
}

/**
 * Later moves are first only asked whether they beat `low`, late ones less deep where reductions are on; those that do, and
 * stay below `beta`, are searched again.
 */
export function searchChild<R extends SearchRules>(child: usize, ply: i32, depth: i32, low: i32, beta: i32, number: i32): i32 {
  const less = number >= LATE && depth >= REDUCED_FROM_DEPTH ? min(number >= VERY_LATE ? 2 * reduce : reduce, depth - 2) : 0;
  if (less > 0) {
    const value = -searchState<R>(child, ply + 1, depth - 1 - less, -low - 1, -low);
    if (value <= low || ended != GOING_ON) return value;
  }
  if (number > 0) {
    const value = -searchState<R>(child, ply + 1, depth - 1, -low - 1, -low);
    if (value <= low || value >= beta || ended != GOING_ON) return value;
  }
  return -searchState<R>(child, ply + 1, depth - 1, -beta, -low);
}
