/** The thief table on a GPU: a workgroup finds the distances of all squares from the exits around a set of policemen, in its own memory. */
import type { MazeTable } from "../table-options.ts";
import { mazeData } from "./maze-data.ts";

const THREADS = 32;
/** Sets that a workgroup solves one after the other. */
export const THIEF_GROUP_SETS = 16;

/** Bindings: the first set and the number of sets, the maze, the table, which is 0. */
export function thiefShader(table: MazeTable): string {
  const squares = table.maze.squares.length;
  /** Of distances, a byte each, and of sets of squares. */
  const byteWords = Math.ceil(squares / 4);
  const bitWords = Math.ceil(squares / 32);
  return `
struct Range { firstSet: u32, sets: u32 }
@group(0) @binding(0) var<uniform> range: Range;
@group(0) @binding(1) var<storage, read> maze: array<u32>;
@group(0) @binding(2) var<storage, read_write> table: array<atomic<u32>>;
${mazeData(table).wgsl}
/** Distances by square. */
var<workgroup> row: array<atomic<u32>, ${byteWords}>;
var<workgroup> unreached: array<atomic<u32>, ${bitWords}>;
/** The squares at an even and at an odd distance that were reached last. */
var<workgroup> frontiers: array<array<atomic<u32>, ${bitWords}>, 2>;
/** Whether there are any, in these. */
var<workgroup> isEmpty: array<atomic<u32>, 2>;

fn addNeighbours(square: u32, to: u32) {
  for (var direction = 0u; direction < 4u; direction++) {
    let near = neighbourOf(square, direction);
    if (near == NO_SQUARE) { continue; }
    let bit = 1u << (near & 31u);
    if ((atomicLoad(&unreached[near >> 5u]) & bit) == 0u) { continue; }
    if ((atomicAnd(&unreached[near >> 5u], ~bit) & bit) == 0u) { continue; }
    atomicOr(&frontiers[to][near >> 5u], bit);
    atomicStore(&isEmpty[to], 0u);
  }
}

fn search(men: Set, thread: u32) {
  for (var word = thread; word < ${byteWords}u; word += ${THREADS}u) { atomicStore(&row[word], 0xffffffffu); }
  for (var word = thread; word < ${bitWords}u; word += ${THREADS}u) {
    let left = SQUARES - 32u * word;
    var free = select(0xffffffffu, (1u << (left & 31u)) - 1u, left < 32u);
    ${Array.from({ length: table.policemen }, (_, i) => `if ((men.s${i} >> 5u) == word) { free &= ~(1u << (men.s${i} & 31u)); }`).join("\n    ")}
    let exits = exitsIn(word) & free;
    atomicStore(&unreached[word], free & ~exits);
    atomicStore(&frontiers[0][word], exits);
    atomicStore(&frontiers[1][word], 0u);
  }
  for (var level = 0u; ; level++) {
    let now = level & 1u;
    if (thread == 0u) { atomicStore(&isEmpty[now ^ 1u], 1u); }
    workgroupBarrier();
    for (var word = thread; word < ${bitWords}u; word += ${THREADS}u) {
      var bits = atomicLoad(&frontiers[now][word]);
      if (bits == 0u) { continue; }
      atomicStore(&frontiers[now][word], 0u);
      for (; bits != 0u; bits &= bits - 1u) {
        let square = 32u * word + countTrailingZeros(bits);
        atomicXor(&row[square >> 2u], (min(level, MOST_MOVES) ^ UNREACHABLE) << (8u * (square & 3u)));
        addNeighbours(square, now ^ 1u);
      }
    }
    if (workgroupUniformLoad(&isEmpty[now ^ 1u]) != 0u) { break; }
  }
}

fn distanceOf(square: u32) -> u32 { return extractBits(atomicLoad(&row[square >> 2u]), 8u * (square & 3u), 8u); }

@compute @workgroup_size(${THREADS})
fn solve(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) thread: u32) {
  let first = (group.y * groups.x + group.x) * ${THIEF_GROUP_SETS}u;
  for (var number = first; number < min(range.sets, first + ${THIEF_GROUP_SETS}u); number++) {
    search(unrank(range.firstSet + number), thread);
    // Rows need not begin at words of the table: a word that two rows share was 0 before.
    let start = number * SQUARES;
    for (var word = (start >> 2u) + thread; word <= (start + SQUARES - 1u) >> 2u; word += ${THREADS}u) {
      var bytes = 0u;
      var own = 0u;
      for (var i = 0u; i < 4u; i++) {
        let square = 4u * word + i - start;
        if (square < SQUARES) {
          bytes = insertBits(bytes, distanceOf(square), 8u * i, 8u);
          own++;
        }
      }
      if (own == 4u) { atomicStore(&table[word], bytes); } else { atomicOr(&table[word], bytes); }
    }
    workgroupBarrier();
  }
}`;
}
