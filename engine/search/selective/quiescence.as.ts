/**
 * Quiescence search: noisy moves until the position is quiet, where the side to move may stand pat; all evasions in check. With pruning, moves
 * that lose material by static exchange, and such as cannot reach alpha with what they win, are left out.
 */
import { SelectiveRules } from "../../contracts/selective-rules.as";
import { MAX_EVALUATION, UNKNOWN, WIN_VALUE, rulesOf } from "../../contracts/rules.as";
import { BOUND_LOWER, BOUND_UPPER, BOUND_EXACT } from "../layout";
import { nextFrame, IN_CHECK, scoresOf, movesOf, REVERSIBLE, stateOf } from "./stack.as";
import { MAX_PLY } from "./layout";
import { countNode, ended, RUNNING } from "./limits.as";
import { clearPv, updatePv } from "./pv.as";
import { pickBest } from "./move-picker.as";
import { isRepetition, pushHash } from "./repetition.as";
import { boundOf, depthOf, moveOf, NO_EVALUATION, probeEntry, probedEvaluation, storeEntry, valueOf } from "./transposition-table.as";

/** What a move may gain beyond the material it wins, in hundredths of a pawn. */
const DELTA: i32 = 150;
/** Evasions that capture nothing, once one is known that is not mated. */
const MAX_QUIET_EVASIONS: i32 = 2;

let prunes: bool = true;

export function startQuiescence(selective: bool): void {
  prunes = selective;
}

/** A value as seen from a state, with the plies from the root to there taken into account if it is a win or loss. */
@inline
export function valueFromRoot(value: i32, ply: i32): i32 {
  return value > MAX_EVALUATION ? value - ply : value < -MAX_EVALUATION ? value + ply : value;
}

/** Plays a move in the frame nextFrame, and notes what the search needs to know of the new position first. */
@inline
export function makeMove<R extends SelectiveRules>(frame: usize, move: i32): usize {
  const rules = rulesOf<R>();
  const child = nextFrame<R>(frame);
  const state = stateOf(child);
  rules.playIncremental(state, stateOf(frame), move);
  store<i32>(child, min(load<i32>(frame, REVERSIBLE) + 1, rules.reversiblePlies(state)), REVERSIBLE);
  store<i32>(child, <i32>rules.inCheck(state), IN_CHECK);
  return child;
}

export function quiescence<R extends SelectiveRules>(frame: usize, ply: i32, alpha: i32, beta: i32): i32 {
  const rules = rulesOf<R>();
  const state = stateOf(frame);
  clearPv(ply);
  if (countNode(ply)) return 0;
  const hash = rules.hash(state);
  pushHash(ply, hash);
  if (rules.isDrawn(state) || isRepetition(ply, load<i32>(frame, REVERSIBLE))) return 0;
  const exact = rules.exactValue(state);
  if (exact != UNKNOWN) return valueFromRoot(exact, ply);
  const check = load<i32>(frame, IN_CHECK) != 0;
  if (ply >= MAX_PLY) return check ? 0 : rules.evaluateIncremental(state);

  const isPv = beta - alpha > 1;
  const entry = probeEntry(hash);
  let evaluation = NO_EVALUATION;
  if (entry) {
    const value = valueOf(entry, ply);
    const bound = boundOf(entry);
    // Without pruning an entry causesCutoff only where it was searched as deep.
    if ((prunes ? !isPv : depthOf(entry) == 0) && causesCutoff(value, bound, alpha, beta)) return value;
    evaluation = probedEvaluation;
  }
  let best = ply - WIN_VALUE;
  let bound = BOUND_UPPER;
  if (!check) {
    if (evaluation == NO_EVALUATION) evaluation = rules.evaluateIncremental(state);
    best = evaluation;
    if (prunes && entry) {
      const value = valueOf(entry, ply);
      if (boundOf(entry) == (value > best ? BOUND_LOWER : BOUND_UPPER) || boundOf(entry) == BOUND_EXACT) best = value;
    }
    if (best >= beta) {
      if (!entry) storeEntry(hash, 0, best, 0, BOUND_LOWER, ply, evaluation);
      return best;
    }
    if (best > alpha) {
      alpha = best;
      bound = BOUND_EXACT;
    }
  }

  const moves = movesOf<R>(frame);
  const scores = scoresOf<R>(frame);
  const count = check ? rules.moves(state, moves) : rules.noisyMoves(state, moves);
  const ttMove = entry ? moveOf(entry) : 0;
  for (let i: usize = 0; i < <usize>count << 2; i += 4) {
    const move = load<i32>(moves + i);
    const score = move == ttMove ? i32.MAX_VALUE : !check || rules.isNoisy(move) ? rules.mvvLva(state, move) : -1;
    store<i32>(scores + i, score);
  }
  const margin = best + DELTA * rules.pawnValue() / 100;
  let bestMove = 0;
  let quietEvasions = 0;
  for (let i = 0; i < count; i++) {
    const move = pickBest(moves, scores, i, count);
    if (prunes && best > -MAX_EVALUATION) {
      if (!check) {
        const reached = margin + rules.maxGain(state, move);
        if (reached <= alpha) {
          best = max(best, reached);
          continue;
        }
        if (!rules.seeAtLeast(state, move, 0)) continue;
      } else if (!rules.isNoisy(move) && ++quietEvasions > MAX_QUIET_EVASIONS) continue;
    }
    const child = makeMove<R>(frame, move);
    const value = -quiescence<R>(child, ply + 1, -beta, -alpha);
    if (ended != RUNNING) return 0;
    if (value <= best) continue;
    best = value;
    if (value <= alpha) continue;
    bestMove = move;
    updatePv(ply, move);
    if (value >= beta) {
      storeEntry(hash, move, value, 0, BOUND_LOWER, ply, evaluation);
      return value;
    }
    alpha = value;
    bound = BOUND_EXACT;
  }
  storeEntry(hash, bestMove, best, 0, bound, ply, evaluation);
  return best;
}

/** Whether an entry's value settles the window. */
@inline
export function causesCutoff(value: i32, bound: i32, alpha: i32, beta: i32): bool {
  return bound == BOUND_EXACT || (bound == BOUND_LOWER && value >= beta) || (bound == BOUND_UPPER && value <= alpha);
}
