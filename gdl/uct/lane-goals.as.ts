/** Reads the goals of finished games in the lanes. */
import { PropnetGoal, PropnetRecord } from "../../build/layouts/gdl/propnet/propnet.as";
import { evaluateGates } from "../propnet/evaluate.as";
import { goalPlace } from "./simulation.as";

/** Goals of the finished lanes; 50 if a role has none or several. */
export function readGoals(propnet: usize, overLow: u64, overHigh: u64): void {
  const record = PropnetRecord.at(propnet);
  const words = record.words;
  const roles = record.roleCount;
  evaluateGates(words, record.goalCode, record.goalCodeEnd);
  clearGoals(overLow, 0, roles);
  clearGoals(overHigh, 64, roles);
  const list = record.goals;
  const end = list + <usize>record.goalCount * PropnetGoal.BYTES;
  for (let at = list; at < end; at += PropnetGoal.BYTES) {
    const word = v128.load(words + PropnetGoal.at(at).word);
    const role = PropnetGoal.at(at).role;
    const value = PropnetGoal.at(at).value;
    setGoals(<u64>i64x2.extract_lane(word, 0) & overLow, 0, role, value);
    setGoals(<u64>i64x2.extract_lane(word, 1) & overHigh, 64, role, value);
  }
  settleGoals(overLow, 0, roles);
  settleGoals(overHigh, 64, roles);
}

const NO_GOAL: u32 = u32.MAX_VALUE;
const SEVERAL: u32 = u32.MAX_VALUE - 1;

function clearGoals(set: u64, first: u32, roles: u32): void {
  for (; set; set &= set - 1)
    for (let role: u32 = 0; role < roles; role++) store<u32>(goalPlace(first + <u32>ctz(set), role), NO_GOAL);
}

function setGoals(set: u64, first: u32, role: u32, value: u32): void {
  for (; set; set &= set - 1) {
    const place = goalPlace(first + <u32>ctz(set), role);
    store<u32>(place, load<u32>(place) == NO_GOAL ? value : SEVERAL);
  }
}

function settleGoals(set: u64, first: u32, roles: u32): void {
  for (; set; set &= set - 1)
    for (let role: u32 = 0; role < roles; role++) {
      const place = goalPlace(first + <u32>ctz(set), role);
      if (load<u32>(place) >= SEVERAL) store<u32>(place, 50);
    }
}
