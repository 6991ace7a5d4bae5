/**
 * Principal variation search below the root: negamax alpha-beta with a transposition table, killer moves, the history heuristic
 * and late move reductions. Children of frontier nodes are evaluated without being played. The sides alternate, except with
 * `ChanceRules`: then this is expectimax with Star1 and Star2 pruning at chance nodes (mean.as.ts). `instanceof` below is
 * resolved when a kernel is compiled.
 *
 * Depth and plies count the players' moves; a chance outcome belongs to the move before it.
 */
import { ChanceRules, MAX_EVALUATION, ONGOING, SearchRules, UNKNOWN, WIN_VALUE, rulesOf } from "../contracts/rules.as";
import { copyState } from "./copy-state.as";
import { BOUND_LOWER, BOUND_UPPER, BOUND_EXACT } from "./constants";
import { ceilDivide, floorDivide, leastSum, meanOf, within } from "./mean.as";
import { NO_MOVE, updateHistory, scoreMoves } from "./ordering.as";
import { pickBest } from "./pick-best.as";
import { RUNNING, INFINITE, clearPv, valueOfResult, ended, countNodes, updatePv, frameBytes, startLimits, valueFromRoot } from "./search-run.as";
import { entryMatchesDepth, entryBound, entryDepth, entryMove, entryValue, probeEntry, hasTable, storeEntry } from "./transposition-table.as";

/** Late move reduction in plies. */
let reduce: i32 = 0;
/** Chance nodes on the path from the root. A PV ends at the first. */
let chanceDepth: i32 = 0;
/** Move numbers from which moves are reduced once and twice, and the minimum depth. */
const LATE_MOVE: i32 = 4;
const VERY_LATE_MOVE: i32 = 12;
const MIN_REDUCTION_DEPTH: i32 = 3;

/** Prepares a search; see `startLimits`. */
export function startSearch(scratch: usize, seen: i32, limit: f64, count: usize, reducePlies: i32): void {
  startLimits(scratch, seen, limit, count);
  reduce = reducePlies;
  chanceDepth = 0;
}

/** Whether the node is a PV node: the window is open, and the path has no chance node. */
@inline
function isPvNode<R extends SearchRules>(alpha: i32, beta: i32): bool {
  if (rulesOf<R>() instanceof ChanceRules) return beta - alpha > 1 && chanceDepth == 0;
  return beta - alpha > 1;
}

/** Whether an entry's value equals that of a search to `depth`. With chance only equal depths do: a deeper search may see more wins. */
@inline
function matchesDepth<R extends SearchRules>(entry: usize, depth: i32): bool {
  if (rulesOf<R>() instanceof ChanceRules) return entryDepth(entry) == depth;
  return entryMatchesDepth(entry, depth, WIN_VALUE);
}

/** The value of an entry that causes a cutoff, or UNKNOWN. */
@inline
function ttCutoff<R extends SearchRules>(entry: usize, ply: i32, depth: i32, alpha: i32, beta: i32): i32 {
  if (!matchesDepth<R>(entry, depth)) return UNKNOWN;
  const value = entryValue(entry, ply);
  const bound = entryBound(entry);
  return bound == BOUND_EXACT || (bound == BOUND_LOWER ? value >= beta : value <= alpha) ? value : UNKNOWN;
}

/** Value of the state in the frame of `ply` for the side to move; fail-soft. Undefined once `ended` is set. */
function searchState<R extends SearchRules>(state: usize, ply: i32, depth: i32, alpha: i32, beta: i32): i32 {
  const rules = rulesOf<R>();
  if (countNodes(1)) return 0;
  const isPv = isPvNode<R>(alpha, beta);
  if (isPv) clearPv(ply);
  // Step 1. Terminal states and table probe
  const result = rules.result(state);
  if (result != ONGOING) return valueOfResult(result, rules.turn(state), ply);
  if (rules instanceof ChanceRules) {
    const exact = rules.exactValue(state);
    if (exact != UNKNOWN) return valueFromRoot(exact, ply);
  }

  // Step 2. Futility: no child of a frontier node can raise alpha
  if (depth == 1) {
    const bound = rules.evaluationBound(state);
    if (bound <= alpha) return bound;
  }

  // Step 3. Transposition table probe
  let hash: u64 = 0;
  let ttMove = NO_MOVE;
  if (hasTable()) {
    hash = rules.hash(state);
    const entry = probeEntry(hash);
    if (entry) {
      ttMove = entryMove(entry);
      // At PV nodes the table only orders the moves, so that the PV is complete.
      if (!isPv) {
        const value = ttCutoff<R>(entry, ply, depth, alpha, beta);
        if (value != UNKNOWN) return value;
      }
    }
  }

  // Step 4. Frontier node, or loop over the moves
  const moves = state + rules.stateBytes();
  const scores = moves + 4 * rules.maxMoves();
  const count = rules.searchMoves(state, moves);
  if (depth == 1) return searchFrontier<R>(state, ply, count, moves, scores, hash, isPv);
  return searchMoves<R>(state, ply, depth, alpha, beta, count, moves, scores, hash, ttMove);
}

function searchFrontier<R extends SearchRules>(
  state: usize, ply: i32, count: i32, moves: usize, scores: usize, hash: u64, isPv: bool,
): i32 {
  if (countNodes(count)) return 0;
  rulesOf<R>().evaluateMoves(state, moves, count, scores);
  let best = -INFINITE;
  let bestAt: usize = 0;
  for (let i: usize = 0; i < <usize>count << 2; i += 4) {
    const value = load<i32>(scores + i);
    if (value > best) {
      best = value;
      bestAt = i;
    }
  }
  const value = valueFromRoot(best, ply + 1);
  const move = load<i32>(moves + bestAt);
  if (isPv) {
    clearPv(ply + 1);
    updatePv(ply, move);
  }
  if (hasTable()) storeEntry(hash, move, value, 1, BOUND_EXACT, ply);
  return value;
}

function searchMoves<R extends SearchRules>(
  state: usize, ply: i32, depth: i32, alpha: i32, beta: i32, count: i32, moves: usize, scores: usize, hash: u64, ttMove: i32,
): i32 {
  const rules = rulesOf<R>();
  const child = state + frameBytes<R>();
  const isPv = isPvNode<R>(alpha, beta);
  scoreMoves<R>(state, ply, ttMove, moves, count, scores);
  let best = -INFINITE;
  let bestMove = NO_MOVE;
  let low = alpha;
  for (let i = 0; i < count; i++) {
    const move = pickBest(moves, scores, i, count);
    copyState<R>(child, state);
    rules.play(child, move);
    const value = searchChild<R>(child, ply, depth, low, beta, i);
    if (ended != RUNNING) return 0;
    if (value <= best) continue;
    best = value;
    bestMove = move;
    if (value <= low) continue;
    low = value;
    if (isPv) updatePv(ply, move);
    if (value >= beta) {
      updateHistory(rules.turn(state), ply, depth, move);
      break;
    }
  }
  // Step 6. Transposition table store
  if (hasTable()) {
    const bound = best >= beta ? BOUND_LOWER : best <= alpha ? BOUND_UPPER : BOUND_EXACT;
    storeEntry(hash, bestMove, best, depth, bound, ply);
  }
  return best;
}

/** Step 5. Search of a child: late move reduction, null window search, full window search. */
export function searchChild<R extends SearchRules>(child: usize, ply: i32, depth: i32, low: i32, beta: i32, number: i32): i32 {
  const less = number >= LATE_MOVE && depth >= MIN_REDUCTION_DEPTH ? min(number >= VERY_LATE_MOVE ? 2 * reduce : reduce, depth - 2) : 0;
  if (less > 0) {
    const value = searchNext<R>(child, ply + 1, depth - 1 - less, low, low + 1);
    if (value <= low || ended != RUNNING) return value;
  }
  if (number > 0) {
    const value = searchNext<R>(child, ply + 1, depth - 1, low, low + 1);
    if (value <= low || value >= beta || ended != RUNNING) return value;
  }
  return searchNext<R>(child, ply + 1, depth - 1, low, beta);
}

/** Value of the state in a frame for the side to move in the previous frame. */
@inline
function searchNext<R extends SearchRules>(state: usize, ply: i32, depth: i32, alpha: i32, beta: i32): i32 {
  const rules = rulesOf<R>();
  if (rules instanceof ChanceRules) return searchFor<R>(state, rules.turn(state - frameBytes<R>()), ply, depth, alpha, beta);
  return -searchState<R>(state, ply, depth, -beta, -alpha);
}

/** Value of a decision or chance node for the given side. */
function searchFor<R extends ChanceRules>(state: usize, side: i32, ply: i32, depth: i32, alpha: i32, beta: i32): i32 {
  const rules = rulesOf<R>();
  if (rules.turn(state) != side) return -searchFor<R>(state, side ^ 1, ply, depth, -beta, -alpha);
  return rules.chanceMoves(state)
    ? searchChance<R>(state, ply, depth, alpha, beta)
    : searchState<R>(state, ply, depth, alpha, beta);
}

/** Value of a chance node for the side given by `turn`. The PV ends here, so transposition table cutoffs are always allowed. */
function searchChance<R extends ChanceRules>(state: usize, ply: i32, depth: i32, alpha: i32, beta: i32): i32 {
  const rules = rulesOf<R>();
  if (countNodes(1)) return 0;
  if (isPvNode<R>(alpha, beta)) clearPv(ply);
  const exact = rules.exactValue(state);
  if (exact != UNKNOWN) return valueFromRoot(exact, ply);
  let hash: u64 = 0;
  if (hasTable()) {
    hash = rules.hash(state);
    const entry = probeEntry(hash);
    if (entry) {
      const value = ttCutoff<R>(entry, ply, depth, alpha, beta);
      if (value != UNKNOWN) return value;
    }
  }
  chanceDepth++;
  const value = searchOutcomes<R>(state, ply, depth, alpha, beta);
  chanceDepth--;
  if (hasTable() && ended == RUNNING) {
    const bound = value >= beta ? BOUND_LOWER : value <= alpha ? BOUND_UPPER : BOUND_EXACT;
    storeEntry(hash, NO_MOVE, value, depth, bound, ply);
  }
  return value;
}

/** The mean over the outcomes, or a bound outside the window. A window in the losses is searched as wins of the other side. */
function searchOutcomes<R extends ChanceRules>(state: usize, ply: i32, depth: i32, alpha: i32, beta: i32): i32 {
  const rules = rulesOf<R>();
  const outcomes = state + rules.stateBytes();
  const weights = outcomes + 4 * rules.maxMoves();
  const count = rules.outcomes(state, outcomes, weights);
  let total: i64 = 0;
  for (let i = 0; i < count; i++) {
    pickBest(outcomes, weights, i, count); // most likely first
    total += load<i32>(weights + (<usize>i << 2));
  }
  const winUtility = rules.winUtility();
  const turn = rules.turn(state);
  if (alpha >= winUtility) return searchForWin<R>(state, turn, ply, depth, alpha, beta, count, total);
  if (beta <= -winUtility) return -searchForWin<R>(state, turn ^ 1, ply, depth, -beta, -alpha, count, total);
  return searchMean<R>(state, turn, ply, depth, alpha, beta, count, total);
}

/** Plays outcome `number` into the next frame; returns its weight. */
@inline
function playOutcome<R extends ChanceRules>(state: usize, number: i32): i64 {
  const rules = rulesOf<R>();
  const outcome = state + rules.stateBytes() + (<usize>number << 2);
  copyState<R>(state + frameBytes<R>(), state);
  rules.play(state + frameBytes<R>(), load<i32>(outcome));
  return load<i32>(outcome + 4 * rules.maxMoves());
}

/**
 * Star1: an outcome is searched in the window outside of which the mean leaves (alpha, beta), given the bounds of the remaining
 * outcomes, initially ±`winUtility`. Star2: first a search of the best-ordered move of every outcome gives a bound on one
 * side. Requires alpha < `winUtility` and beta > -`winUtility`.
 */
function searchMean<R extends ChanceRules>(
  state: usize, side: i32, ply: i32, depth: i32, alpha: i32, beta: i32, count: i32, total: i64,
): i32 {
  const rules = rulesOf<R>();
  const child = state + frameBytes<R>();
  // i32 lower and i32 upper bound of each outcome.
  const bounds = state + rules.stateBytes() + 8 * rules.maxMoves();
  const winUtility = rules.winUtility();
  // A mean beyond ±winUtility requires all outcomes to be won or lost: no pruning there.
  const prunesLow = alpha >= -winUtility;
  const prunesHigh = beta <= winUtility;
  const low = leastSum(alpha + 1, total) - 1;
  const high = leastSum(beta, total);
  let least = -total * winUtility;
  let most = total * winUtility;
  // Star2: probing phase
  for (let i = 0; i < count; i++) {
    const bound = bounds + (<usize>i << 3);
    store<i32>(bound, -winUtility);
    store<i32>(bound, winUtility, 4);
    const weight = playOutcome<R>(state, i);
    if (rules.turn(child) == side) {
      if (!prunesHigh) continue;
      const top = within(ceilDivide(high - least - weight * winUtility, weight), 1 - winUtility, winUtility);
      const value = within(searchBestMove<R>(child, ply, depth, -winUtility, top), -winUtility, winUtility);
      if (ended != RUNNING) return 0;
      least += weight * (value + winUtility);
      if (least >= high) return meanOf(least, total);
      store<i32>(bound, value);
    } else {
      if (!prunesLow) continue;
      const bottom = within(floorDivide(low - most + weight * winUtility, weight), -winUtility, winUtility - 1);
      const value = within(-searchBestMove<R>(child, ply, depth, -winUtility, -bottom), -winUtility, winUtility);
      if (ended != RUNNING) return 0;
      most -= weight * (winUtility - value);
      if (most <= low) return meanOf(most, total);
      store<i32>(bound, value, 4);
    }
  }
  // Star1: search phase
  let sum: i64 = 0;
  let raw: i64 = 0;
  let won = 0;
  let lost = 0;
  for (let i = 0; i < count; i++) {
    const weight = playOutcome<R>(state, i);
    const bound = bounds + (<usize>i << 3);
    least -= weight * load<i32>(bound);
    most -= weight * load<i32>(bound, 4);
    const bottom = prunesLow ? within(floorDivide(low - sum - most, weight), -winUtility, winUtility - 1) : -INFINITE;
    const top = prunesHigh ? within(ceilDivide(high - sum - least, weight), bottom + 1, winUtility) : INFINITE;
    const value = searchFor<R>(child, side, ply, depth, bottom, top);
    if (ended != RUNNING) return 0;
    raw += weight * value;
    sum += weight * within(value, -winUtility, winUtility);
    if (value > MAX_EVALUATION) won++;
    if (value < -MAX_EVALUATION) lost++;
    if (prunesLow && sum + most <= low) return meanOf(sum + most, total);
    if (prunesHigh && sum + least >= high) return meanOf(sum + least, total);
  }
  return meanOf(won == count || lost == count ? raw : sum, total);
}

/** Star2 probe: the value of a state's best-ordered move, a lower bound of the state's value if above alpha. */
function searchBestMove<R extends ChanceRules>(state: usize, ply: i32, depth: i32, alpha: i32, beta: i32): i32 {
  const rules = rulesOf<R>();
  if (countNodes(1)) return 0;
  const result = rules.result(state);
  if (result != ONGOING) return valueOfResult(result, rules.turn(state), ply);
  const exact = rules.exactValue(state);
  if (exact != UNKNOWN) return valueFromRoot(exact, ply);

  let hash: u64 = 0;
  let entry: usize = 0;
  if (hasTable()) {
    hash = rules.hash(state);
    entry = probeEntry(hash);
    if (entry) {
      const value = ttCutoff<R>(entry, ply, depth, alpha, beta);
      if (value != UNKNOWN) return value;
    }
  }
  const moves = state + rules.stateBytes();
  const scores = moves + 4 * rules.maxMoves();
  const count = rules.searchMoves(state, moves);
  scoreMoves<R>(state, ply, entry ? entryMove(entry) : NO_MOVE, moves, count, scores);
  const move = pickBest(moves, scores, 0, count);
  let value = 0;
  if (depth == 1) {
    if (countNodes(1)) return 0;
    rules.evaluateMoves(state, moves, 1, scores);
    value = valueFromRoot(load<i32>(scores), ply + 1);
  } else {
    copyState<R>(state + frameBytes<R>(), state);
    rules.play(state + frameBytes<R>(), move);
    value = searchChild<R>(state + frameBytes<R>(), ply, depth, alpha, beta, 0);
    if (ended != RUNNING) return 0;
  }
  if (hasTable() && value > alpha && !(entry && matchesDepth<R>(entry, depth))) {
    storeEntry(hash, move, value, depth, BOUND_LOWER, ply);
  }
  return value;
}

/** As `searchMean` for alpha ≥ winUtility: every outcome must be a proven win. */
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
    // From here on the mean is at least beta if the remaining outcomes are wins.
    const top = within(ceilDivide(high - sum - rest * (MAX_EVALUATION + 1), weight), bottom + 1, INFINITE);
    const value = searchFor<R>(child, side, ply, depth, bottom, top);
    if (ended != RUNNING) return 0;
    if (value <= MAX_EVALUATION) return rulesOf<R>().winUtility();
    sum += weight * value;
    if (sum + margin <= low) return meanOf(sum + margin, total);
  }
  return meanOf(sum, total);
}
