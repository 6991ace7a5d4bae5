/** Repetition detection: hashes of the game's history and of the current search path. */
import { SelectiveRules } from "../../contracts/selective-rules.as";
import { rulesOf } from "../../contracts/rules.as";
import { MAX_HISTORY, MAX_PLY } from "./constants";

export const REPETITION_BYTES: usize = 8 * (MAX_HISTORY + MAX_PLY + 2);
let hashes: usize = 0;
/** Index of the root's hash, after those of the history. */
let root: i32 = 0;

export function startRepetitions<R extends SelectiveRules>(region: usize, past: usize, count: i32): void {
  hashes = region;
  root = min(count, MAX_HISTORY);
  const rules = rulesOf<R>();
  for (let i = 0; i < root; i++) {
    store<u64>(region + (<usize>i << 3), rules.hash(past + <usize>(count - root + i) * rules.stateBytes()));
  }
}

@inline
export function pushHash(ply: i32, hash: u64): void {
  store<u64>(hashes + (<usize>(root + ply) << 3), hash);
}

/** Whether the position has occurred once after the root or twice in all, within the last `reversible` plies. */
@inline
export function isRepetition(ply: i32, reversible: i32): bool {
  return reversible >= 4 && occurred(ply, reversible);
}

function occurred(ply: i32, reversible: i32): bool {
  const here = root + ply;
  const hash = load<u64>(hashes + (<usize>here << 3));
  const last = max(0, here - reversible);
  let times = 0;
  for (let i = here - 4; i >= last; i -= 2) {
    if (load<u64>(hashes + (<usize>i << 3)) != hash) continue;
    if (i > root || ++times == 2) return true;
  }
  return false;
}
