/**
 * The reference solver for distances, for any game with an index and reversible moves: breadth-first search that scans the
 * whole table at every depth, expands the states of that depth and ranks every move. Slow and simple.
 */
import { stopped } from "../kernel/stop.as";

const UNREACHED: u8 = 255;

export abstract class IndexedStates {
  /** Writes the state of an entry to `state`. */
  abstract unrank(index: u32, state: usize): void;
  /** Advances a state to the next entry. */
  abstract next(state: usize): void;
  /** Writes the neighbours' entries as u32 to `out`; returns how many. */
  abstract neighbours(state: usize, out: usize): i32;
}

/** Expands the states of one depth among the entries from `start` to `end`; returns the number of moves ranked. */
export function scanDepth<S extends IndexedStates>(
  table: usize, start: u32, end: u32, depth: u8, state: usize, list: usize,
): f64 {
  const states = changetype<S>(0);
  let moves: u64 = 0;
  if (start < end) states.unrank(start, state);
  for (let index = start; index < end; index++) {
    if (load<u8>(table + index) == depth) {
      const count = states.neighbours(state, list);
      moves += count;
      for (let i = 0; i < count; i++) {
        const neighbour = table + load<u32>(list + (<usize>i << 2));
        if (load<u8>(neighbour) == UNREACHED) store<u8>(neighbour, depth + 1);
      }
    }
    if ((index & 0xffff) == 0 && stopped()) break;
    states.next(state);
  }
  return <f64>moves;
}
