/** Copies a state. For a few words a loop is faster than memory.copy. */
import { Rules, rulesOf } from "../contracts/rules.as";

@inline
export function copyState<R extends Rules>(to: usize, from: usize): void {
  copyWords(to, from, rulesOf<R>().stateBytes());
}

/** `bytes` is a multiple of 8. */
@inline
export function copyWords(to: usize, from: usize, bytes: i32): void {
  for (let i: usize = 0; i < <usize>bytes; i += 8) store<u64>(to + i, load<u64>(from + i));
}
