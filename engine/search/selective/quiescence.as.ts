/**
 * Quiescence search: stand pat and noisy moves, or all evasions in check. Delta pruning skips moves whose gain cannot reach alpha, SEE pruning
 * moves that lose material.
 */
import { SelectiveRules } from "../../contracts/selective-rules.as";
import { MAX_EVALUATION, UNKNOWN, WIN_VALUE, rulesOf } from "../../contracts/rules.as";
import { BOUND_LOWER, BOUND_UPPER, BOUND_EXACT } from "../constants";
import { nextFrame, IN_CHECK, scoresOf, movesOf, REVERSIBLE, stateOf } from "./stack.as";
import { MAX_PLY } from "./constants";
import { countNode, ended, RUNNING } from "./limits.as";
import { clearPv, updatePv } from "./pv.as";
import { pickBest } from "../pick-best.as";
import { isRepetition, pushHash } from "./repetition.as";
import { boundOf, depthOf, moveOf, NO_EVALUATION, probeEntry, probedEvaluation, storeEntry, valueOf } from "./transposition-table.as";

/** Margin of delta pruning, in centipawns. */
const DELTA: i32 = 150;
/** Quiet evasions searched once one avoids mate. */
const MAX_QUIET_EVASIONS: i32 = 2;

let prunes: bool = true;

export function startQuiescence(selective: bool): void {
  prunes = selective;
}

/** Converts a value relative to a state to one relative to the root: wins and losses count plies. */
@inline
export function valueFromRoot(value: i32, ply: i32): i32 {
  return value > MAX_EVALUATION ? value - ply : value < -MAX_EVALUATION ? value + ply : value;
}

/** Plays a move into the next frame of the stack and initializes that frame. */
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

  // Step 1. Draws by rule and repetition, table probe, maximum ply
  if (rules.isDrawn(state) || isRepetition(ply, load<i32>(frame, REVERSIBLE))) return 0;
  const exact = rules.exactValue(state);
  if (exact != UNKNOWN) return valueFromRoot(exact, ply);
  const check = load<i32>(frame, IN_CHECK) != 0;
  if (ply >= MAX_PLY) return check ? 0 : rules.evaluateIncremental(state);

  // Step 2. Transposition table probe
  const isPv = beta - alpha > 1;
  const entry = probeEntry(hash);
  let evaluation = NO_EVALUATION;
  if (entry) {
    const value = valueOf(entry, ply);
    const bound = boundOf(entry);
    // The full-width mode accepts only entries of the same depth.
    if ((prunes ? !isPv : depthOf(entry) == 0) && causesCutoff(value, bound, alpha, beta)) return value;
    evaluation = probedEvaluation;
  }

  // Step 3. Static evaluation and stand pat
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

  // Step 4. Generate and score the moves
  const moves = movesOf<R>(frame);
  const scores = scoresOf<R>(frame);
  const count = check ? rules.moves(state, moves) : rules.noisyMoves(state, moves);
  const ttMove = entry ? moveOf(entry) : 0;
  for (let i: usize = 0; i < <usize>count << 2; i += 4) {
    const move = load<i32>(moves + i);
    const score = move == ttMove ? i32.MAX_VALUE : !check || rules.isNoisy(move) ? rules.mvvLva(state, move) : -1;
    store<i32>(scores + i, score);
  }

  // Step 5. Loop over the moves
  const margin = best + DELTA * rules.pawnValue() / 100;
  let bestMove = 0;
  let quietEvasions = 0;
  for (let i = 0; i < count; i++) {
    const move = pickBest(moves, scores, i, count);
    if (prunes && best > -MAX_EVALUATION) {
      if (!check) {
        // Delta pruning
        const reached = margin + rules.maxGain(state, move);
        if (reached <= alpha) {
          best = max(best, reached);
          continue;
        }
        // SEE pruning
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

  // Step 6. Transposition table store
  storeEntry(hash, bestMove, best, 0, bound, ply, evaluation);
  return best;
}

/** Whether an entry's value and bound cause a cutoff. */
@inline
export function causesCutoff(value: i32, bound: i32, alpha: i32, beta: i32): bool {
  return bound == BOUND_EXACT || (bound == BOUND_LOWER && value >= beta) || (bound == BOUND_UPPER && value <= alpha);
}
