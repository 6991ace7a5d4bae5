/** Random playouts, 128 at once, guided by a policy if one is set. */
import { PropnetGoal, PropnetRecord, PropnetRole } from "../../build/layouts/gdl/propnet/propnet.as";
import { stopped } from "../../engine/kernel/stop.as";
import { chooseMoves } from "../propnet/choose-moves.as";
import { applyPolicy } from "../gifl/policy.as";
import { incrementAges, computeLegal, restart, advance } from "../propnet/lane-games.as";
import { allLanes, LANES, popcount } from "../propnet/lanes.as";
import { evaluateGates } from "../propnet/evaluate.as";

/** Plays from the start state until at least `target` playouts have ended; finished lanes restart. */
export function playouts(record: usize, target: f64): void {
  const propnet = PropnetRecord.at(record);
  const results = propnet.results;
  restart(record, allLanes());
  while (!stopped()) {
    const ended = computeLegal(record);
    const over = v128.or(ended, incrementAges(record));
    if (v128.any_true(over)) countGoals(record, ended, over);
    if (load<f64>(results) + load<f64>(results, 8) >= target) return;
    applyPolicy(record, allLanes());
    const roles = propnet.roles;
    const end = roles + <usize>propnet.roleCount * PropnetRole.BYTES;
    for (let role = roles; role < end; role += PropnetRole.BYTES) chooseMoves(record, role, u64.MAX_VALUE, u64.MAX_VALUE);
    advance(record);
    if (v128.any_true(over)) restart(record, over);
    // Finished lanes make no step: they restart.
    store<f64>(results, load<f64>(results, 16) + <f64>(<u64>LANES - popcount(over)), 16);
  }
}

function countGoals(record: usize, ended: v128, over: v128): void {
  const propnet = PropnetRecord.at(record);
  const words = propnet.words;
  const results = propnet.results;
  evaluateGates(words, propnet.goalCode, propnet.goalCodeEnd);
  const done = popcount(ended);
  store<f64>(results, load<f64>(results) + <f64>done);
  store<f64>(results, load<f64>(results, 8) + <f64>(popcount(over) - done), 8);
  const list = propnet.goals;
  for (let at = list; at < list + <usize>propnet.goalCount * PropnetGoal.BYTES; at += PropnetGoal.BYTES) {
    const sum = results + 24 + (<usize>PropnetGoal.at(at).role << 3);
    const reached = popcount(v128.and(v128.load(words + PropnetGoal.at(at).word), ended));
    store<f64>(sum, load<f64>(sum) + <f64>reached * <f64>PropnetGoal.at(at).value);
  }
}
