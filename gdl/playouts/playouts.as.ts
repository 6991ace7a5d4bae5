/** Random playouts, 128 at once, guided by a policy if one is set. */
import { stopped } from "../../engine/kernel/stop.as";
import { chooseMoves } from "../propnet/choose-moves.as";
import { applyPolicy } from "../gifl/policy.as";
import { incrementAges, computeLegal, restart, advance } from "../propnet/lane-games.as";
import { allLanes, LANES, popcount } from "../propnet/lanes.as";
import {
  GOAL_BYTES, GOAL_ROLE, GOAL_VALUE, GOAL_WORD, PROPNET_GOAL_CODE, PROPNET_GOALS, PROPNET_RESULTS, PROPNET_ROLES, PROPNET_WORDS, ROLE_BYTES,
} from "../propnet/layout";
import { evaluateGates } from "../propnet/evaluate.as";

/** Plays from the start state until at least `target` playouts have ended; finished lanes restart. */
export function playouts(record: usize, target: f64): void {
  const results = <usize>load<u32>(record, PROPNET_RESULTS);
  restart(record, allLanes());
  while (!stopped()) {
    const ended = computeLegal(record);
    const over = v128.or(ended, incrementAges(record));
    if (v128.any_true(over)) countGoals(record, ended, over);
    if (load<f64>(results) + load<f64>(results, 8) >= target) return;
    applyPolicy(record, allLanes());
    const roles = <usize>load<u32>(record, PROPNET_ROLES);
    const end = roles + <usize>load<u32>(record, PROPNET_ROLES + 4) * ROLE_BYTES;
    for (let role = roles; role < end; role += ROLE_BYTES) chooseMoves(record, role, u64.MAX_VALUE, u64.MAX_VALUE);
    advance(record);
    if (v128.any_true(over)) restart(record, over);
    // Finished lanes make no step: they restart.
    store<f64>(results, load<f64>(results, 16) + <f64>(<u64>LANES - popcount(over)), 16);
  }
}

function countGoals(record: usize, ended: v128, over: v128): void {
  const words = <usize>load<u32>(record, PROPNET_WORDS);
  const results = <usize>load<u32>(record, PROPNET_RESULTS);
  evaluateGates(words, load<u32>(record, PROPNET_GOAL_CODE), load<u32>(record, PROPNET_GOAL_CODE + 4));
  const done = popcount(ended);
  store<f64>(results, load<f64>(results) + <f64>done);
  store<f64>(results, load<f64>(results, 8) + <f64>(popcount(over) - done), 8);
  const list = <usize>load<u32>(record, PROPNET_GOALS);
  for (let at = list; at < list + <usize>load<u32>(record, PROPNET_GOALS + 4) * GOAL_BYTES; at += GOAL_BYTES) {
    const sum = results + 24 + (<usize>load<u32>(at, GOAL_ROLE) << 3);
    const reached = popcount(v128.and(v128.load(words + load<u32>(at, GOAL_WORD)), ended));
    store<f64>(sum, load<f64>(sum) + <f64>reached * <f64>load<u32>(at, GOAL_VALUE));
  }
}
