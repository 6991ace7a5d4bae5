/**
 * History heuristic: butterfly history of quiet moves, continuation history (pairs with the moves one and two plies before), and killer moves.
 * Values are i16 within ±MAX_HISTORY, updated with gravity: a bonus has less effect near the bound. Cleared before every search.
 */
import { SelectiveRules } from "../../contracts/selective-rules.as";
import { rulesOf } from "../../contracts/rules.as";
import { previousFrame, KILLERS, PIECE_TO, stateOf, QUIETS_COUNT, quietsSearched } from "./stack.as";

const MAX_HISTORY: i32 = 16384;
let history: usize = 0;
let continuation: usize = 0;

export function historyBytes<R extends SelectiveRules>(): usize {
  const rules = rulesOf<R>();
  const targets = <usize>rules.pieceToSize();
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
  store<i16>(at, <i16>(value + bonus - value * abs(bonus) / MAX_HISTORY));
}

/** The row of continuation history for the move of an earlier frame; 0 after a null move. */
@inline
function continuationRow<R extends SelectiveRules>(earlier: usize, table: usize): usize {
  const to = load<i32>(earlier, PIECE_TO);
  const size = <usize>rulesOf<R>().pieceToSize();
  return to < 0 ? 0 : continuation + 2 * ((table * size + <usize>to) * size);
}

/** Sum of the histories of a quiet move, within ±3 · MAX_HISTORY. */
@inline
export function quietHistory<R extends SelectiveRules>(frame: usize, move: i32): i32 {
  const rules = rulesOf<R>();
  const state = stateOf(frame);
  const to = <usize>rules.pieceTo(state, move) << 1;
  const one = continuationRow<R>(previousFrame<R>(frame, 1), 0);
  const two = continuationRow<R>(previousFrame<R>(frame, 2), 1);
  let sum = <i32>load<i16>(history + (<usize>rules.historyIndex(state, move) << 1));
  if (one) sum += <i32>load<i16>(one + to);
  if (two) sum += <i32>load<i16>(two + to);
  return sum;
}

function updateQuiet<R extends SelectiveRules>(frame: usize, move: i32, bonus: i32): void {
  const rules = rulesOf<R>();
  const state = stateOf(frame);
  const to = <usize>rules.pieceTo(state, move) << 1;
  const one = continuationRow<R>(previousFrame<R>(frame, 1), 0);
  const two = continuationRow<R>(previousFrame<R>(frame, 2), 1);
  update(history + (<usize>rules.historyIndex(state, move) << 1), bonus);
  if (one) update(one + to, bonus);
  if (two) update(two + to, bonus);
}

/** After a beta cutoff by a quiet move: killer moves, a bonus for the move, a malus for the quiet moves searched before. */
export function updateQuietHistories<R extends SelectiveRules>(frame: usize, move: i32, depth: i32): void {
  const first = load<i32>(frame, KILLERS);
  if (first != move) {
    store<i32>(frame, first, KILLERS + 4);
    store<i32>(frame, move, KILLERS);
  }
  const bonus = min(1600, 16 * depth * depth + 32 * depth);
  updateQuiet<R>(frame, move, bonus);
  penalizeQuiets<R>(frame, bonus);
}

function penalizeQuiets<R extends SelectiveRules>(frame: usize, malus: i32): void {
  const quiets = quietsSearched(frame);
  const count = load<i32>(frame, QUIETS_COUNT);
  for (let i = 0; i < count; i++) updateQuiet<R>(frame, load<i32>(quiets + (<usize>i << 2)), -malus);
}
