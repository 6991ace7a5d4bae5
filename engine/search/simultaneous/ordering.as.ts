/** Move ordering of equilibrium search: transposition table move, killer move, then the game's order scores. */
import { rulesOf } from "../../contracts/rules.as";
import { SimultaneousRules } from "../../contracts/simultaneous-rules.as";
import { killer, moveAt, stateOf } from "./frame.as";

/** Order scores are at most 511. */
const WORST_RANK: i32 = 2047;
const KILLER_RANK: i32 = 1;
const TT_RANK: i32 = 0;

/**
 * Writes the order of a player's moves to `order`. `ttMove` is the number of the transposition table move, or -1. Without `sorted` only
 * the first move is selected: near the frontier sorting costs more than it saves.
 */
export function orderMoves<R extends SimultaneousRules>(
  frame: usize, player: i32, count: i32, order: usize, ttMove: i32, sorted: bool,
): void {
  const rules = rulesOf<R>();
  const last = killer(frame, player);
  let best = i32.MAX_VALUE;
  let bestAt: usize = 0;
  for (let i = 0; i < count; i++) {
    const move = moveAt(frame, player, i);
    let rank = WORST_RANK - 512 - rules.orderScore(stateOf(frame), player, move);
    if (i == ttMove) rank = TT_RANK;
    else if (move == last) rank = KILLER_RANK;
    const key = (rank << 16) | i;
    store<i32>(order + (<usize>i << 2), key);
    if (key < best) {
      best = key;
      bestAt = <usize>i;
    }
  }
  if (sorted) {
    sort(order, <usize>count);
  } else {
    const first = load<i32>(order);
    store<i32>(order, best);
    store<i32>(order + (bestAt << 2), first);
  }
  for (let i: usize = 0; i < <usize>count; i++) {
    const at = order + (i << 2);
    store<i32>(at, load<i32>(at) & 0xffff);
  }
}

/** Shellsort: fast on nearly sorted lists, as in games without order scores. */
function sort(list: usize, count: usize): void {
  let gap: usize = 1;
  while (gap < count / 3) gap = 3 * gap + 1;
  for (; gap > 0; gap /= 3) {
    for (let i = gap; i < count; i++) {
      const key = load<i32>(list + (i << 2));
      let j = i;
      while (j >= gap && load<i32>(list + ((j - gap) << 2)) > key) {
        store<i32>(list + (j << 2), load<i32>(list + ((j - gap) << 2)));
        j -= gap;
      }
      store<i32>(list + (j << 2), key);
    }
  }
}
