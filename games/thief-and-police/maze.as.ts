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
let distances: usize = 0;

/** A cache of distances, 64 bytes of target lists, then the memory of breadth-first search: a byte and a u16 per square. */
export function scratchBytes(squareCount: i32): usize {
  return CACHE_BYTES + 64 + 4 * <usize>squareCount + 64;
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
  distances = manhattan + aligned(2 * cells);
}

@inline
function aligned(bytes: usize): usize {
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
  for (let square = 0; square < squares; square++) {
    const row = distances + ((<usize>square * squares) << 1);
    memory.fill(row, 0xff, <usize>squares << 1);
    store<u16>(row + (<usize>square << 1), 0);
    store<u16>(queue, square);
    breadthFirst(row, queue, 1);
  }
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
