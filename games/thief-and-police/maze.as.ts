/** The maze and the variant of this thread. TypeScript and `measureMaze` fill the maze's memory (layout.ts). */
import { DIRECTIONS, NO_DISTANCE, NO_SQUARE } from "./layout";

export let squares: i32 = 0;
export let policemen: i32 = 0;
/** ALTERNATING, ALTERNATING_ONE or SIMULTANEOUS. */
export let turns: i32 = 0;
export let mayStay: bool = true;
/** Scratch memory of this thread for target lists and breadth-first search. */
export let scratch: usize = 0;
let neighbours: usize = 0;
let coordinates: usize = 0;
let exits: usize = 0;
let manhattan: usize = 0;
let intervals: usize = 0;
let distances: usize = 0;

/** A cache of distances, 64 bytes of target lists, then the memory of `searchDetour`. */
export function scratchBytes(squareCount: i32): usize {
  return CACHE_BYTES + 64 + aligned(squareCount) + DETOUR_LISTS * detourListBytes(squareCount);
}

/** Open lists of `searchDetour`: a square is listed at most once for each of its neighbours, and once as the start. */
const DETOUR_LISTS: usize = 3;
@inline
export function detourListBytes(squareCount: i32): usize {
  return aligned(2 * (<usize>squareCount * DIRECTIONS + 1));
}

/** Cache of the thief's distances around policemen, per thread. Entry: a state of 16 bytes, i32 distance, u32 0. */
export const CACHE_ENTRIES: usize = 1 << 15;
export const CACHE_ENTRY_BYTES: usize = 24;
const CACHE_BYTES: usize = CACHE_ENTRIES * CACHE_ENTRY_BYTES;
export let cache: usize = 0;

export function setVariant(maze: usize, squareCount: i32, policemanCount: i32, turnRule: i32, stay: i32, ownScratch: usize): void {
  squares = squareCount;
  policemen = policemanCount;
  turns = turnRule;
  mayStay = stay != 0;
  cache = ownScratch;
  memory.fill(cache, 0xff, CACHE_BYTES);
  scratch = ownScratch + CACHE_BYTES;
  const cells = <usize>squareCount;
  neighbours = maze;
  coordinates = neighbours + aligned(8 * cells);
  exits = coordinates + aligned(2 * cells);
  manhattan = exits + aligned(2 * cells);
  intervals = manhattan + aligned(2 * cells);
  distances = intervals + aligned(4 * cells);
}

@inline
export function aligned(bytes: usize): usize {
  return (bytes + 15) & ~15;
}

/** The neighbour in a direction from 1 to 4, or NO_SQUARE. */
@inline
export function neighbourOf(square: i32, direction: i32): i32 {
  return load<u16>(neighbours + (<usize>square << 3) + (<usize>(direction - 1) << 1));
}

@inline
export function distanceBetween(a: i32, b: i32): i32 {
  return load<u16>(distances + ((<usize>a * squares + b) << 1));
}

/** Steps to the nearest exit. */
@inline
export function exitDistance(square: i32): i32 {
  return load<u16>(exits + (<usize>square << 1));
}

/** Minimum Manhattan distance to an exit. */
@inline
export function manhattanToExit(square: i32): i32 {
  return load<u16>(manhattan + (<usize>square << 1));
}

/**
 * The exit tree has one shortest path from every square to an exit. Its squares are numbered in depth-first order, so a square and those whose path leads
 * through it are an interval: u16 start (the square's own number), u16 length.
 */
@inline
export function exitInterval(square: i32): u32 {
  return load<u32>(intervals + (<usize>square << 2));
}

/** Whether the path from a square with this interval leads through the square with the interval `on`. */
@inline
export function leadsThrough(from: u32, on: u32): bool {
  return (from & 0xffff) - (on & 0xffff) < on >> 16;
}

@inline
export function isExit(square: i32): bool {
  return exitDistance(square) == 0;
}

@inline
function xOf(square: i32): i32 {
  return load<u8>(coordinates + (<usize>square << 1));
}

@inline
function yOf(square: i32): i32 {
  return load<u8>(coordinates + (<usize>square << 1), 1);
}

@inline
export function manhattanBetween(a: i32, b: i32): i32 {
  return abs(xOf(a) - xOf(b)) + abs(yOf(a) - yOf(b));
}

/** Computes all distances. Requires the neighbours, and exit distances of 0 at exits, NO_DISTANCE elsewhere. `queue` has a u16 per square. */
export function measureMaze(queue: usize): void {
  let tail: i32 = 0;
  for (let square = 0; square < squares; square++) {
    if (!isExit(square)) continue;
    store<u16>(queue + (<usize>tail << 1), square);
    tail++;
  }
  for (let square = 0; square < squares; square++) {
    let least = i32.MAX_VALUE;
    for (let i = 0; i < tail; i++) least = min(least, manhattanBetween(square, load<u16>(queue + (<usize>i << 1))));
    store<u16>(manhattan + (<usize>square << 1), least);
  }
  breadthFirst(exits, queue, tail);
  numberExitTree(queue, tail);
  for (let square = 0; square < squares; square++) {
    const row = distances + ((<usize>square * squares) << 1);
    memory.fill(row, 0xff, <usize>squares << 1);
    store<u16>(row + (<usize>square << 1), 0);
    store<u16>(queue, square);
    breadthFirst(row, queue, 1);
  }
}

/** Intervals of the exit tree. The queue has the squares by distance to an exit, the exits first. */
function numberExitTree(queue: usize, exitCount: i32): void {
  // Lengths: a square counts for its parent after all of its own descendants.
  for (let square = 0; square < squares; square++) store<u32>(intervals + (<usize>square << 2), 1 << 16);
  for (let i = squares - 1; i >= exitCount; i--) {
    const square = load<u16>(queue + (<usize>i << 1));
    const parent = intervals + (<usize>parentOf(square) << 2);
    store<u16>(parent, load<u16>(parent, 2) + load<u16>(intervals + (<usize>square << 2), 2), 2);
  }
  // Starts, parents first. Meanwhile a square's start field is where the interval of its next child begins.
  let next = 0;
  for (let i = 0; i < squares; i++) {
    const square = load<u16>(queue + (<usize>i << 1));
    const own = intervals + (<usize>square << 2);
    let start = next;
    if (i < exitCount) next += load<u16>(own, 2);
    else {
      const parent = intervals + (<usize>parentOf(square) << 2);
      start = load<u16>(parent);
      store<u16>(parent, start + load<u16>(own, 2));
    }
    store<u16>(own, start + 1);
  }
  // All children placed, that is the end of the square's own interval.
  for (let square = 0; square < squares; square++) {
    const own = intervals + (<usize>square << 2);
    store<u16>(own, load<u16>(own) - load<u16>(own, 2));
  }
}

/** The next square on the path to an exit. */
function parentOf(square: i32): i32 {
  for (let direction = 1; direction < DIRECTIONS; direction++) {
    const neighbour = neighbourOf(square, direction);
    if (neighbour != NO_SQUARE && exitDistance(neighbour) < exitDistance(square)) return neighbour;
  }
  return neighbourOf(square, DIRECTIONS);
}

/** Breadth-first search from the squares in the queue, whose distances are set. */
function breadthFirst(row: usize, queue: usize, tail: i32): void {
  for (let head = 0; head < tail; head++) {
    const square = <i32>load<u16>(queue + (<usize>head << 1));
    const next = <u16>(load<u16>(row + (<usize>square << 1)) + 1);
    for (let direction = 1; direction <= DIRECTIONS; direction++) {
      const neighbour = neighbourOf(square, direction);
      if (neighbour == NO_SQUARE) continue;
      const at = row + (<usize>neighbour << 1);
      if (load<u16>(at) != NO_DISTANCE) continue;
      store<u16>(at, next);
      store<u16>(queue + (<usize>tail << 1), neighbour);
      tail++;
    }
  }
}
