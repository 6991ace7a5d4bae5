/**
 * What refuted before: history of quiet moves, continuation history (a move after the move one and two plies before), and killers. Values are
 * i16 within ±MOST; a bonus moves a value towards the end of its range by a share of the way that is left.
 */
import { SelectiveRules } from "../../contracts/selective-rules.as";
import { rulesOf } from "../../contracts/rules.as";
import { above, KILLERS, PIECE_TARGET, stateOf, TRIED_COUNT, triedOf } from "./frames.as";

const MOST: i32 = 16384;
let history: usize = 0;
let continuation: usize = 0;

export function historyBytes<R extends SelectiveRules>(): usize {
  const rules = rulesOf<R>();
  const targets = <usize>rules.pieceTargets();
  return 2 * <usize>rules.historySize() + 4 * targets * targets;
}

export function startHistory<R extends SelectiveRules>(region: usize): void {
  history = region;
  continuation = region + 2 * <usize>rulesOf<R>().historySize();
  memory.fill(region, 0, historyBytes<R>());
}

@inline
function update(at: usize, bonus: i32): void {
  const value = <i32>load<i16>(at);
  store<i16>(at, <i16>(value + bonus - value * abs(bonus) / MOST));
}

/** The row of continuation history after the move of an earlier frame; 0 after none. */
@inline
function rowAfter<R extends SelectiveRules>(earlier: usize, table: usize): usize {
  const target = load<i32>(earlier, PIECE_TARGET);
  const size = <usize>rulesOf<R>().pieceTargets();
  return target < 0 ? 0 : continuation + 2 * ((table * size + <usize>target) * size);
}

/** The sum of what is remembered of a quiet move, within three times ±MOST. */
@inline
export function quietHistory<R extends SelectiveRules>(frame: usize, move: i32): i32 {
  const rules = rulesOf<R>();
  const state = stateOf(frame);
  const target = <usize>rules.pieceTarget(state, move) << 1;
  const one = rowAfter<R>(above<R>(frame, 1), 0);
  const two = rowAfter<R>(above<R>(frame, 2), 1);
  let sum = <i32>load<i16>(history + (<usize>rules.historyIndex(state, move) << 1));
  if (one) sum += <i32>load<i16>(one + target);
  if (two) sum += <i32>load<i16>(two + target);
  return sum;
}

function updateQuiet<R extends SelectiveRules>(frame: usize, move: i32, bonus: i32): void {
  const rules = rulesOf<R>();
  const state = stateOf(frame);
  const target = <usize>rules.pieceTarget(state, move) << 1;
  const one = rowAfter<R>(above<R>(frame, 1), 0);
  const two = rowAfter<R>(above<R>(frame, 2), 1);
  update(history + (<usize>rules.historyIndex(state, move) << 1), bonus);
  if (one) update(one + target, bonus);
  if (two) update(two + target, bonus);
}

/** A quiet move refuted: a bonus for it, a malus for the quiet moves tried before it. */
export function rewardQuiet<R extends SelectiveRules>(frame: usize, move: i32, depth: i32): void {
  const first = load<i32>(frame, KILLERS);
  if (first != move) {
    store<i32>(frame, first, KILLERS + 4);
    store<i32>(frame, move, KILLERS);
  }
  const bonus = min(1600, 16 * depth * depth + 32 * depth);
  updateQuiet<R>(frame, move, bonus);
  punishTried<R>(frame, bonus);
}

/** A malus for all quiet moves tried. */
export function punishTried<R extends SelectiveRules>(frame: usize, malus: i32): void {
  const tried = triedOf(frame);
  const count = load<i32>(frame, TRIED_COUNT);
  for (let i = 0; i < count; i++) updateQuiet<R>(frame, load<i32>(tried + (<usize>i << 2)), -malus);
}
