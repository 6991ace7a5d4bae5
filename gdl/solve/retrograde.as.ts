/**
 * Retrograde analysis of enumerated states. A class of terminal states with equal goals is settled at a time, the best of a role first: the
 * role reaches it from a state in which it chooses by one move into the class, and from the other states if all moves lead into this class or
 * earlier ones. Breadth first, so the winner's distance is the shortest and the loser's the longest.
 */
import { stopped } from "../../engine/kernel/stop.as";
import { SolveRecord } from "../../build/layouts/gdl/solve/solve.as";
import { GOALS_OPEN } from "./constants";

const POLL_MASK: u32 = 0xffff;

let count: u32 = 0;
let goals: usize = 0;
let offsets: usize = 0;
let edges: usize = 0;
let parentOffsets: usize = 0;
let parents: usize = 0;
let unsettled: usize = 0;
let queue: usize = 0;
let plies: usize = 0;

/** Reverses the edges and counts the states from which play can be endless; returns 1 if it was stopped. */
export function startRetrograde(record: usize): u32 {
  count = SolveRecord.at(record).count;
  goals = SolveRecord.at(record).goals;
  offsets = SolveRecord.at(record).offsets;
  edges = SolveRecord.at(record).edges;
  parentOffsets = SolveRecord.at(record).parentOffsets;
  parents = SolveRecord.at(record).parents;
  unsettled = SolveRecord.at(record).unsettled;
  queue = SolveRecord.at(record).queue;
  plies = SolveRecord.at(record).plies;
  reverseEdges();
  if (stopped()) return 1;
  resetUnsettled();
  SolveRecord.at(record).cyclic = count - countFinite();
  resetUnsettled();
  memory.fill(plies, 0, <usize>count << 1);
  return stopped() ? 1 : 0;
}

@inline
function at(list: usize, index: u32): u32 {
  return load<u32>(list + (<usize>index << 2));
}

@inline
function set(list: usize, index: u32, value: u32): void {
  store<u32>(list + (<usize>index << 2), value);
}

function reverseEdges(): void {
  memory.fill(parentOffsets, 0, <usize>(count + 1) << 2);
  const edgeCount = at(offsets, count);
  for (let edge: u32 = 0; edge < edgeCount; edge++) {
    const to = at(edges, edge);
    set(parentOffsets, to, at(parentOffsets, to) + 1);
  }
  let sum: u32 = 0;
  for (let index: u32 = 0; index <= count; index++) {
    sum += at(parentOffsets, index);
    set(parentOffsets, index, sum);
  }
  // Filled from the end of each list, so that the offsets end at its start.
  for (let index: u32 = 0; index < count; index++) {
    const end = at(offsets, index + 1);
    for (let edge = at(offsets, index); edge < end; edge++) {
      const to = at(edges, edge);
      const place = at(parentOffsets, to) - 1;
      set(parentOffsets, to, place);
      set(parents, place, index);
    }
  }
}

function resetUnsettled(): void {
  for (let index: u32 = 0; index < count; index++) set(unsettled, index, at(offsets, index + 1) - at(offsets, index));
}

/** The states from which every sequence of moves ends: removes states without moves to other states until none is left. */
function countFinite(): u32 {
  let tail: u32 = 0;
  for (let index: u32 = 0; index < count; index++) if (at(unsettled, index) == 0) set(queue, tail++, index);
  for (let head: u32 = 0; head < tail; head++) {
    const state = at(queue, head);
    const end = at(parentOffsets, state + 1);
    for (let i = at(parentOffsets, state); i < end; i++) {
      const parent = at(parents, i);
      const left = at(unsettled, parent) - 1;
      set(unsettled, parent, left);
      if (left == 0) set(queue, tail++, parent);
    }
  }
  return tail;
}

/** Settles the states from which `role` forces an end with these goals; returns 1 if it was stopped. After `startRetrograde` on the same thread. */
export function settle(ends: u32, role: u32): u32 {
  const own = <u16>(GOALS_OPEN | role);
  let tail: u32 = 0;
  for (let index: u32 = 0; index < count; index++) {
    if (load<u16>(goals + (<usize>index << 1)) == <u16>ends) set(queue, tail++, index);
  }
  for (let head: u32 = 0; head < tail; head++) {
    if ((head & POLL_MASK) == 0 && stopped()) return 1;
    const state = at(queue, head);
    const distance = min<u32>(u16.MAX_VALUE, <u32>load<u16>(plies + (<usize>state << 1)) + 1);
    const end = at(parentOffsets, state + 1);
    for (let i = at(parentOffsets, state); i < end; i++) {
      const parent = at(parents, i);
      const place = goals + (<usize>parent << 1);
      const known = load<u16>(place);
      if (known < <u16>GOALS_OPEN) continue;
      if (known != own) {
        const left = at(unsettled, parent) - 1;
        set(unsettled, parent, left);
        if (left > 0) continue;
      }
      store<u16>(place, <u16>ends);
      store<u16>(plies + (<usize>parent << 1), <u16>distance);
      set(queue, tail++, parent);
    }
  }
  return 0;
}
