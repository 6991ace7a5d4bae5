/** Root moves, best first: i32 move, i32 value, i32 bound, i32 unused. */
import { BOUND_EXACT } from "../constants";

export const ENTRY: usize = 16;
const VALUE: usize = 4;
const BOUND: usize = 8;

let list: usize = 0;
export let rootCount: i32 = 0;

export function startRootMoves(region: usize, count: i32): void {
  list = region;
  rootCount = count;
}

@inline function at(i: i32): usize { return list + <usize>i * ENTRY; }
@inline export function rootMove(i: i32): i32 { return load<i32>(at(i)); }
@inline export function rootValue(i: i32): i32 { return load<i32>(at(i), VALUE); }
@inline export function rootBound(i: i32): i32 { return load<i32>(at(i), BOUND); }

export function setRootMove(i: i32, move: i32, value: i32, bound: i32): void {
  store<i32>(at(i), move);
  setRootValue(i, value, bound);
}
export function setRootValue(i: i32, value: i32, bound: i32): void {
  store<i32>(at(i), value, VALUE);
  store<i32>(at(i), bound, BOUND);
}

/** Moves an entry to an earlier index and shifts those between. */
export function moveForward(from: i32, to: i32): void {
  if (from == to) return;
  const chosen = v128.load(at(from));
  memory.copy(at(to + 1), at(to), <usize>(from - to) * ENTRY);
  v128.store(at(to), chosen);
}

/** Stable insertion sort from an index on, by value, exact values before bounds. */
export function sortRootMoves(first: i32): void {
  for (let i = first + 1; i < rootCount; i++) {
    let to = i;
    while (to > first && isBefore(i, to - 1)) to--;
    moveForward(i, to);
  }
}

function isBefore(one: i32, other: i32): bool {
  if (rootValue(one) != rootValue(other)) return rootValue(one) > rootValue(other);
  return rootBound(one) == BOUND_EXACT && rootBound(other) != BOUND_EXACT;
}
