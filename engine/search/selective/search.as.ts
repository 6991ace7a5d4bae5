/**
 * The tree of the selective alpha-beta: principal variation search with null move, reverse futility, razoring, late move pruning, futility and
 * static exchange pruning, late move reductions, check and singular extensions. Without pruning (full width) only what never changes a value is left.
 */
import { SelectiveRules, ZUGZWANG_LIKELY, ZUGZWANG_POSSIBLE } from "../../contracts/selective-rules.as";
import { MAX_EVALUATION, UNKNOWN, WIN_VALUE, rulesOf } from "../../contracts/rules.as";
import { BOUND_AT_LEAST, BOUND_AT_MOST, BOUND_EXACT } from "../layout";
import {
  above, below, CHECK, EVALUATION, EXCLUDED, KILLERS, MAX_TRIED, MOVE, PIECE_TARGET, REVERSIBLE, stateOf, TRIED_COUNT, triedOf,
} from "./frames.as";
import { quietHistory, rewardQuiet } from "./history.as";
import { MAX_PLY } from "./layout";
import { countNode, ended, GOING_ON } from "./limits.as";
import { endLine, extendLine } from "./lines.as";
import { nextMove, NO_MOVE, startPicking } from "./picker.as";
import { answers, makeMove, quiescence, valueFromRoot } from "./quiescence.as";
import {
  futilityMargin, lateMoveCount, lateMoveReduction, nullMoveReduction, razoringMargin, reverseFutilityMargin,
} from "./reductions.as";
import { isRepetition, noteHash } from "./repetition.as";
import { boundOf, depthOf, moveOf, NO_EVALUATION, probe, probedEvaluation, storeEntry, valueOf } from "./table.as";

/** Whether the search prunes, reduces and extends. */
let selective: bool = true;
/** No null move above this ply: a null move is being verified. */
let verifiedTo: i32 = 0;

export function startTree(prunes: bool): void {
  selective = prunes;
  verifiedTo = 0;
}

/** Notes the move that is searched next at a frame. */
@inline
export function noteMove<R extends SelectiveRules>(frame: usize, move: i32): void {
  store<i32>(frame, move, MOVE);
  store<i32>(frame, rulesOf<R>().pieceTarget(stateOf(frame), move), PIECE_TARGET);
}

/** The value of a position for its side to move, within the window or a bound outside it. `cutNode`: it is expected to fail high. */
export function search<R extends SelectiveRules>(
  frame: usize, ply: i32, given: i32, alpha: i32, beta: i32, cutNode: bool,
): i32 {
  if (given <= 0) return quiescence<R>(frame, ply, alpha, beta);
  const rules = rulesOf<R>();
  const state = stateOf(frame);
  const isPv = beta - alpha > 1;
  let depth = given;
  endLine(ply);
  if (countNode(ply)) return 0;
  const hash = rules.hash(state);
  noteHash(ply, hash);
  if (rules.isDrawn(state) || isRepetition(ply, load<i32>(frame, REVERSIBLE))) return 0;
  const exact = rules.exactValue(state);
  if (exact != UNKNOWN) return valueFromRoot(exact, ply);
  const check = load<i32>(frame, CHECK) != 0;
  if (ply >= MAX_PLY) return check ? 0 : rules.evaluateTracked(state);
  // Mate distance: no line from here is better than mate at once, or worse than being mated.
  alpha = max(alpha, ply - WIN_VALUE);
  beta = min(beta, WIN_VALUE - ply - 1);
  if (alpha >= beta) return alpha;

  const excluded = load<i32>(frame, EXCLUDED);
  const data = excluded == NO_MOVE ? probe(hash) : 0;
  const tableMove = data ? moveOf(data) : NO_MOVE;
  const tableValue = data ? valueOf(data, ply) : 0;
  if (data && (selective ? !isPv && depthOf(data) >= depth : depthOf(data) == depth)) {
    if (answers(tableValue, boundOf(data), alpha, beta)) return tableValue;
  }
  let evaluation = NO_EVALUATION;
  if (!check && selective) {
    if (excluded != NO_MOVE) evaluation = load<i32>(frame, EVALUATION);
    else evaluation = data && probedEvaluation != NO_EVALUATION ? probedEvaluation : rules.evaluateTracked(state);
  }
  store<i32>(frame, evaluation, EVALUATION);
  // The static evaluation, or what the table knows better.
  let estimate = evaluation;
  if (evaluation != NO_EVALUATION && data) {
    if (boundOf(data) == BOUND_EXACT || boundOf(data) == (tableValue > evaluation ? BOUND_AT_LEAST : BOUND_AT_MOST)) estimate = tableValue;
  }
  const earlier = load<i32>(above<R>(frame, 2), EVALUATION);
  const improving = evaluation != NO_EVALUATION && (earlier == NO_EVALUATION || evaluation > earlier);
  store<i64>(below<R>(below<R>(frame)), 0, KILLERS);
  store<i32>(below<R>(frame), NO_MOVE, EXCLUDED);

  if (selective && !check && excluded == NO_MOVE) {
    if (!isPv) {
      const pruned = prune<R>(frame, ply, depth, alpha, beta, estimate, improving, cutNode);
      if (pruned != UNKNOWN) return pruned;
      if (ended != GOING_ON) return 0;
    }
    // Internal iterative reduction: without a move from the table a search of this depth costs more than it gives.
    if (depth >= 4 && tableMove == NO_MOVE) depth--;
  }

  startPicking<R>(frame, tableMove);
  store<i32>(frame, 0, TRIED_COUNT);
  const pawn = rules.pawnValue();
  let best = ply - WIN_VALUE;
  let bestMove = NO_MOVE;
  let bound = BOUND_AT_MOST;
  let number = 0;
  let skipQuiet = false;
  while (true) {
    const move = nextMove<R>(frame, skipQuiet);
    if (move == NO_MOVE) break;
    if (move == excluded) continue;
    number++;
    const noisy = rules.isNoisy(move);
    let reduction = lateMoveReduction(depth, number);
    const remembered = selective && !noisy ? quietHistory<R>(frame, move) : 0;
    if (selective && best > -MAX_EVALUATION) {
      const reduced = max(0, depth - 1 - reduction / 1024);
      if (!noisy) {
        if (!check && !skipQuiet && number > lateMoveCount(depth, improving)) {
          skipQuiet = true;
          if (!rules.givesCheck(state, move)) continue;
        }
        if (!check && reduced <= 6 && evaluation + futilityMargin(reduced) * pawn / 100 <= alpha && !rules.givesCheck(state, move)) continue;
        if (depth <= 4 && remembered < -4000 * depth) continue;
        if (reduced <= 8 && !rules.exchangeAtLeast(state, move, -25 * reduced * reduced * pawn / 100)) continue;
      } else if (depth <= 6 && move != tableMove && !rules.exchangeAtLeast(state, move, -100 * depth * pawn / 100)) continue;
    }

    let extension = 0;
    if (selective && move == tableMove && depth >= 7 && excluded == NO_MOVE && depthOf(data) >= depth - 3 &&
      boundOf(data) != BOUND_AT_MOST && abs(tableValue) < MAX_EVALUATION) {
      // Singular extension: all other moves fail low against a little less than the table's value.
      const target = tableValue - 2 * depth * pawn / 100;
      store<i32>(frame, move, EXCLUDED);
      const value = search<R>(frame, ply, (depth - 1) / 2, target - 1, target, cutNode);
      store<i32>(frame, NO_MOVE, EXCLUDED);
      if (ended != GOING_ON) return 0;
      store<i32>(frame, 0, TRIED_COUNT);
      startPicking<R>(frame, tableMove);
      nextMove<R>(frame, false);
      if (value < target) extension = 1;
      else if (target >= beta) return target;
      else if (tableValue >= beta) extension = -1;
    }
    noteMove<R>(frame, move);
    const child = makeMove<R>(frame, move);
    const givesCheck = load<i32>(child, CHECK) != 0;
    if (selective && extension == 0 && givesCheck && rules.exchangeAtLeast(state, move, 0)) extension = 1;
    const next = depth - 1 + extension;
    let value = 0;
    if (selective && depth >= 3 && number > 1 + <i32>isPv && (!noisy || number > 4)) {
      if (!noisy) reduction -= remembered / 12;
      if (isPv) reduction -= 1024;
      if (cutNode) reduction += 1024;
      if (!improving) reduction += 512;
      if (givesCheck) reduction -= 1024;
      if (noisy) reduction -= 1024;
      if (move == load<i32>(frame, KILLERS) || move == load<i32>(frame, KILLERS + 4)) reduction -= 1024;
      const plies = min(max(0, reduction >> 10), next - 1);
      value = -search<R>(child, ply + 1, next - plies, -alpha - 1, -alpha, true);
      if (value > alpha && plies > 0 && ended == GOING_ON) value = -search<R>(child, ply + 1, next, -alpha - 1, -alpha, !cutNode);
    } else if (!isPv || number > 1) {
      value = -search<R>(child, ply + 1, next, -alpha - 1, -alpha, !cutNode);
    }
    if (isPv && (number == 1 || value > alpha) && ended == GOING_ON) {
      value = -search<R>(child, ply + 1, next, -beta, -alpha, false);
    }
    if (ended != GOING_ON) return 0;

    if (value > best) {
      best = value;
      if (value > alpha) {
        bestMove = move;
        if (isPv) extendLine(ply, move);
        if (value >= beta) {
          bound = BOUND_AT_LEAST;
          if (!noisy) rewardQuiet<R>(frame, move, depth);
          break;
        }
        alpha = value;
        bound = BOUND_EXACT;
      }
    }
    if (!noisy) {
      const tried = load<i32>(frame, TRIED_COUNT);
      if (tried < MAX_TRIED) {
        store<i32>(triedOf(frame) + (<usize>tried << 2), move);
        store<i32>(frame, tried + 1, TRIED_COUNT);
      }
    }
  }
  if (number == 0) return excluded != NO_MOVE ? alpha : check ? ply - WIN_VALUE : 0;
  if (excluded == NO_MOVE) storeEntry(hash, bestMove, best, depth, bound, ply, evaluation);
  return best;
}

/** A value by which a position outside the principal variation need not be searched; UNKNOWN where it must be. */
function prune<R extends SelectiveRules>(
  frame: usize, ply: i32, depth: i32, alpha: i32, beta: i32, estimate: i32, improving: bool, cutNode: bool,
): i32 {
  const rules = rulesOf<R>();
  const state = stateOf(frame);
  const pawn = rules.pawnValue();
  if (abs(beta) >= MAX_EVALUATION) return UNKNOWN;
  if (depth <= 8 && estimate < MAX_EVALUATION && estimate - reverseFutilityMargin(depth, improving) * pawn / 100 >= beta) {
    return (estimate + beta) >> 1;
  }
  if (depth <= 3 && estimate + razoringMargin(depth) * pawn / 100 <= alpha) {
    const value = quiescence<R>(frame, ply, alpha, alpha + 1);
    if (value <= alpha || ended != GOING_ON) return value;
  }
  if (depth < 3 || estimate < beta || load<i32>(frame, EVALUATION) < beta - 20 * depth || ply < verifiedTo) return UNKNOWN;
  if (load<i32>(above<R>(frame, 1), PIECE_TARGET) < 0) return UNKNOWN;
  const zugzwang = rules.zugzwang(state);
  if (zugzwang == ZUGZWANG_LIKELY) return UNKNOWN;
  const reduced = depth - nullMoveReduction(depth, (estimate - beta) * 100 / pawn);
  store<i32>(frame, NO_MOVE, MOVE);
  store<i32>(frame, -1, PIECE_TARGET);
  const child = below<R>(frame);
  rules.passTracked(stateOf(child), state);
  store<i32>(child, 0, REVERSIBLE);
  store<i32>(child, 0, CHECK);
  let value = -search<R>(child, ply + 1, reduced, -beta, 1 - beta, !cutNode);
  if (ended != GOING_ON) return 0;
  if (value < beta) return UNKNOWN;
  if (value > MAX_EVALUATION) value = beta;
  if (zugzwang != ZUGZWANG_POSSIBLE && depth < 14) return value;
  // Verification: whether the position is as good where the side must move.
  const before = verifiedTo;
  verifiedTo = ply + 3 * max(1, reduced) / 4 + 1;
  const verified = search<R>(frame, ply, max(1, reduced), beta - 1, beta, false);
  verifiedTo = before;
  if (ended != GOING_ON) return 0;
  return verified >= beta ? value : UNKNOWN;
}
