/** Chance nodes and exact table values, shared by the searches. */
import { ChanceRules, DRAW, FIRST_WINS, ONGOING, UNKNOWN, WIN_VALUE, rulesOf } from "../contracts/rules.as";
import { copyState } from "./copy-state.as";
import { randomBelow } from "../random/xorshift.as";

/** Size of a list of outcomes with their weights. */
@inline
export function outcomeBytes<R extends ChanceRules>(): usize {
  return 8 * <usize>rulesOf<R>().maxMoves();
}

/** Samples an outcome of a chance node by weight; `scratch` has `outcomeBytes` bytes. */
export function sampleOutcome<R extends ChanceRules>(state: usize, scratch: usize, random: usize): i32 {
  const rules = rulesOf<R>();
  const weights = scratch + 4 * <usize>rules.maxMoves();
  const bytes = <usize>rules.outcomes(state, scratch, weights) << 2;
  let sum: u32 = 0;
  for (let i: usize = 0; i < bytes; i += 4) sum += load<u32>(weights + i);
  let left = randomBelow(random, sum);
  let at: usize = 0;
  for (; at + 4 < bytes; at += 4) {
    const weight = load<u32>(weights + at);
    if (left < weight) break;
    left -= weight;
  }
  return load<i32>(scratch + at);
}

/** Plays a sampled outcome if the state is a chance node; returns whether it is. */
export function playChance<R extends ChanceRules>(state: usize, scratch: usize, random: usize): bool {
  const rules = rulesOf<R>();
  if (!rules.chanceMoves(state)) return false;
  rules.play(state, sampleOutcome<R>(state, scratch, random));
  return true;
}

/** The exact value of a state for the given player, or UNKNOWN. */
@inline
export function exactFor<R extends ChanceRules>(state: usize, player: i32): i32 {
  const exact = rulesOf<R>().exactValue(state);
  return exact == UNKNOWN || rulesOf<R>().turn(state) == player ? exact : -exact;
}

/**
 * Sorts moves by their exact values for the side to move: wins, shortest first; unknown or drawn; losses, longest first.
 * Stable. `values` has room for an i32 per move, `child` for a state.
 */
export function orderByTables<R extends ChanceRules>(
  state: usize, moves: usize, count: i32, values: usize, child: usize,
): void {
  for (let i: usize = 0; i < <usize>count << 2; i += 4) {
    const move = load<i32>(moves + i);
    const exact = exactValueAfter<R>(state, move, child);
    const value = exact == UNKNOWN ? 0 : exact;
    let at = i;
    for (; at > 0 && load<i32>(values + at - 4) < value; at -= 4) {
      store<i32>(moves + at, load<i32>(moves + at - 4));
      store<i32>(values + at, load<i32>(values + at - 4));
    }
    store<i32>(moves + at, move);
    store<i32>(values + at, value);
  }
}

/** The exact value after a move for the side that makes it, relative to the state after it; or UNKNOWN. */
export function exactValueAfter<R extends ChanceRules>(state: usize, move: i32, child: usize): i32 {
  const rules = rulesOf<R>();
  const turn = rules.turn(state);
  copyState<R>(child, state);
  rules.play(child, move);
  const result = rules.result(child);
  if (result != ONGOING) return result == DRAW ? 0 : (result == FIRST_WINS) == (turn == 0) ? WIN_VALUE : -WIN_VALUE;
  return exactFor<R>(child, turn);
}
