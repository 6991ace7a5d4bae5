/** Evaluates the states in the lanes of a propnet for the first role: terminal states by their goals, others by an evaluation function. */
import { Child, EvaluationRecord, FeatureClass } from "../../build/layouts/gdl/alphabeta/alphabeta.as";
import { PropnetGoal, PropnetRecord, PropnetRole } from "../../build/layouts/gdl/propnet/propnet.as";
import { MAX_EVALUATION, WIN_VALUE } from "../../engine/contracts/rules.as";
import { transpose } from "../propnet/choose-moves.as";
import { incrementCounters } from "../propnet/lane-counts.as";
import { evaluateGates } from "../propnet/evaluate.as";
import { COUNTER_BYTES, EVAL_FEATURES, EVAL_GOAL_VALUES, EVAL_MOBILITY, VALUE_OF_MOVE, VALUE_OF_POINT, WHOLE_WIN } from "./constants";

const NO_GOAL: u32 = u32.MAX_VALUE;
const SEVERAL: u32 = u32.MAX_VALUE - 1;

/** Writes the values of the children, which are the first lanes. Legal moves must be computed; terminal lanes are given. */
export function evaluateLanes(
  propnet: usize, evaluation: usize, children: usize, stride: usize, count: u32, endedLow: u64, endedHigh: u64,
): void {
  let anyTerminal: u64 = 0;
  for (let lane: u32 = 0; lane < count; lane++) {
    const isTerminal = ((lane < 64 ? endedLow : endedHigh) >> <u64>(lane & 63)) & 1;
    anyTerminal |= isTerminal;
    Child.at(children + <usize>lane * stride).isTerminal = <u32>isTerminal;
    Child.at(children + <usize>lane * stride).value = 0;
  }
  const kind = EvaluationRecord.at(evaluation).kind;
  if (kind == EVAL_MOBILITY) byMobility(propnet, evaluation, children, stride, count);
  else if (kind == EVAL_FEATURES) byFeatures(propnet, evaluation, children, stride, count);
  // Terminal values last: they overwrite the others.
  if (kind == EVAL_GOAL_VALUES || anyTerminal) byGoals(propnet, evaluation, children, stride, count, kind == EVAL_GOAL_VALUES);
}

@inline
function bounded(value: i32): i32 {
  return min(MAX_EVALUATION, max(-MAX_EVALUATION, value));
}

function byMobility(propnet: usize, evaluation: usize, children: usize, stride: usize, count: u32): void {
  const words = PropnetRecord.at(propnet).words;
  const roles = PropnetRecord.at(propnet).roles;
  for (let role: usize = 0; role < 2; role++) {
    const own = roles + role * PropnetRole.BYTES;
    const counter = counterOf(evaluation, role);
    const legal = words + PropnetRole.at(own).legal;
    const end = legal + (<usize>PropnetRole.at(own).moves << 4);
    for (let word = legal; word < end; word += 16) incrementCounters(counter, counter + COUNTER_BYTES, v128.load(word));
    writeCounts(evaluation, counter, role, 2);
  }
  const counts = EvaluationRecord.at(evaluation).counts;
  for (let lane: usize = 0; lane < <usize>count; lane++) {
    const more = <i32>load<u16>(counts + (lane << 2)) - <i32>load<u16>(counts + (lane << 2), 2);
    Child.at(children + lane * stride).value = bounded(more * VALUE_OF_MOVE);
  }
}

function byFeatures(propnet: usize, evaluation: usize, children: usize, stride: usize, count: u32): void {
  const features = EvaluationRecord.at(evaluation);
  const words = PropnetRecord.at(propnet).words;
  evaluateGates(words, features.code, features.codeEnd);
  const list = features.classes;
  const classes = <usize>features.classCount;
  for (let i: usize = 0; i < classes; i++) {
    const own = list + i * FeatureClass.BYTES;
    const counter = counterOf(evaluation, i);
    const offsets = FeatureClass.at(own).words;
    const end = offsets + (<usize>FeatureClass.at(own).wordCount << 2);
    for (let at = offsets; at < end; at += 4) incrementCounters(counter, counter + COUNTER_BYTES, v128.load(words + load<u32>(at)));
    writeCounts(evaluation, counter, i, classes);
  }
  const second = choosing(propnet, 1);
  const low = <u64>i64x2.extract_lane(second, 0);
  const high = <u64>i64x2.extract_lane(second, 1);
  let counts = features.counts;
  for (let lane: u32 = 0; lane < count; lane++) {
    const mover = <u32>(((lane < 64 ? low : high) >> <u64>(lane & 63)) & 1);
    let value: i32 = 0;
    for (let own = list; own < list + classes * FeatureClass.BYTES; own += FeatureClass.BYTES) {
      value += <i32>load<u16>(counts) * (mover ? FeatureClass.at(own).second : FeatureClass.at(own).first);
      counts += 2;
    }
    Child.at(children + <usize>lane * stride).value = bounded(value);
  }
}

/** The counter of a class, reset to zero. */
@inline
function counterOf(evaluation: usize, index: usize): usize {
  const counter = EvaluationRecord.at(evaluation).counters + index * COUNTER_BYTES;
  memory.fill(counter, 0, COUNTER_BYTES);
  return counter;
}

/** Writes the counts of all lanes next to those of the other classes. */
@inline
function writeCounts(evaluation: usize, counter: usize, index: usize, classes: usize): void {
  transpose(counter, EvaluationRecord.at(evaluation).counts + (index << 1), classes << 1);
}

/** The lanes in which a role has more than one move. */
function choosing(propnet: usize, role: usize): v128 {
  const own = PropnetRecord.at(propnet).roles + role * PropnetRole.BYTES;
  let word = PropnetRecord.at(propnet).words + PropnetRole.at(own).legal;
  const end = word + (<usize>PropnetRole.at(own).moves << 4);
  let one = i64x2.splat(0);
  let more = i64x2.splat(0);
  for (; word < end; word += 16) {
    const lanes = v128.load(word);
    more = v128.or(more, v128.and(one, lanes));
    one = v128.or(one, lanes);
  }
  return more;
}

/** Terminal states; with `areAll` also other states in which both roles have one goal. */
function byGoals(propnet: usize, evaluation: usize, children: usize, stride: usize, count: u32, areAll: bool): void {
  const record = PropnetRecord.at(propnet);
  const words = record.words;
  const goals = EvaluationRecord.at(evaluation).goals;
  evaluateGates(words, record.goalCode, record.goalCodeEnd);
  memory.fill(goals, 0xff, <usize>count << 3);
  const list = record.goals;
  const end = list + <usize>record.goalCount * PropnetGoal.BYTES;
  const lowLanes = count >= 64 ? u64.MAX_VALUE : (<u64>1 << <u64>count) - 1;
  const highLanes = count >= 128 ? u64.MAX_VALUE : count > 64 ? (<u64>1 << <u64>(count - 64)) - 1 : 0;
  for (let at = list; at < end; at += PropnetGoal.BYTES) {
    const word = v128.load(words + PropnetGoal.at(at).word);
    const own = goals + (<usize>PropnetGoal.at(at).role << 2);
    const value = PropnetGoal.at(at).value;
    setGoals(<u64>i64x2.extract_lane(word, 0) & lowLanes, own, value);
    setGoals(<u64>i64x2.extract_lane(word, 1) & highLanes, own + 512, value);
  }
  for (let lane: usize = 0; lane < <usize>count; lane++) {
    const child = children + lane * stride;
    const first = load<u32>(goals + (lane << 3));
    const second = load<u32>(goals + (lane << 3), 4);
    if (Child.at(child).isTerminal) {
      const more = goalOr50(first) - goalOr50(second);
      const value = more >= WHOLE_WIN ? WIN_VALUE : more <= -WHOLE_WIN ? -WIN_VALUE : more * VALUE_OF_POINT;
      Child.at(child).value = value;
    } else if (areAll && first < SEVERAL && second < SEVERAL) {
      Child.at(child).value = bounded((<i32>first - <i32>second) * VALUE_OF_POINT);
    }
  }
}

function setGoals(set: u64, goals: usize, value: u32): void {
  for (; set; set &= set - 1) {
    const place = goals + (<usize>ctz(set) << 3);
    store<u32>(place, load<u32>(place) == NO_GOAL ? value : SEVERAL);
  }
}

/** 50 if a role has no goal or several. */
@inline
function goalOr50(goal: u32): i32 {
  return goal >= SEVERAL ? 50 : <i32>goal;
}
