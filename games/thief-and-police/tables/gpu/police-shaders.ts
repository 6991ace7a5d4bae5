/**
 * The police table on a GPU, by the method of police.as.ts: `measure` finds the distances of all squares from the goals around each
 * square of the thief, `bound` writes the bottleneck assignment's lower bounds, `selectSets` the sets whose bounds may be too low, and
 * `correct` raises values that no move confirms. Raised values let the sets one move away be tested in the next round, until none is
 * left. Threads test at the same time: a value is always at most the distance, whatever the order, and a set that was tested while a
 * neighbour rose is tested again.
 *
 * With stay=no, `mark` writes the goals and `expand` finds a level from the one before. `pack` removes the padding of rows.
 */
import { binomial } from "../../../../engine/index/combinations.ts";
import type { MazeTable } from "../table-options.ts";
import { mazeData } from "./maze-data.ts";
import { BOUND_ENTRIES, BOUND_THREADS, boundWgsl, markWgsl } from "./police-bounds.ts";
import { MEASURE_SQUARES, measureWgsl } from "./police-measure.ts";
import {
  CORRECT_ENTRIES,
  CORRECT_THREADS,
  correctWgsl,
  EXPAND_ENTRIES,
  EXPAND_THREADS,
  expandWgsl,
  SELECT_ENTRIES,
  SELECT_THREADS,
  selectWgsl,
} from "./police-moves.ts";

const PACK_THREADS = 256;
/** Entries of a thread: a word. */
const PACK_ENTRIES = 4;

/** Storage buffers by name, in all shaders. */
const STORAGE = {
  maze: "array<u32>",
  goalDistances: "array<atomic<u32>>",
  steps: "array<vec4u>",
  info: "array<u32>",
  values: "array<vec4u>",
  table: "array<atomic<u32>>",
  tests: "array<vec4u>",
  nextTests: "array<atomic<u32>>",
  selected: "array<u32>",
  changes: "array<atomic<u32>>",
  rows: "array<u32>",
  packed: "array<u32>",
} as const;
export type PoliceBuffer = keyof typeof STORAGE;

export type PolicePass = "measure" | "bound" | "selectSets" | "correct" | "mark" | "expand" | "pack";

/** `measure` has a workgroup for each square of the thief, `pack` threads for all entries, the others threads for the entries of each square. */
export interface PoliceShader {
  readonly code: string;
  readonly entryPoint: PolicePass;
  readonly reads: readonly PoliceBuffer[];
  readonly writes: readonly PoliceBuffer[];
  /** Of a workgroup. */
  readonly entries: number;
}

/** Entries of a thief's square, with padding to those of a thread of `correct`. */
export function strideOf(sets: number): number {
  return CORRECT_ENTRIES * Math.ceil(sets / CORRECT_ENTRIES);
}

/** Bindings: the range, what a pass reads, what it writes. */
export function policeShaders(table: MazeTable): readonly PoliceShader[] {
  const { maze, policemen, stay } = table;
  const { wgsl } = mazeData(table);
  const stride = strideOf(binomial(maze.squares.length, policemen));
  const shader = (
    entryPoint: PolicePass,
    [reads, writes]: readonly [readonly PoliceBuffer[], readonly PoliceBuffer[]],
    entries: number,
    body: string,
  ): PoliceShader => {
    const declare = (name: PoliceBuffer, i: number): string =>
      `@group(0) @binding(${i + 1}) var<storage, ${reads.includes(name) ? "read" : "read_write"}> ${name}: ${STORAGE[name]};`;
    const code = `
struct Range {
  firstThief: u32,
  units: u32,
  /** Of \`expand\`. */
  level: u32,
  /** Where the pass counts, among \`changes\`. */
  slot: u32,
}
@group(0) @binding(0) var<uniform> range: Range;
${[...reads, ...writes].map(declare).join("\n")}
${wgsl}
const STRIDE = ${stride}u;
fn bytesOf(word: u32) -> vec4u { return (vec4u(word) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(255u); }
fn wordOf(bytes: vec4u) -> u32 { return bytes.x | (bytes.y << 8u) | (bytes.z << 16u) | (bytes.w << 24u); }
${body}`;
    return { entryPoint, reads, writes, entries, code };
  };
  const geometry = ["maze", "steps", "info"] as const;
  const boundEntries = BOUND_ENTRIES * BOUND_THREADS;
  const solving = stay
    ? [
        shader("bound", [geometry, ["values"]], boundEntries, boundWgsl(policemen)),
        shader("selectSets", [geometry, ["selected"]], SELECT_ENTRIES * SELECT_THREADS, selectWgsl(policemen)),
        shader(
          "correct",
          [
            ["maze", "steps"],
            ["table", "tests", "nextTests", "changes"],
          ],
          CORRECT_ENTRIES * CORRECT_THREADS,
          correctWgsl(policemen),
        ),
      ]
    : [
        shader("mark", [geometry, ["values"]], boundEntries, markWgsl(policemen)),
        shader(
          "expand",
          [
            ["maze", "steps"],
            ["table", "changes"],
          ],
          EXPAND_ENTRIES * EXPAND_THREADS,
          expandWgsl(policemen),
        ),
      ];
  return [
    shader("measure", [["maze"], ["goalDistances", "steps", "info"]], MEASURE_SQUARES, measureWgsl(table)),
    ...solving,
    shader("pack", [["maze", "rows"], ["packed"]], PACK_ENTRIES * PACK_THREADS, PACK_WGSL),
  ];
}

const PACK_WGSL = `
@compute @workgroup_size(${PACK_THREADS})
fn pack(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) thread: u32) {
  let word = (group.y * groups.x + group.x) * ${PACK_THREADS}u + thread;
  let entries = range.units * SETS;
  if (${PACK_ENTRIES}u * word >= entries) { return; }
  var bytes = 0u;
  for (var i = 0u; i < min(${PACK_ENTRIES}u, entries - ${PACK_ENTRIES}u * word); i++) {
    let entry = ${PACK_ENTRIES}u * word + i;
    let source = entry / SETS * STRIDE + entry % SETS;
    bytes = insertBits(bytes, extractBits(rows[source >> 2u], 8u * (source & 3u), 8u), 8u * i, 8u);
  }
  packed[word] = bytes;
}`;
