/** Two-side tables on a GPU: rank, unrank, moves and unmoves of pairs of placements in WGSL. See two-side.as.ts, two-side-moves.as.ts. */
import { binomial } from "../../engine/index/combinations.ts";
import type { RetrogradeGame } from "../../engine/solve/gpu/retrograde-game.ts";
import { boardWords, CELLS, CELLS_OF_BITS, JUMPS_WGSL, OFF_BOARD } from "./gpu-board.ts";
import { Notation } from "./notation.ts";
import { winNumber } from "./options.ts";
import { type TwoSide, twoSideEntries } from "./two-side-table.ts";

/** Cells of a placement are bytes of a word, and one is free while a piece moves. */
const MAX_PIECES = 3;
/** `slots` of a thread: ranks of rows, then of places. */
const PLACES = MAX_PIECES;
const SLOTS = PLACES + MAX_PIECES + 1;

export function twoSideGame(table: TwoSide): RetrogradeGame {
  const { side, cells, pieces } = table.variant;
  const board = boardWords(side);
  const combinations = Array.from({ length: pieces }, (_, i) =>
    Array.from({ length: cells }, (_each, cell) => binomial(cell, i + 1)),
  );
  const distances = distancesTo(side, table.home);
  return {
    values: "outcome",
    sections: [{ entries: twoSideEntries(table), words: [] }],
    conversions: null,
    words: [...board, ...combinations.flat(), ...distances, ...forwardSteps(side, distances)],
    slots: SLOTS,
    wgsl: {
      common: commonWgsl(table, board.length),
      start: START_WGSL,
      unmove: UNMOVE_WGSL,
    },
  };
}

/** Steps from each cell to the nearest cell of the goal on an empty board. */
function distancesTo(side: number, home: number): number[] {
  const { coordinates } = new Notation(side);
  return coordinates.map(([a, b]) =>
    Math.min(
      ...coordinates.slice(0, home).map(([goalA, goalB]) => {
        const [x, y] = [a - goalA, b - goalB];
        return Math.max(Math.abs(x), Math.abs(y), Math.abs(x + y));
      }),
    ),
  );
}

/** For each cell the set of neighbours nearer to the goal: cells below 32, then the others. */
function forwardSteps(side: number, distances: readonly number[]): number[] {
  const notation = new Notation(side);
  return notation.coordinates.flatMap(([a, b], cell) => {
    const sets = [0, 0];
    for (const [x, y] of [
      [a + 1, b],
      [a - 1, b],
      [a, b + 1],
      [a, b - 1],
      [a + 1, b - 1],
      [a - 1, b + 1],
    ] as const) {
      const near = notation.cellAt(x, y);
      if (near === null || (distances[near] as number) >= (distances[cell] as number)) continue;
      sets[near >> 5] = ((sets[near >> 5] as number) | (1 << (near & 31))) >>> 0;
    }
    return sets;
  });
}

function commonWgsl({ variant: { cells, pieces, win }, home, onward }: TwoSide, boardLength: number): string {
  const distances = boardLength + pieces * cells;
  return `
const PIECES = ${pieces}u;
const CELL_COUNT = ${cells}u;
const WIDTH = ${binomial(cells - pieces, pieces)}u;
const HOME = ${home}u;
/** All pieces must be in the goal; or it must be filled, by at least one of them. */
const WIN_ALL = ${win === winNumber("all")};
/** Moves towards the goal take precedence. */
const ONWARD = ${onward};
const UNUSED = 0x7f7f7f7fu;

/** binomial(cell, place) */
fn choose(cell: u32, place: u32) -> u32 { return words[${boardLength}u + (place - 1u) * CELL_COUNT + cell]; }
fn distanceOf(cell: u32) -> u32 { return words[${distances}u + cell]; }
fn forwardStepsOf(cell: u32) -> vec2u {
  let at = ${distances + cells}u + 2u * cell;
  return vec2u(words[at], words[at + 1u]);
}

// A placement is a word of bytes: its cells in ascending order, then 127.

fn byteOf(cells: u32, index: u32) -> u32 { return extractBits(cells, 8u * index, 8u); }
fn countBelow(cells: u32, cell: u32) -> u32 {
  return 4u - countOneBits(((cells | 0x80808080u) - cell * 0x01010101u) & 0x80808080u);
}
fn isIn(cells: u32, cell: u32) -> bool {
  let other = cells ^ (cell * 0x01010101u);
  return ((other - 0x01010101u) & ~other & 0x80808080u) != 0u;
}

fn unrankCells(rank: u32, among: u32) -> u32 {
  var cells = UNUSED;
  var rest = rank;
  var limit = among;
  for (var place = PIECES; place > 0u; place--) {
    // The highest cell with binomial(cell, place) <= rest.
    var cell = place - 1u;
    while (limit - cell > 1u) {
      let middle = (cell + limit) >> 1u;
      if (rest < choose(middle, place)) { limit = middle; } else { cell = middle; }
    }
    rest -= choose(cell, place);
    limit = cell;
    cells ^= (cell ^ 0x7fu) << (8u * (place - 1u));
  }
  return cells;
}

/** From the other side's point of view. */
fn turn(cells: u32) -> u32 {
  var turned = UNUSED;
  for (var i = 0u; i < PIECES; i++) {
    turned ^= ((CELL_COUNT - 1u - byteOf(cells, PIECES - 1u - i)) ^ 0x7fu) << (8u * i);
  }
  return turned;
}

struct Pair { own: u32, other: u32 }
fn pairOf(entry: u32) -> Pair {
  let own = unrankCells(entry / WIDTH, CELL_COUNT);
  // Places among the free cells.
  let places = unrankCells(entry % WIDTH, CELL_COUNT - PIECES);
  var other = UNUSED;
  for (var i = 0u; i < PIECES; i++) {
    var cell = byteOf(places, i);
    for (var j = 0u; j < PIECES; j++) { if (byteOf(own, j) <= cell) { cell++; } }
    other ^= (cell ^ 0x7fu) << (8u * i);
  }
  return Pair(own, other);
}

/** For each parity class the set of taken cells. */
fn classesOf(cells: u32) -> vec4u {
  var taken = vec4u(0u);
  for (var i = 0u; i < PIECES; i++) {
    let info = words[${CELLS}u + 2u * byteOf(cells, i) + 1u];
    taken |= select(vec4u(0u), vec4u(1u << (info >> 24u)), vec4u(0u, 1u, 2u, 3u) == vec4u((info >> 16u) & 255u));
  }
  return taken;
}

/** Cells in two words: those below 32, then the others. */
fn bitsOf(cells: u32) -> vec2u {
  var bits = vec2u(0u);
  for (var i = 0u; i < 4u; i++) {
    let cell = byteOf(cells, i);
    if (cell != 0x7fu) { bits |= select(vec2u(1u << cell, 0u), vec2u(0u, 1u << (cell - 32u)), cell >= 32u); }
  }
  return bits;
}

fn nearOf(cell: u32) -> vec2u { return vec2u(words[${CELLS}u + 2u * cell], words[${CELLS}u + 2u * cell + 1u]); }
/** The neighbour in a direction, OFF_BOARD if there is none. */
fn stepOf(near: vec2u, direction: u32) -> u32 {
  return extractBits(select(near.x, near.y, direction >= 4u), 8u * (direction & 3u), 8u);
}
const OFF_BOARD = ${OFF_BOARD}u;
${JUMPS_WGSL}
fn jumpsFrom(near: vec2u, taken: vec4u) -> u32 { return jumpsOf(taken, (near.y >> 16u) & 255u, near.y >> 24u); }
/** The cell of a bit of \`jumpsFrom\`. */
fn landingOf(near: vec2u, bit: u32) -> u32 {
  return extractBits(words[${CELLS_OF_BITS}u + 8u * ((near.y >> 16u) & 255u) + (bit >> 2u)], 8u * (bit & 3u), 8u);
}

/** Numbers of moves: towards the goal, sideways, all; without ONWARD only all. */
fn countMoves(own: u32, other: u32, taken: vec4u) -> vec3u {
  var count = vec3u(0u);
  for (var i = 0u; i < PIECES; i++) {
    let start = byteOf(own, i);
    let near = nearOf(start);
    var jumps = jumpsFrom(near, taken);
    for (var direction = 0u; direction < 6u; direction++) {
      let cell = stepOf(near, direction);
      if (cell != OFF_BOARD && !isIn(own, cell) && !isIn(other, cell)) { count += movesTo(start, cell); }
    }
    if (ONWARD) {
      for (; jumps != 0u; jumps &= jumps - 1u) { count += movesTo(start, landingOf(near, countTrailingZeros(jumps))); }
    } else {
      count.z += countOneBits(jumps);
    }
  }
  return count;
}
fn movesTo(start: u32, cell: u32) -> vec3u {
  if (!ONWARD) { return vec3u(0u, 0u, 1u); }
  let before = distanceOf(start);
  let after = distanceOf(cell);
  return vec3u(u32(after < before), u32(after == before), 1u);
}
`;
}

const START_WGSL = `
fn hasWon(own: u32, other: u32) -> bool {
  let home = countBelow(own, HOME);
  if (WIN_ALL) { return home == PIECES; }
  return home > 0u && home + countBelow(other, HOME) == HOME;
}

fn start(entry: u32, thread: u32) -> vec2u {
  let pair = pairOf(entry);
  let first = hasWon(pair.own, pair.other);
  let second = hasWon(turn(pair.other), turn(pair.own));
  // Unreachable if both have won.
  if (first) { return vec2u(0u, select(WON, NO_POSITION, second)); }
  if (second) { return vec2u(0u, LOST); }
  let count = countMoves(pair.own, pair.other, classesOf(pair.own) | classesOf(pair.other));
  return vec2u(select(select(count.z, count.y, count.y != 0u), count.x, count.x != 0u), NO_CONVERSION);
}
`;

const UNMOVE_WGSL = `
/** The other side has moved: from its point of view, each of its pieces moves back. A chain of jumps leads back over the same pieces. */
fn unmove(entry: u32, thread: u32) {
  let pair = pairOf(entry);
  let waiting = turn(pair.own);
  let moved = turn(pair.other);
  let taken = classesOf(waiting) | classesOf(moved);
  for (var i = 0u; i < PIECES; i++) {
    let to = byteOf(moved, i);
    let below = (1u << (8u * i)) - 1u;
    let rest = (moved & below) | ((moved >> 8u) & ~below & 0x00ffffffu) | 0x7f000000u;
    liftPiece(rest, waiting, thread);
    var rolls = vec2u(0u);
    if (ONWARD) {
      for (var j = 0u; j + 1u < PIECES; j++) { rolls |= forwardStepsOf(byteOf(rest, j)); }
      rolls &= ~(bitsOf(rest) | bitsOf(waiting));
    }
    let near = nearOf(to);
    for (var direction = 0u; direction < 6u; direction++) {
      let cell = stepOf(near, direction);
      if (cell != OFF_BOARD && !isIn(moved, cell) && !isIn(waiting, cell)) { comeFrom(cell, to, rest, waiting, rolls, thread); }
    }
    for (var jumps = jumpsFrom(near, taken); jumps != 0u; jumps &= jumps - 1u) {
      comeFrom(landingOf(near, countTrailingZeros(jumps)), to, rest, waiting, rolls, thread);
    }
  }
}

/** Ranks without the lifted piece: of the row for each number of resting pieces below it, of the place for each of waiting ones. */
fn liftPiece(rest: u32, waiting: u32, thread: u32) {
  var row = 0u;
  for (var j = 0u; j + 1u < PIECES; j++) { row += choose(byteOf(rest, j), j + 2u); }
  slots[thread] = row;
  for (var j = 0u; j + 1u < PIECES; j++) {
    let cell = byteOf(rest, j);
    row += choose(cell, j + 1u) - choose(cell, j + 2u);
    slots[(j + 1u) * THREADS + thread] = row;
  }
  // Waiting pieces above it have one free cell fewer below them.
  var place = 0u;
  for (var j = 0u; j < PIECES; j++) { place += choose(max(freeBelow(waiting, j, rest), 1u) - 1u, j + 1u); }
  slots[${PLACES}u * THREADS + thread] = place;
  for (var j = 0u; j < PIECES; j++) {
    let free = freeBelow(waiting, j, rest);
    place += choose(free, j + 1u) - choose(max(free, 1u) - 1u, j + 1u);
    slots[(${PLACES + 1}u + j) * THREADS + thread] = place;
  }
}
fn freeBelow(waiting: u32, index: u32, rest: u32) -> u32 {
  let cell = byteOf(waiting, index);
  return cell - countBelow(rest, cell);
}

/** A piece has moved from \`start\` to \`to\`. */
fn comeFrom(start: u32, to: u32, rest: u32, waiting: u32, rolls: vec2u, thread: u32) {
  if (ONWARD && !isLegal(start, to, rest, waiting, rolls)) { return; }
  let below = countBelow(rest, start);
  let row = slots[below * THREADS + thread] + choose(start, below + 1u);
  reach(row * WIDTH + slots[(${PLACES}u + countBelow(waiting, start)) * THREADS + thread]);
}

/** Whether no better kind of move was possible; \`rolls\` are free cells that the resting pieces reach by forward steps. */
fn isLegal(start: u32, to: u32, rest: u32, waiting: u32, rolls: vec2u) -> bool {
  let before = distanceOf(start);
  let after = distanceOf(to);
  if (after < before) { return true; }
  let own = (rest & ~(255u << (8u * (PIECES - 1u)))) | (start << (8u * (PIECES - 1u)));
  let forward = (rolls | forwardStepsOf(start)) & ~(bitsOf(own) | bitsOf(waiting));
  if ((forward.x | forward.y) != 0u) { return false; }
  let count = countMoves(own, waiting, classesOf(own) | classesOf(waiting));
  return count.x == 0u && (count.y != 0u) == (after == before);
}
`;
