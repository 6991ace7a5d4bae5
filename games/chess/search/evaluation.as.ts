/** The current evaluation of a thread, by its weight block: handcrafted, or from endgame databases. */
import { MAX_EVALUATION } from "../../../engine/contracts/rules.as";
import { evaluateState, evaluateTracked, evaluateTraced } from "./evaluate.as";
import { edbValue } from "../edb/edb.as";
import { edbFactor, evaluationKind, startTrace } from "./weights.as";
import { EDB_ALONE, HAND_MADE } from "./terms";

/** For the side to move, within ±MAX_EVALUATION. */
export function evaluatePosition(state: usize): i32 {
  const kind = evaluationKind();
  if (kind == HAND_MADE) return bounded(evaluateState(state));
  const value = (edbValue(state) * edbFactor()) >> 8;
  return bounded(kind == EDB_ALONE ? value : value + evaluateState(state));
}

/** The same for a tracked state. */
@inline
export function evaluateSearched(state: usize): i32 {
  const kind = evaluationKind();
  if (kind == HAND_MADE) return bounded(evaluateTracked(state));
  const value = (edbValue(state) * edbFactor()) >> 8;
  return bounded(kind == EDB_ALONE ? value : value + evaluateTracked(state));
}

@inline
function bounded(value: i32): i32 {
  return max(-MAX_EVALUATION, min(MAX_EVALUATION, value));
}

/** The handcrafted evaluation with its term counts for White written to `counts`. */
export function traceEvaluation(state: usize, counts: usize): i32 {
  startTrace(counts);
  return evaluateTraced(state);
}
