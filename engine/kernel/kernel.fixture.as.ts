/** A kernel without a game, for tests. */
import { stopped } from "./stop.as";
export { setStop } from "./stop.as";

let thread: i32 = -1;

/** Each thread has its own globals. */
export function setThread(number: i32): void {
  thread = number;
}

export function threadNumber(): i32 {
  return thread;
}

export function add(a: i32, b: i32): i32 {
  return a + b;
}

export function largestUnsigned(): u32 {
  return u32.MAX_VALUE;
}

export function largestUnsigned64(): f64 {
  return <f64>u64.MAX_VALUE;
}

export function nothing(): void {}

export function trap(): void {
  unreachable();
}

export function put(address: usize, value: i32): void {
  store<i32>(address, value);
}

export function get(address: usize): i32 {
  return load<i32>(address);
}

/** Counts until the stop word is set. */
export function spin(counter: usize): void {
  while (!stopped()) atomic.add<i32>(counter, 1);
}

/** A barrier: returns once this many threads have arrived; false if stopped before. */
export function meet(arrived: usize, threads: i32): bool {
  atomic.add<i32>(arrived, 1);
  while (atomic.load<i32>(arrived) < threads) if (stopped()) return false;
  return true;
}
