/**
 * The selective alpha-beta search: principal variation search with null move pruning, reverse futility pruning, razoring, late move pruning,
 * futility pruning, SEE pruning, late move reductions, check and singular extensions. The full-width mode keeps only what never changes a value.
 */
import { SelectiveRules, ZUGZWANG_LIKELY, ZUGZWANG_POSSIBLE } from "../../contracts/selective-rules.as";
import { MAX_EVALUATION, UNKNOWN, WIN_VALUE, rulesOf } from "../../contracts/rules.as";
import { BOUND_LOWER, BOUND_UPPER, BOUND_EXACT } from "../constants";
import {
  previousFrame, nextFrame, IN_CHECK, EVALUATION, EXCLUDED, KILLERS, MAX_QUIETS, MOVE, PIECE_TO, REVERSIBLE, stateOf, QUIETS_COUNT, quietsSearched,
} from "./stack.as";
import { quietHistory, updateQuietHistories } from "./history.as";
import { MAX_PLY } from "./constants";
import { countNode, ended, RUNNING } from "./limits.as";
import { clearPv, updatePv } from "./pv.as";
import { nextMove, NO_MOVE, startPicking } from "./move-picker.as";
import { causesCutoff, makeMove, quiescence, valueFromRoot } from "./quiescence.as";
import {
  futilityMargin, lateMoveCount, lateMoveReduction, nullMoveReduction, razoringMargin, reverseFutilityMargin,
} from "./reductions.as";
import { isRepetition, pushHash } from "./repetition.as";
import { boundOf, depthOf, moveOf, NO_EVALUATION, probeEntry, probedEvaluation, storeEntry, valueOf } from "./transposition-table.as";

/** Whether the search prunes, reduces and extends. */
let selective: bool = true;
/** No null move at plies below this, during the verification of a null move. */
let nmpMinPly: i32 = 0;

export function startSearch(prunes: bool): void {
  selective = prunes;
  nmpMinPly = 0;
}

@inline
export function setCurrentMove<R extends SelectiveRules>(frame: usize, move: i32): void {
  store<i32>(frame, move, MOVE);
  store<i32>(frame, rulesOf<R>().pieceTo(stateOf(frame), move), PIECE_TO);
}

/** Value of a position for the side to move; fail-soft. `cutNode`: the node is expected to fail high. */
export function search<R extends SelectiveRules>(
  frame: usize, ply: i32, given: i32, alpha: i32, beta: i32, cutNode: bool,
): i32 {
  // Step 1. Quiescence search at the horizon
  if (given <= 0) return quiescence<R>(frame, ply, alpha, beta);
  const rules = rulesOf<R>();
  const state = stateOf(frame);
  const isPv = beta - alpha > 1;
  let depth = given;
  clearPv(ply);
  if (countNode(ply)) return 0;
  const hash = rules.hash(state);
  pushHash(ply, hash);

  // Step 2. Draws by rule and repetition, table probe, maximum ply
  if (rules.isDrawn(state) || isRepetition(ply, load<i32>(frame, REVERSIBLE))) return 0;
  const exact = rules.exactValue(state);
  if (exact != UNKNOWN) return valueFromRoot(exact, ply);
  const check = load<i32>(frame, IN_CHECK) != 0;
  if (ply >= MAX_PLY) return check ? 0 : rules.evaluateIncremental(state);

  // Step 3. Mate distance pruning
  alpha = max(alpha, ply - WIN_VALUE);
  beta = min(beta, WIN_VALUE - ply - 1);
  if (alpha >= beta) return alpha;

  // Step 4. Transposition table probe
  const excluded = load<i32>(frame, EXCLUDED);
  const entry = excluded == NO_MOVE ? probeEntry(hash) : 0;
  const ttMove = entry ? moveOf(entry) : NO_MOVE;
  const ttValue = entry ? valueOf(entry, ply) : 0;
  if (entry && (selective ? !isPv && depthOf(entry) >= depth : depthOf(entry) == depth)) {
    if (causesCutoff(ttValue, boundOf(entry), alpha, beta)) return ttValue;
  }

  // Step 5. Static evaluation, corrected by the transposition table
  let evaluation = NO_EVALUATION;
  if (!check && selective) {
    if (excluded != NO_MOVE) evaluation = load<i32>(frame, EVALUATION);
    else evaluation = entry && probedEvaluation != NO_EVALUATION ? probedEvaluation : rules.evaluateIncremental(state);
  }
  store<i32>(frame, evaluation, EVALUATION);

  let estimate = evaluation;
  if (evaluation != NO_EVALUATION && entry) {
    if (boundOf(entry) == BOUND_EXACT || boundOf(entry) == (ttValue > evaluation ? BOUND_LOWER : BOUND_UPPER)) estimate = ttValue;
  }
  const earlier = load<i32>(previousFrame<R>(frame, 2), EVALUATION);
  const improving = evaluation != NO_EVALUATION && (earlier == NO_EVALUATION || evaluation > earlier);
  store<i64>(nextFrame<R>(nextFrame<R>(frame)), 0, KILLERS);
  store<i32>(nextFrame<R>(frame), NO_MOVE, EXCLUDED);

  if (selective && !check && excluded == NO_MOVE) {
    // Steps 6 to 8. Reverse futility pruning, razoring, null move search
    if (!isPv) {
      const pruned = prune<R>(frame, ply, depth, alpha, beta, estimate, improving, cutNode);
      if (pruned != UNKNOWN) return pruned;
      if (ended != RUNNING) return 0;
    }
    // Step 9. Internal iterative reduction
    if (depth >= 4 && ttMove == NO_MOVE) depth--;
  }

  // Step 10. Loop over the moves
  startPicking<R>(frame, ttMove);
  store<i32>(frame, 0, QUIETS_COUNT);
  const pawn = rules.pawnValue();
  let best = ply - WIN_VALUE;
  let bestMove = NO_MOVE;
  let bound = BOUND_UPPER;
  let number = 0;
  let skipQuiet = false;
  while (true) {
    const move = nextMove<R>(frame, skipQuiet);
    if (move == NO_MOVE) break;
    if (move == excluded) continue;
    number++;
    const noisy = rules.isNoisy(move);
    let reduction = lateMoveReduction(depth, number);
    const history = selective && !noisy ? quietHistory<R>(frame, move) : 0;

    // Step 11. Pruning at shallow depth
    if (selective && best > -MAX_EVALUATION) {
      const reduced = max(0, depth - 1 - reduction / 1024);
      if (!noisy) {
        // Late move pruning
        if (!check && !skipQuiet && number > lateMoveCount(depth, improving)) {
          skipQuiet = true;
          if (!rules.givesCheck(state, move)) continue;
        }
        // Futility pruning
        if (!check && reduced <= 6 && evaluation + futilityMargin(reduced) * pawn / 100 <= alpha && !rules.givesCheck(state, move)) continue;
        // History pruning
        if (depth <= 4 && history < -4000 * depth) continue;
        // SEE pruning
        if (reduced <= 8 && !rules.seeAtLeast(state, move, -25 * reduced * reduced * pawn / 100)) continue;
      } else if (depth <= 6 && move != ttMove && !rules.seeAtLeast(state, move, -100 * depth * pawn / 100)) continue;
    }

    // Step 12. Singular extension: all other moves fail low against slightly less than the table's value
    let extension = 0;
    if (selective && move == ttMove && depth >= 7 && excluded == NO_MOVE && depthOf(entry) >= depth - 3 &&
      boundOf(entry) != BOUND_UPPER && abs(ttValue) < MAX_EVALUATION) {

      const target = ttValue - 2 * depth * pawn / 100;
      store<i32>(frame, move, EXCLUDED);
      const value = search<R>(frame, ply, (depth - 1) / 2, target - 1, target, cutNode);
      store<i32>(frame, NO_MOVE, EXCLUDED);
      if (ended != RUNNING) return 0;
      store<i32>(frame, 0, QUIETS_COUNT);
      startPicking<R>(frame, ttMove);
      nextMove<R>(frame, false);
      if (value < target) extension = 1;
      else if (target >= beta) return target;
      else if (ttValue >= beta) extension = -1;
    }

    // Step 13. Make the move; check extension
    setCurrentMove<R>(frame, move);
    const child = makeMove<R>(frame, move);
    const givesCheck = load<i32>(child, IN_CHECK) != 0;
    if (selective && extension == 0 && givesCheck && rules.seeAtLeast(state, move, 0)) extension = 1;
    const next = depth - 1 + extension;

    // Step 14. Late move reductions (LMR)
    let value = 0;
    if (selective && depth >= 3 && number > 1 + <i32>isPv && (!noisy || number > 4)) {
      if (!noisy) reduction -= history / 12;
      if (isPv) reduction -= 1024;
      if (cutNode) reduction += 1024;
      if (!improving) reduction += 512;
      if (givesCheck) reduction -= 1024;
      if (noisy) reduction -= 1024;
      if (move == load<i32>(frame, KILLERS) || move == load<i32>(frame, KILLERS + 4)) reduction -= 1024;
      const plies = min(max(0, reduction >> 10), next - 1);
      value = -search<R>(child, ply + 1, next - plies, -alpha - 1, -alpha, true);
      if (value > alpha && plies > 0 && ended == RUNNING) value = -search<R>(child, ply + 1, next, -alpha - 1, -alpha, !cutNode);
    } else if (!isPv || number > 1) {
      // Step 15. Null window search at full depth
      value = -search<R>(child, ply + 1, next, -alpha - 1, -alpha, !cutNode);
    }

    // Step 16. Full window search of a PV node
    if (isPv && (number == 1 || value > alpha) && ended == RUNNING) {
      value = -search<R>(child, ply + 1, next, -beta, -alpha, false);
    }
    if (ended != RUNNING) return 0;

    // Step 17. New best move, beta cutoff
    if (value > best) {
      best = value;
      if (value > alpha) {
        bestMove = move;
        if (isPv) updatePv(ply, move);
        if (value >= beta) {
          bound = BOUND_LOWER;
          if (!noisy) updateQuietHistories<R>(frame, move, depth);
          break;
        }
        alpha = value;
        bound = BOUND_EXACT;
      }
    }
    if (!noisy) {
      const quiets = load<i32>(frame, QUIETS_COUNT);
      if (quiets < MAX_QUIETS) {
        store<i32>(quietsSearched(frame) + (<usize>quiets << 2), move);
        store<i32>(frame, quiets + 1, QUIETS_COUNT);
      }
    }
  }

  // Step 18. Checkmate and stalemate
  if (number == 0) return excluded != NO_MOVE ? alpha : check ? ply - WIN_VALUE : 0;

  // Step 19. Transposition table store
  if (excluded == NO_MOVE) storeEntry(hash, bestMove, best, depth, bound, ply, evaluation);
  return best;
}

/** Pruning before the move loop at non-PV nodes: a value, or UNKNOWN. */
function prune<R extends SelectiveRules>(
  frame: usize, ply: i32, depth: i32, alpha: i32, beta: i32, estimate: i32, improving: bool, cutNode: bool,
): i32 {
  const rules = rulesOf<R>();
  const state = stateOf(frame);
  const pawn = rules.pawnValue();
  if (abs(beta) >= MAX_EVALUATION) return UNKNOWN;

  // Step 6. Reverse futility pruning
  if (depth <= 8 && estimate < MAX_EVALUATION && estimate - reverseFutilityMargin(depth, improving) * pawn / 100 >= beta) {
    return (estimate + beta) >> 1;
  }

  // Step 7. Razoring
  if (depth <= 3 && estimate + razoringMargin(depth) * pawn / 100 <= alpha) {
    const value = quiescence<R>(frame, ply, alpha, alpha + 1);
    if (value <= alpha || ended != RUNNING) return value;
  }

  // Step 8. Null move search, with verification
  if (depth < 3 || estimate < beta || load<i32>(frame, EVALUATION) < beta - 20 * depth || ply < nmpMinPly) return UNKNOWN;
  if (load<i32>(previousFrame<R>(frame, 1), PIECE_TO) < 0) return UNKNOWN;
  const zugzwang = rules.zugzwang(state);
  if (zugzwang == ZUGZWANG_LIKELY) return UNKNOWN;
  const reduced = depth - nullMoveReduction(depth, (estimate - beta) * 100 / pawn);
  store<i32>(frame, NO_MOVE, MOVE);
  store<i32>(frame, -1, PIECE_TO);
  const child = nextFrame<R>(frame);
  rules.playNullMove(stateOf(child), state);
  store<i32>(child, 0, REVERSIBLE);
  store<i32>(child, 0, IN_CHECK);
  let value = -search<R>(child, ply + 1, reduced, -beta, 1 - beta, !cutNode);
  if (ended != RUNNING) return 0;
  if (value < beta) return UNKNOWN;
  if (value > MAX_EVALUATION) value = beta;
  if (zugzwang != ZUGZWANG_POSSIBLE && depth < 14) return value;
  // Verification search without null moves, against zugzwang.
  const before = nmpMinPly;
  nmpMinPly = ply + 3 * max(1, reduced) / 4 + 1;
  const verified = search<R>(frame, ply, max(1, reduced), beta - 1, beta, false);
  nmpMinPly = before;
  if (ended != RUNNING) return 0;
  return verified >= beta ? value : UNKNOWN;
}
