/**
 * Quiescence search: noisy moves until the position is quiet, where the side to move may stand pat; all evasions in check. With pruning, moves
 * that lose material by static exchange, and such as cannot reach alpha with what they win, are left out.
 */
import { SelectiveRules } from "../../contracts/selective-rules.as";
import { MAX_EVALUATION, UNKNOWN, WIN_VALUE, rulesOf } from "../../contracts/rules.as";
import { BOUND_AT_LEAST, BOUND_AT_MOST, BOUND_EXACT } from "../layout";
import { below, CHECK, keysOf, movesOf, REVERSIBLE, stateOf } from "./frames.as";
import { MAX_PLY } from "./layout";
import { countNode, ended, GOING_ON } from "./limits.as";
import { endLine, extendLine } from "./lines.as";
import { bringBest } from "./picker.as";
import { isRepetition, noteHash } from "./repetition.as";
import { boundOf, depthOf, moveOf, NO_EVALUATION, probe, probedEvaluation, storeEntry, valueOf } from "./table.as";

/** What a move may gain beyond the material it wins, in hundredths of a pawn. */
const DELTA: i32 = 150;
/** Evasions that capture nothing, once one is known that is not mated. */
const MOST_QUIET_EVASIONS: i32 = 2;

let prunes: bool = true;

export function startQuiescence(selective: bool): void {
  prunes = selective;
}

/** A value as seen from a state, with the plies from the root to there taken into account if it is a win or loss. */
@inline
export function valueFromRoot(value: i32, ply: i32): i32 {
  return value > MAX_EVALUATION ? value - ply : value < -MAX_EVALUATION ? value + ply : value;
}

/** Plays a move in the frame below, and notes what the search needs to know of the new position first. */
@inline
export function makeMove<R extends SelectiveRules>(frame: usize, move: i32): usize {
  const rules = rulesOf<R>();
  const child = below<R>(frame);
  const state = stateOf(child);
  rules.playTracked(state, stateOf(frame), move);
  store<i32>(child, min(load<i32>(frame, REVERSIBLE) + 1, rules.reversiblePlies(state)), REVERSIBLE);
  store<i32>(child, <i32>rules.inCheck(state), CHECK);
  return child;
}

export function quiescence<R extends SelectiveRules>(frame: usize, ply: i32, alpha: i32, beta: i32): i32 {
  const rules = rulesOf<R>();
  const state = stateOf(frame);
  endLine(ply);
  if (countNode(ply)) return 0;
  const hash = rules.hash(state);
  noteHash(ply, hash);
  if (rules.isDrawn(state) || isRepetition(ply, load<i32>(frame, REVERSIBLE))) return 0;
  const exact = rules.exactValue(state);
  if (exact != UNKNOWN) return valueFromRoot(exact, ply);
  const check = load<i32>(frame, CHECK) != 0;
  if (ply >= MAX_PLY) return check ? 0 : rules.evaluateTracked(state);

  const isPv = beta - alpha > 1;
  const data = probe(hash);
  let evaluation = NO_EVALUATION;
  if (data) {
    const value = valueOf(data, ply);
    const bound = boundOf(data);
    // Without pruning an entry answers only where it was searched as deep.
    if ((prunes ? !isPv : depthOf(data) == 0) && answers(value, bound, alpha, beta)) return value;
    evaluation = probedEvaluation;
  }
  let best = ply - WIN_VALUE;
  let bound = BOUND_AT_MOST;
  if (!check) {
    if (evaluation == NO_EVALUATION) evaluation = rules.evaluateTracked(state);
    best = evaluation;
    if (prunes && data) {
      const value = valueOf(data, ply);
      if (boundOf(data) == (value > best ? BOUND_AT_LEAST : BOUND_AT_MOST) || boundOf(data) == BOUND_EXACT) best = value;
    }
    if (best >= beta) {
      if (!data) storeEntry(hash, 0, best, 0, BOUND_AT_LEAST, ply, evaluation);
      return best;
    }
    if (best > alpha) {
      alpha = best;
      bound = BOUND_EXACT;
    }
  }

  const moves = movesOf<R>(frame);
  const keys = keysOf<R>(frame);
  const count = check ? rules.moves(state, moves) : rules.noisyMoves(state, moves);
  const tableMove = data ? moveOf(data) : 0;
  for (let i: usize = 0; i < <usize>count << 2; i += 4) {
    const move = load<i32>(moves + i);
    const key = move == tableMove ? i32.MAX_VALUE : !check || rules.isNoisy(move) ? rules.noisyOrder(state, move) : -1;
    store<i32>(keys + i, key);
  }
  const margin = best + DELTA * rules.pawnValue() / 100;
  let bestMove = 0;
  let quietEvasions = 0;
  for (let i = 0; i < count; i++) {
    const move = bringBest(moves, keys, i, count);
    if (prunes && best > -MAX_EVALUATION) {
      if (!check) {
        const reached = margin + rules.gain(state, move);
        if (reached <= alpha) {
          best = max(best, reached);
          continue;
        }
        if (!rules.exchangeAtLeast(state, move, 0)) continue;
      } else if (!rules.isNoisy(move) && ++quietEvasions > MOST_QUIET_EVASIONS) continue;
    }
    const child = makeMove<R>(frame, move);
    const value = -quiescence<R>(child, ply + 1, -beta, -alpha);
    if (ended != GOING_ON) return 0;
    if (value <= best) continue;
    best = value;
    if (value <= alpha) continue;
    bestMove = move;
    extendLine(ply, move);
    if (value >= beta) {
      storeEntry(hash, move, value, 0, BOUND_AT_LEAST, ply, evaluation);
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
export function answers(value: i32, bound: i32, alpha: i32, beta: i32): bool {
  return bound == BOUND_EXACT || (bound == BOUND_AT_LEAST && value >= beta) || (bound == BOUND_AT_MOST && value <= alpha);
}
