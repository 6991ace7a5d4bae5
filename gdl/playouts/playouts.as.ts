/** Playouts of random moves, by a policy where there is one, 128 at once. */
import { stopped } from "../../engine/kernel/stop.as";
import { chooseMoves } from "../propnet/choose-moves.as";
import { applyPolicy } from "../gifl/policy.as";
import { grownOld, look, restart, step } from "../propnet/lane-games.as";
import { ALL, LANES, onesOf } from "../propnet/lanes.as";
import {
  GOAL_BYTES, GOAL_ROLE, GOAL_VALUE, GOAL_WORD, NET_GOALS, NET_GOAL_LIST, NET_RESULTS, NET_ROLES, NET_WORDS, ROLE_BYTES,
} from "../propnet/layout";
import { work } from "../propnet/evaluate.as";

/** Random playouts from the start, until at least so many have ended; lanes that end begin again. */
export function playouts(record: usize, wanted: f64): void {
  const results = <usize>load<u32>(record, NET_RESULTS);
  restart(record, ALL());
  while (!stopped()) {
    const ended = look(record);
    const over = v128.or(ended, grownOld(record));
    if (v128.any_true(over)) countGoals(record, ended, over);
    if (load<f64>(results) + load<f64>(results, 8) >= wanted) return;
    applyPolicy(record, ALL());
    const roles = <usize>load<u32>(record, NET_ROLES);
    const end = roles + <usize>load<u32>(record, NET_ROLES + 4) * ROLE_BYTES;
    for (let role = roles; role < end; role += ROLE_BYTES) chooseMoves(record, role, u64.MAX_VALUE, u64.MAX_VALUE);
    step(record);
    if (v128.any_true(over)) restart(record, over);
    // What is over makes no step: its lane begins anew.
    store<f64>(results, load<f64>(results, 16) + <f64>(<u64>LANES - onesOf(over)), 16);
  }
}

function countGoals(record: usize, ended: v128, over: v128): void {
  const words = <usize>load<u32>(record, NET_WORDS);
  const results = <usize>load<u32>(record, NET_RESULTS);
  work(words, load<u32>(record, NET_GOALS), load<u32>(record, NET_GOALS + 4));
  const done = onesOf(ended);
  store<f64>(results, load<f64>(results) + <f64>done);
  store<f64>(results, load<f64>(results, 8) + <f64>(onesOf(over) - done), 8);
  const list = <usize>load<u32>(record, NET_GOAL_LIST);
  for (let at = list; at < list + <usize>load<u32>(record, NET_GOAL_LIST + 4) * GOAL_BYTES; at += GOAL_BYTES) {
    const sum = results + 24 + (<usize>load<u32>(at, GOAL_ROLE) << 3);
    const reached = onesOf(v128.and(v128.load(words + load<u32>(at, GOAL_WORD)), ended));
    store<f64>(sum, load<f64>(sum) + <f64>reached * <f64>load<u32>(at, GOAL_VALUE));
  }
}
