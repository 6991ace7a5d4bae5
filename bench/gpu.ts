/** Tables on the GPU, beside the CPU's solver, and against the bandwidth of the GPU's memory: one-side tables of Chinese Checkers, two-player games, pursuit. */
import { GameloreError, throwIfAborted, unwrap } from "../engine/contracts/errors.ts";
import type { SolvedTable } from "../engine/contracts/table.ts";
import { binomial, rankCombination, unrankCombination } from "../engine/index/combinations.ts";
import { threadCount } from "../engine/kernel/threads.ts";
import { SeededRandom } from "../engine/random/seeded.ts";
import { type SolvedOnGpu, solveBreadthFirst } from "../engine/solve/gpu/breadth-first.ts";
import { GpuDevice } from "../engine/solve/gpu/device.ts";
import type { GpuTable } from "../engine/solve/gpu/gpu-table.ts";
import { game } from "../games/chinese-checkers/game.ts";
import { oneSideStates } from "../games/chinese-checkers/one-side-gpu.ts";
import { Notation } from "../games/chinese-checkers/notation.ts";
import { MAX_TABLE_ENTRIES } from "../games/chinese-checkers/options.ts";
import { columns, count, type Report, seconds } from "./figures.ts";
import { copyBandwidth } from "./gpu-bandwidth.ts";
import { benchChessEndings, type EndingsOptions } from "./gpu-chess.ts";
import { benchPursuitTable, linesOfPursuit, type PursuitRun } from "./gpu-pursuit.ts";
import {
  benchEndgames,
  benchPursuitGame,
  benchTwoSide,
  linesOfTwoPlayers,
  type TwoPlayerBench,
  type TwoPlayerRun,
} from "./gpu-two-players.ts";
import { describeMachine, type Machine, machineNow } from "./machine.ts";
import { type Measured, measure } from "./measure.ts";
import { startProgress } from "./progress.ts";

/** What is measured. */
export const GPU_TABLES = ["one-side", "two-side", "dark-chess", "thief-and-police", "chess"] as const;
export type GpuTables = (typeof GPU_TABLES)[number];

/** Rules of two-side tables: the game's, and those of paper 000. */
const TWO_SIDE_RULES = [
  { win: "filled", moves: "all" },
  { win: "all", moves: "paper" },
] as const;

export interface GpuBenchOptions {
  readonly tables: readonly GpuTables[];
  readonly twoSides: { readonly side: number; readonly pieces: number };
  /** Pieces of endgames of Chinese Dark Chess. */
  readonly elements: number;
  /** Tables of Thief and Police, as text. */
  readonly mazes: readonly string[];
  readonly chess: Pick<EndingsOptions, "endings" | "cpuPieces">;
  readonly side: number;
  readonly pieces: readonly number[];
  readonly runs: number;
  /** Entries of tables without a solver on the CPU that are compared with their definition. */
  readonly samples: number;
  readonly seed: number;
}

export interface GpuRun {
  readonly pieces: number;
  readonly entries: number;
  /** Of each run: memory allocated, solved, the table in the GPU's memory. The median counts. */
  readonly runSeconds: readonly number[];
  readonly gpuSeconds: number;
  readonly downloadSeconds: number | null;
  readonly deviceBytes: number;
  /** Time to move the bytes that every solver of this kind moves, at the bandwidth of a copy. */
  readonly floorSeconds: number;
  readonly cpu: { readonly threads: number; readonly wallSeconds: number; readonly cpuSeconds: number } | null;
  readonly checked: string;
  readonly histogram: readonly number[];
}

export interface GpuBench {
  readonly machine: Machine;
  /** Null if there is none; nothing is measured then. */
  readonly gpu: string | null;
  readonly bytesPerSecond: number;
  readonly tables: readonly GpuRun[];
  readonly twoPlayers: readonly TwoPlayerRun[];
  readonly pursuit: readonly PursuitRun[];
}

export async function benchGpu(options: GpuBenchOptions, report: Report, signal?: AbortSignal): Promise<GpuBench> {
  throwIfAborted(signal);
  const machine = machineNow();
  report(describeMachine(machine));
  const gpu = await openGpu(report);
  if (!gpu) return { machine, gpu: null, bytesPerSecond: 0, tables: [], twoPlayers: [], pursuit: [] };
  try {
    const bytesPerSecond = await copyBandwidth(gpu);
    report(
      `${gpu.name}${gpu.isSoftware ? " (emulated on the CPU)" : ""}: a copy moves ${gigabytes(bytesPerSecond)}/s, read and written`,
    );
    report("");
    const tables: GpuRun[] = [];
    for (const pieces of options.tables.includes("one-side") ? options.pieces : []) {
      throwIfAborted(signal);
      tables.push(await benchTable(gpu, pieces, options, bytesPerSecond, signal));
    }
    if (tables.length > 0) for (const line of linesOf(tables)) report(line);
    const twoPlayers = await benchTwoPlayers(options, { gpu, runs: options.runs, bytesPerSecond, signal });
    if (twoPlayers.length > 0) for (const line of linesOfTwoPlayers(twoPlayers)) report(line);
    const pursuit: PursuitRun[] = [];
    for (const maze of mazesOf(options).distances)
      pursuit.push(await benchPursuitTable({ gpu, runs: options.runs, bytesPerSecond, signal }, maze));
    if (pursuit.length > 0) for (const line of linesOfPursuit(pursuit)) report(line);
    return { machine, gpu: gpu.name, bytesPerSecond, tables, twoPlayers, pursuit };
  } finally {
    gpu.close();
  }
}

/** Tables of the game are solved by retrograde analysis, unlike distances. */
function mazesOf({ tables, mazes }: GpuBenchOptions): { games: readonly string[]; distances: readonly string[] } {
  const asked = tables.includes("thief-and-police") ? mazes : [];
  return {
    games: asked.filter((text) => text.startsWith("game/")),
    distances: asked.filter((text) => !text.startsWith("game/")),
  };
}

async function benchTwoPlayers(options: GpuBenchOptions, bench: TwoPlayerBench): Promise<TwoPlayerRun[]> {
  const { tables, twoSides, elements, chess, samples } = options;
  const runs: TwoPlayerRun[] = [];
  for (const rules of tables.includes("two-side") ? TWO_SIDE_RULES : [])
    runs.push(await benchTwoSide(bench, { ...twoSides, ...rules }));
  for (const maze of mazesOf(options).games) runs.push(await benchPursuitGame(bench, maze));
  if (tables.includes("dark-chess")) runs.push(await benchEndgames(bench, elements));
  if (tables.includes("chess")) runs.push(await benchChessEndings(bench, { ...chess, samples }));
  return runs;
}

async function openGpu(report: Report): Promise<GpuDevice | null> {
  try {
    return await GpuDevice.open();
  } catch (error) {
    if (!(error instanceof GameloreError) || error.code !== "gpu-missing") throw error;
    report(error.message);
    report("nothing measured");
    report("gamelore bench solve measures the CPU");
    return null;
  }
}

async function benchTable(
  gpu: GpuDevice,
  pieces: number,
  options: GpuBenchOptions,
  bytesPerSecond: number,
  signal?: AbortSignal,
): Promise<GpuRun> {
  const { side, runs, samples, seed } = options;
  const goal = Array.from({ length: pieces }, (_, cell) => cell);
  const states = oneSideStates(side, pieces, goal);
  const runSeconds: number[] = [];
  let solved: SolvedOnGpu | null = null;
  const advance = startProgress(`GPU, ${pieces} pieces`);
  // The first run compiles the shaders and is not counted.
  for (let run = 0; run <= runs; run++) {
    solved?.release();
    const began = performance.now();
    solved = await solveBreadthFirst(gpu, states, {
      onProgress: ({ done, phase }) => advance(done, `run ${run}, ${phase}`),
      ...(signal ? { signal } : {}),
    });
    if (run > 0) runSeconds.push((performance.now() - began) / 1_000);
  }
  if (!solved) throw new TypeError("no runs");
  const { table, depths, histogram, deviceBytes } = solved;
  const compared =
    states.entries <= MAX_TABLE_ENTRIES
      ? await compareWithCpu(table, histogram, side, pieces, signal)
      : await compareSamples(table, side, pieces, samples, seed);
  solved.release();
  const words = states.entries / 32;
  // At each depth both frontiers and the visited states are read, the new ones and the cleared frontier written, 4 bytes a word; the table is
  // written once, read and written once more to turn nearness into distances.
  const leastBytes = depths * 5 * 4 * words + 3 * states.entries;
  return {
    pieces,
    entries: states.entries,
    runSeconds,
    gpuSeconds: runSeconds.toSorted((a, b) => a - b)[Math.floor(runs / 2)] as number,
    deviceBytes,
    floorSeconds: leastBytes / bytesPerSecond,
    histogram,
    ...compared,
  };
}

type Compared = Pick<GpuRun, "cpu" | "checked" | "downloadSeconds">;

/** Solves the same table on the CPU and compares every byte. */
async function compareWithCpu(
  table: GpuTable,
  histogram: readonly number[],
  side: number,
  pieces: number,
  signal?: AbortSignal,
): Promise<Compared> {
  const threads = threadCount();
  const advance = startProgress(`CPU, ${pieces} pieces`);
  const spec = unwrap(game.table({ side, pieces, goal: null }));
  const onProgress = ({ phase, done }: { phase: string; done: number }): void => advance(done, phase);
  const cpu: Measured<SolvedTable> = await measure(() =>
    spec.solve({ threads, onProgress, ...(signal ? { signal } : {}) }),
  );
  const bytes = new Uint8Array(cpu.value.bytes.length);
  const download = await measure(() => table.download(bytes));
  const equal = isEqual(bytes, cpu.value.bytes) && String(histogram) === String(cpu.value.histogram);
  cpu.value.release();
  if (!equal) throw new GameloreError("check-failed", `${pieces} pieces: the GPU's table differs from the CPU's`);
  const { wallSeconds, cpuSeconds } = cpu;
  return {
    cpu: { threads, wallSeconds, cpuSeconds },
    checked: "every byte equal to the CPU's",
    downloadSeconds: download.wallSeconds,
  };
}

/** Parts: one comparison takes at most 2 GiB. */
function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  const part = 2 ** 30;
  for (let at = 0; at < a.length; at += part) {
    if (Buffer.compare(a.subarray(at, at + part), b.subarray(at, at + part)) !== 0) return false;
  }
  return a.length === b.length;
}

/** Random entries against their definition: 0 at the goal, else one more than the least of the neighbours. */
async function compareSamples(
  table: GpuTable,
  side: number,
  pieces: number,
  samples: number,
  seed: number,
): Promise<Compared> {
  const moves = new PlainMoves(side);
  const random = new SeededRandom(seed);
  const entries = binomial(side * side, pieces);
  // The first is the goal.
  const ranks = [
    0,
    ...Array.from(
      { length: Math.max(0, samples - 1) },
      () => random.below(2 ** 20) * 2 ** 15 + random.below(2 ** 15),
    ).map((n) => n % entries),
  ];
  const neighbours = ranks.map((rank) => moves.neighbours(unrankCombination(rank, pieces, side * side)));
  const values = await table.gather([...ranks, ...neighbours.flat()]);
  let at = ranks.length;
  ranks.forEach((rank, i) => {
    let least = 254;
    for (let n = (neighbours[i] as number[]).length; n > 0; n--) least = Math.min(least, values[at++] as number);
    const expected = rank === 0 ? 0 : least + 1;
    if (values[i] !== expected) {
      throw new GameloreError("check-failed", `${pieces} pieces: entry ${rank} is ${values[i]}, should be ${expected}`);
    }
  });
  return { cpu: null, checked: `${count(ranks.length)} entries by definition`, downloadSeconds: null };
}

/** Moves cell by cell, independent of the solvers. */
class PlainMoves {
  readonly #notation: Notation;

  constructor(side: number) {
    this.#notation = new Notation(side);
  }

  /** The ranks of all placements one move away. */
  neighbours(placement: readonly number[]): number[] {
    return placement.flatMap((from) => {
      const others = placement.filter((cell) => cell !== from);
      return [...this.#targets(from, new Set(others))].map((to) =>
        rankCombination([...others, to].toSorted((a, b) => a - b)),
      );
    });
  }

  #targets(from: number, others: ReadonlySet<number>): Set<number> {
    const found = new Set<number>();
    const landed = new Set([from]);
    for (const near of this.#near(from)) if (!others.has(near.one)) found.add(near.one);
    for (const cell of landed) {
      for (const { one, two } of this.#near(cell)) {
        if (two !== null && others.has(one) && !others.has(two)) landed.add(two);
      }
    }
    for (const cell of landed) if (cell !== from) found.add(cell);
    return found;
  }

  /** The cells one and two steps away in each direction. */
  #near(cell: number): { one: number; two: number | null }[] {
    const [a, b] = this.#notation.coordinates[cell] as readonly [number, number];
    const directions = [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
      [1, -1],
      [-1, 1],
    ] as const;
    return directions.flatMap(([x, y]) => {
      const one = this.#notation.cellAt(a + x, b + y);
      return one === null ? [] : [{ one, two: this.#notation.cellAt(a + 2 * x, b + 2 * y) }];
    });
  }
}

function linesOf(tables: readonly GpuRun[]): string[] {
  const head = [
    "pieces",
    "entries",
    "GPU s",
    "runs",
    "CPU wall s",
    "threads",
    "CPU s",
    "GPU/CPU",
    "floor s",
    "above floor",
    "download s",
    "memory",
  ];
  const rows = tables.map((run) => [
    String(run.pieces),
    count(run.entries),
    run.gpuSeconds.toFixed(3),
    `${Math.min(...run.runSeconds).toFixed(3)}–${Math.max(...run.runSeconds).toFixed(3)}`,
    run.cpu ? seconds(run.cpu.wallSeconds) : "",
    run.cpu ? String(run.cpu.threads) : "",
    run.cpu ? seconds(run.cpu.cpuSeconds) : "",
    run.cpu ? `${(run.cpu.wallSeconds / run.gpuSeconds).toFixed(1)}×` : "",
    run.floorSeconds.toFixed(4),
    `${(run.gpuSeconds / run.floorSeconds).toFixed(1)}×`,
    run.downloadSeconds === null ? "" : seconds(run.downloadSeconds),
    gigabytes(run.deviceBytes),
  ]);
  return [
    ...columns([head, ...rows]),
    "",
    ...tables.map((run) => `${run.pieces} pieces: ${run.checked}; distances ${run.histogram.join(" ")}`),
    "floor: the least bytes of breadth-first search on bit sets, at the bandwidth of a copy; GPU/CPU: wall times",
  ];
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toPrecision(3)} GB`;
}
