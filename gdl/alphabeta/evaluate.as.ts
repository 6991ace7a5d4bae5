/** Evaluates the states in the lanes of a propnet for the first role: terminal states by their goals, others by an evaluation function. */
import { MAX_EVALUATION, WIN_VALUE } from "../../engine/contracts/rules.as";
import { transpose } from "../propnet/choose-moves.as";
import { incrementCounters } from "../propnet/lane-counts.as";
import {
  GOAL_BYTES, GOAL_ROLE, GOAL_VALUE, GOAL_WORD, PROPNET_GOALS, PROPNET_GOAL_CODE, PROPNET_ROLES, PROPNET_WORDS, ROLE_BYTES, ROLE_LEGAL, ROLE_MOVES,
} from "../propnet/layout";
import { evaluateGates } from "../propnet/evaluate.as";
import {
  CHILD_IS_TERMINAL, CHILD_VALUE, CLASS_BYTES, CLASS_FIRST, CLASS_SECOND, CLASS_WORDS, COUNTER_BYTES, EVAL_CLASSES,
  EVAL_CODE, EVAL_COUNTERS, EVAL_COUNTS, EVAL_FEATURES, EVAL_GOALS, EVAL_GOAL_VALUES, EVAL_KIND, EVAL_MOBILITY, VALUE_OF_MOVE,
  VALUE_OF_POINT, WHOLE_WIN,
} from "./layout";

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
    store<u32>(children + <usize>lane * stride, <u32>isTerminal, CHILD_IS_TERMINAL);
    store<i32>(children + <usize>lane * stride, 0, CHILD_VALUE);
  }
  const kind = load<u32>(evaluation, EVAL_KIND);
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
  const words = <usize>load<u32>(propnet, PROPNET_WORDS);
  const roles = <usize>load<u32>(propnet, PROPNET_ROLES);
  for (let role: usize = 0; role < 2; role++) {
    const own = roles + role * ROLE_BYTES;
    const counter = counterOf(evaluation, role);
    const legal = words + load<u32>(own, ROLE_LEGAL);
    const end = legal + (<usize>load<u32>(own, ROLE_MOVES) << 4);
    for (let word = legal; word < end; word += 16) incrementCounters(counter, counter + COUNTER_BYTES, v128.load(word));
    writeCounts(evaluation, counter, role, 2);
  }
  const counts = <usize>load<u32>(evaluation, EVAL_COUNTS);
  for (let lane: usize = 0; lane < <usize>count; lane++) {
    const more = <i32>load<u16>(counts + (lane << 2)) - <i32>load<u16>(counts + (lane << 2), 2);
    store<i32>(children + lane * stride, bounded(more * VALUE_OF_MOVE), CHILD_VALUE);
  }
}

function byFeatures(propnet: usize, evaluation: usize, children: usize, stride: usize, count: u32): void {
  const words = <usize>load<u32>(propnet, PROPNET_WORDS);
  evaluateGates(words, load<u32>(evaluation, EVAL_CODE), load<u32>(evaluation, EVAL_CODE + 4));
  const list = <usize>load<u32>(evaluation, EVAL_CLASSES);
  const classes = <usize>load<u32>(evaluation, EVAL_CLASSES + 4);
  for (let i: usize = 0; i < classes; i++) {
    const own = list + i * CLASS_BYTES;
    const counter = counterOf(evaluation, i);
    const offsets = <usize>load<u32>(own, CLASS_WORDS);
    const end = offsets + (<usize>load<u32>(own, CLASS_WORDS + 4) << 2);
    for (let at = offsets; at < end; at += 4) incrementCounters(counter, counter + COUNTER_BYTES, v128.load(words + load<u32>(at)));
    writeCounts(evaluation, counter, i, classes);
  }
  const second = choosing(propnet, 1);
  const low = <u64>i64x2.extract_lane(second, 0);
  const high = <u64>i64x2.extract_lane(second, 1);
  let counts = <usize>load<u32>(evaluation, EVAL_COUNTS);
  for (let lane: u32 = 0; lane < count; lane++) {
    const mover = <u32>(((lane < 64 ? low : high) >> <u64>(lane & 63)) & 1);
    let value: i32 = 0;
    for (let own = list; own < list + classes * CLASS_BYTES; own += CLASS_BYTES) {
      value += <i32>load<u16>(counts) * (mover ? load<i32>(own, CLASS_SECOND) : load<i32>(own, CLASS_FIRST));
      counts += 2;
    }
    store<i32>(children + <usize>lane * stride, bounded(value), CHILD_VALUE);
  }
}

/** The counter of a class, reset to zero. */
@inline
function counterOf(evaluation: usize, index: usize): usize {
  const counter = <usize>load<u32>(evaluation, EVAL_COUNTERS) + index * COUNTER_BYTES;
  memory.fill(counter, 0, COUNTER_BYTES);
  return counter;
}

/** Writes the counts of all lanes next to those of the other classes. */
@inline
function writeCounts(evaluation: usize, counter: usize, index: usize, classes: usize): void {
  transpose(counter, <usize>load<u32>(evaluation, EVAL_COUNTS) + (index << 1), classes << 1);
}

/** The lanes in which a role has more than one move. */
function choosing(propnet: usize, role: usize): v128 {
  const own = <usize>load<u32>(propnet, PROPNET_ROLES) + role * ROLE_BYTES;
  let word = <usize>load<u32>(propnet, PROPNET_WORDS) + load<u32>(own, ROLE_LEGAL);
  const end = word + (<usize>load<u32>(own, ROLE_MOVES) << 4);
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
  const words = <usize>load<u32>(propnet, PROPNET_WORDS);
  const goals = <usize>load<u32>(evaluation, EVAL_GOALS);
  evaluateGates(words, load<u32>(propnet, PROPNET_GOAL_CODE), load<u32>(propnet, PROPNET_GOAL_CODE + 4));
  memory.fill(goals, 0xff, <usize>count << 3);
  const list = <usize>load<u32>(propnet, PROPNET_GOALS);
  const end = list + <usize>load<u32>(propnet, PROPNET_GOALS + 4) * GOAL_BYTES;
  const lowLanes = count >= 64 ? u64.MAX_VALUE : (<u64>1 << <u64>count) - 1;
  const highLanes = count >= 128 ? u64.MAX_VALUE : count > 64 ? (<u64>1 << <u64>(count - 64)) - 1 : 0;
  for (let at = list; at < end; at += GOAL_BYTES) {
    const word = v128.load(words + load<u32>(at, GOAL_WORD));
    const own = goals + (<usize>load<u32>(at, GOAL_ROLE) << 2);
    const value = load<u32>(at, GOAL_VALUE);
    setGoals(<u64>i64x2.extract_lane(word, 0) & lowLanes, own, value);
    setGoals(<u64>i64x2.extract_lane(word, 1) & highLanes, own + 512, value);
  }
  for (let lane: usize = 0; lane < <usize>count; lane++) {
    const child = children + lane * stride;
    const first = load<u32>(goals + (lane << 3));
    const second = load<u32>(goals + (lane << 3), 4);
    if (load<u32>(child, CHILD_IS_TERMINAL)) {
      const more = goalOr50(first) - goalOr50(second);
      const value = more >= WHOLE_WIN ? WIN_VALUE : more <= -WHOLE_WIN ? -WIN_VALUE : more * VALUE_OF_POINT;
      store<i32>(child, value, CHILD_VALUE);
    } else if (areAll && first < SEVERAL && second < SEVERAL) {
      store<i32>(child, bounded((<i32>first - <i32>second) * VALUE_OF_POINT), CHILD_VALUE);
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
