/**
 * Principal variation search below the root: negamax alpha-beta with a transposition table, and frontier nodes whose
 * children are evaluated without being played. The two sides are taken to move in turn, unless the rules have chance: then
 * this is expectimax, a value is the mean over the outcomes (mean.as.ts), and Star1 and Star2 prune them. Whether they have is known when
 * a kernel is compiled: `instanceof` below costs nothing.
 *
 * Depth and plies count the players' moves. What chance does after a move belongs to it.
 */
import { ChanceRules, MAX_EVALUATION, ONGOING, SearchRules, UNKNOWN, WIN_VALUE, rulesOf } from "../contracts/rules.as";
import { copyState } from "./copy-state.as";
import { BOUND_AT_LEAST, BOUND_AT_MOST, BOUND_EXACT } from "./layout";
import { ceilDivide, floorDivide, leastSum, meanOf, within } from "./mean.as";
import { NO_MOVE, pickNext, rewardMove, writeKeys } from "./ordering.as";
import { GOING_ON, INFINITE, endLine, endValue, ended, exceeds, extendLine, frameBytes, startRun, valueFromRoot } from "./run.as";
import { entryAnswers, entryBound, entryDepth, entryMove, entryValue, findEntry, hasTable, storeEntry } from "./transposition.as";

/** Plies by which late moves are searched less deep at first. */
let reduce: i32 = 0;
/** Moves of chance between the root and here. A line ends at the first. */
let chances: i32 = 0;
/** Moves from this one on are late, twice as late from that one on; near the frontier nothing is reduced. */
const LATE: i32 = 4;
const VERY_LATE: i32 = 12;
const REDUCED_FROM_DEPTH: i32 = 3;

/** Prepares a search; see `startRun`. */
export function startSearch(scratch: usize, seen: i32, limit: f64, count: usize, reducePlies: i32): void {
  startRun(scratch, seen, limit, count);
  reduce = reducePlies;
  chances = 0;
}

/** Whether the line is found here: the window is open, and no chance lies between. */
@inline
function findsLine<R extends SearchRules>(alpha: i32, beta: i32): bool {
  if (rulesOf<R>() instanceof ChanceRules) return beta - alpha > 1 && chances == 0;
  return beta - alpha > 1;
}

/** Whether an entry's value is what a search to `depth` finds. With chance only one as deep is: the next ply may know more of a win. */
@inline
function isAsDeep<R extends SearchRules>(entry: usize, depth: i32): bool {
  if (rulesOf<R>() instanceof ChanceRules) return entryDepth(entry) == depth;
  return entryAnswers(entry, depth, WIN_VALUE);
}

/** The value that an entry answers with, or UNKNOWN. */
@inline
function answerOf<R extends SearchRules>(entry: usize, ply: i32, depth: i32, alpha: i32, beta: i32): i32 {
  if (!isAsDeep<R>(entry, depth)) return UNKNOWN;
  const value = entryValue(entry, ply);
  const bound = entryBound(entry);
  return bound == BOUND_EXACT || (bound == BOUND_AT_LEAST ? value >= beta : value <= alpha) ? value : UNKNOWN;
}

/** Value of the state in the frame of `ply`, for its side to move; fail-soft. Meaningless once `ended` is set. */
function searchState<R extends SearchRules>(state: usize, ply: i32, depth: i32, alpha: i32, beta: i32): i32 {
  const rules = rulesOf<R>();
  if (exceeds(1)) return 0;
  const wide = findsLine<R>(alpha, beta);
  if (wide) endLine(ply);
  const result = rules.result(state);
  if (result != ONGOING) return endValue(result, rules.turn(state), ply);
  if (rules instanceof ChanceRules) {
    const known = rules.exactValue(state);
    if (known != UNKNOWN) return valueFromRoot(known, ply);
  }

  let hash: u64 = 0;
  let tableMove = NO_MOVE;
  if (hasTable()) {
    hash = rules.hash(state);
    const entry = findEntry(hash);
    if (entry) {
      tableMove = entryMove(entry);
      // Where the line is being found the table only orders the moves, so that the line comes out whole.
      if (!wide) {
        const value = answerOf<R>(entry, ply, depth, alpha, beta);
        if (value != UNKNOWN) return value;
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
  const value = valueFromRoot(best, ply + 1);
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
  const wide = findsLine<R>(alpha, beta);
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
    const value = searchNext<R>(child, ply + 1, depth - 1 - less, low, low + 1);
    if (value <= low || ended != GOING_ON) return value;
  }
  if (number > 0) {
    const value = searchNext<R>(child, ply + 1, depth - 1, low, low + 1);
    if (value <= low || value >= beta || ended != GOING_ON) return value;
  }
  return searchNext<R>(child, ply + 1, depth - 1, low, beta);
}

/** Value of the state in a frame for the side to move in the frame before it. */
@inline
function searchNext<R extends SearchRules>(state: usize, ply: i32, depth: i32, alpha: i32, beta: i32): i32 {
  const rules = rulesOf<R>();
  if (rules instanceof ChanceRules) return searchFor<R>(state, rules.turn(state - frameBytes<R>()), ply, depth, alpha, beta);
  return -searchState<R>(state, ply, depth, -beta, -alpha);
}

/** Value of a state, whoever moves there, for the given side. */
function searchFor<R extends ChanceRules>(state: usize, side: i32, ply: i32, depth: i32, alpha: i32, beta: i32): i32 {
  const rules = rulesOf<R>();
  if (rules.turn(state) != side) return -searchFor<R>(state, side ^ 1, ply, depth, -beta, -alpha);
  return rules.chanceMoves(state)
    ? searchChance<R>(state, ply, depth, alpha, beta)
    : searchState<R>(state, ply, depth, alpha, beta);
}

/** Value of a state in which chance moves, for the side that `turn` names. The line ends here, so the table may always answer. */
function searchChance<R extends ChanceRules>(state: usize, ply: i32, depth: i32, alpha: i32, beta: i32): i32 {
  const rules = rulesOf<R>();
  if (exceeds(1)) return 0;
  if (findsLine<R>(alpha, beta)) endLine(ply);
  const known = rules.exactValue(state);
  if (known != UNKNOWN) return valueFromRoot(known, ply);
  let hash: u64 = 0;
  if (hasTable()) {
    hash = rules.hash(state);
    const entry = findEntry(hash);
    if (entry) {
      const value = answerOf<R>(entry, ply, depth, alpha, beta);
      if (value != UNKNOWN) return value;
    }
  }
  chances++;
  const value = searchOutcomes<R>(state, ply, depth, alpha, beta);
  chances--;
  if (hasTable() && ended == GOING_ON) {
    const bound = value >= beta ? BOUND_AT_LEAST : value <= alpha ? BOUND_AT_MOST : BOUND_EXACT;
    storeEntry(hash, NO_MOVE, value, depth, bound, ply);
  }
  return value;
}

/** The mean over the outcomes, or a bound of it beyond the window. Asked about losses, it asks the other side about wins. */
function searchOutcomes<R extends ChanceRules>(state: usize, ply: i32, depth: i32, alpha: i32, beta: i32): i32 {
  const rules = rulesOf<R>();
  const outcomes = state + rules.stateBytes();
  const weights = outcomes + 4 * rules.maxMoves();
  const count = rules.outcomes(state, outcomes, weights);
  let total: i64 = 0;
  for (let i = 0; i < count; i++) {
    pickNext(outcomes, weights, i, count); // the likeliest first
    total += load<i32>(weights + (<usize>i << 2));
  }
  const worth = rules.winWorth();
  const turn = rules.turn(state);
  if (alpha >= worth) return searchForWin<R>(state, turn, ply, depth, alpha, beta, count, total);
  if (beta <= -worth) return -searchForWin<R>(state, turn ^ 1, ply, depth, -beta, -alpha, count, total);
  return searchMean<R>(state, turn, ply, depth, alpha, beta, count, total);
}

/** Plays an outcome, by number, in the frame after the state's; returns its weight. */
@inline
function playOutcome<R extends ChanceRules>(state: usize, number: i32): i64 {
  const rules = rulesOf<R>();
  const outcome = state + rules.stateBytes() + (<usize>number << 2);
  copyState<R>(state + frameBytes<R>(), state);
  rules.play(state + frameBytes<R>(), load<i32>(outcome));
  return load<i32>(outcome + 4 * rules.maxMoves());
}

/**
 * Star1: an outcome is searched in the window outside of which the mean leaves (alpha, beta), whatever the outcomes that are
 * still to come are worth between their bounds, at first ± `winWorth`. Star2: before that every outcome is probed by the one
 * move that looks best there, which bounds it from one side. The window given reaches from below `winWorth` to above its opposite.
 */
function searchMean<R extends ChanceRules>(
  state: usize, side: i32, ply: i32, depth: i32, alpha: i32, beta: i32, count: i32, total: i64,
): i32 {
  const rules = rulesOf<R>();
  const child = state + frameBytes<R>();
  // i32 least, i32 most of each outcome.
  const bounds = state + rules.stateBytes() + 8 * rules.maxMoves();
  const worth = rules.winWorth();
  // Beyond the worth of a win or loss no mean is cut: only if all outcomes are won or lost is it there.
  const cutsLow = alpha >= -worth;
  const cutsHigh = beta <= worth;
  const low = leastSum(alpha + 1, total) - 1;
  const high = leastSum(beta, total);
  let least = -total * worth;
  let most = total * worth;
  for (let i = 0; i < count; i++) {
    const bound = bounds + (<usize>i << 3);
    store<i32>(bound, -worth);
    store<i32>(bound, worth, 4);
    const weight = playOutcome<R>(state, i);
    if (rules.turn(child) == side) {
      if (!cutsHigh) continue;
      const top = within(ceilDivide(high - least - weight * worth, weight), 1 - worth, worth);
      const value = within(probeState<R>(child, ply, depth, -worth, top), -worth, worth);
      if (ended != GOING_ON) return 0;
      least += weight * (value + worth);
      if (least >= high) return meanOf(least, total);
      store<i32>(bound, value);
    } else {
      if (!cutsLow) continue;
      const bottom = within(floorDivide(low - most + weight * worth, weight), -worth, worth - 1);
      const value = within(-probeState<R>(child, ply, depth, -worth, -bottom), -worth, worth);
      if (ended != GOING_ON) return 0;
      most -= weight * (worth - value);
      if (most <= low) return meanOf(most, total);
      store<i32>(bound, value, 4);
    }
  }
  let sum: i64 = 0;
  let raw: i64 = 0;
  let won = 0;
  let lost = 0;
  for (let i = 0; i < count; i++) {
    const weight = playOutcome<R>(state, i);
    const bound = bounds + (<usize>i << 3);
    least -= weight * load<i32>(bound);
    most -= weight * load<i32>(bound, 4);
    const bottom = cutsLow ? within(floorDivide(low - sum - most, weight), -worth, worth - 1) : -INFINITE;
    const top = cutsHigh ? within(ceilDivide(high - sum - least, weight), bottom + 1, worth) : INFINITE;
    const value = searchFor<R>(child, side, ply, depth, bottom, top);
    if (ended != GOING_ON) return 0;
    raw += weight * value;
    sum += weight * within(value, -worth, worth);
    if (value > MAX_EVALUATION) won++;
    if (value < -MAX_EVALUATION) lost++;
    if (cutsLow && sum + most <= low) return meanOf(sum + most, total);
    if (cutsHigh && sum + least >= high) return meanOf(sum + least, total);
  }
  return meanOf(won == count || lost == count ? raw : sum, total);
}

/** What the most promising move of a state achieves: if that is above alpha, the state's value is no less. */
function probeState<R extends ChanceRules>(state: usize, ply: i32, depth: i32, alpha: i32, beta: i32): i32 {
  const rules = rulesOf<R>();
  if (exceeds(1)) return 0;
  const result = rules.result(state);
  if (result != ONGOING) return endValue(result, rules.turn(state), ply);
  const known = rules.exactValue(state);
  if (known != UNKNOWN) return valueFromRoot(known, ply);

  let hash: u64 = 0;
  let entry: usize = 0;
  if (hasTable()) {
    hash = rules.hash(state);
    entry = findEntry(hash);
    if (entry) {
      const value = answerOf<R>(entry, ply, depth, alpha, beta);
      if (value != UNKNOWN) return value;
    }
  }
  const moves = state + rules.stateBytes();
  const keys = moves + 4 * rules.maxMoves();
  const count = rules.searchMoves(state, moves);
  writeKeys<R>(state, ply, entry ? entryMove(entry) : NO_MOVE, moves, count, keys);
  const move = pickNext(moves, keys, 0, count);
  let value = 0;
  if (depth == 1) {
    if (exceeds(1)) return 0;
    rules.evaluateMoves(state, moves, 1, keys);
    value = valueFromRoot(load<i32>(keys), ply + 1);
  } else {
    copyState<R>(state + frameBytes<R>(), state);
    rules.play(state + frameBytes<R>(), move);
    value = searchChild<R>(state + frameBytes<R>(), ply, depth, alpha, beta, 0);
    if (ended != GOING_ON) return 0;
  }
  if (hasTable() && value > alpha && !(entry && isAsDeep<R>(entry, depth))) {
    storeEntry(hash, move, value, depth, BOUND_AT_LEAST, ply);
  }
  return value;
}

/** As above, where the mean must be a certain win to be above alpha: so must be every outcome. */
function searchForWin<R extends ChanceRules>(
  state: usize, side: i32, ply: i32, depth: i32, alpha: i32, beta: i32, count: i32, total: i64,
): i32 {
  const child = state + frameBytes<R>();
  const nearest = WIN_VALUE - ply;
  const low = leastSum(max(alpha, MAX_EVALUATION) + 1, total) - 1;
  const high = leastSum(beta, total);
  let sum: i64 = 0;
  let rest = total;
  for (let i = 0; i < count; i++) {
    const weight = playOutcome<R>(state, i);
    rest -= weight;
    const margin = rest * nearest;
    const bottom = within(floorDivide(low - sum - margin, weight), MAX_EVALUATION, WIN_VALUE);
    // From there on the mean is at least beta, if the outcomes to come are won at all.
    const top = within(ceilDivide(high - sum - rest * (MAX_EVALUATION + 1), weight), bottom + 1, INFINITE);
    const value = searchFor<R>(child, side, ply, depth, bottom, top);
    if (ended != GOING_ON) return 0;
    if (value <= MAX_EVALUATION) return rulesOf<R>().winWorth();
    sum += weight * value;
    if (sum + margin <= low) return meanOf(sum + margin, total);
  }
  return meanOf(sum, total);
}
