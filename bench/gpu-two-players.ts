/** Tables of two-player games on the GPU, by retrograde analysis: beside the CPU's solver, and against the bandwidth of the GPU's memory. */
import { GameloreError, unwrap } from "../engine/contracts/errors.ts";
import type { TableSpec } from "../engine/contracts/table.ts";
import { threadCount } from "../engine/kernel/threads.ts";
import type { GpuDevice } from "../engine/solve/gpu/device.ts";
import { type SolvedOnGpu, solveRetrograde } from "../engine/solve/gpu/retrograde.ts";
import type { RetrogradeGame } from "../engine/solve/gpu/retrograde-game.ts";
import { twoSideGame } from "../games/chinese-checkers/two-side-gpu.ts";
import { readTwoSide, twoSideSpec } from "../games/chinese-checkers/two-side.ts";
import { Endgames } from "../games/chinese-dark-chess/endgames.ts";
import { solveEndgamesOnGpu } from "../games/chinese-dark-chess/endgames-gpu.ts";
import { entriesOf } from "../games/chinese-dark-chess/layouts.ts";
import { materialText } from "../games/chinese-dark-chess/material.ts";
import { readCaptures } from "../games/chinese-dark-chess/options.ts";
import { representativesUpTo } from "../games/chinese-dark-chess/tables.ts";
import { gameSpec } from "../games/thief-and-police/tables/game-table.ts";
import { pursuitGame } from "../games/thief-and-police/tables/gpu/pursuit-game.ts";
import { columns, count, seconds } from "./figures.ts";
import { readMazeTable } from "./gpu-pursuit.ts";
import { measure } from "./measure.ts";
import { startProgress } from "./progress.ts";

export interface TwoPlayerBench {
  readonly gpu: GpuDevice;
  readonly runs: number;
  readonly bytesPerSecond: number;
  readonly signal?: AbortSignal | undefined;
}

export interface TwoPlayerRun {
  readonly table: string;
  readonly entries: number;
  /** Plies of the longest outcome. */
  readonly plies: number;
  /** Of each run: memory allocated, solved, the table in the GPU's memory. The median counts. */
  readonly runSeconds: readonly number[];
  readonly gpuSeconds: number;
  /** The same with the tables in the CPU's memory; null if they are not copied. */
  readonly copiedSeconds: number | null;
  readonly deviceBytes: number;
  readonly floorSeconds: number;
  /** Null if the CPU does not solve all of it. */
  readonly cpu: { readonly threads: number; readonly wallSeconds: number; readonly cpuSeconds: number } | null;
  readonly checked: string;
}

const ALL_EQUAL = "every byte equal to the CPU's";

/** Bytes of five passes over a set at each level: the last level, the settled entries, the new ones, which are cleared, found and kept. */
export function leastSetBytes(entriesTimesLevels: number): number {
  return (entriesTimesLevels / 8) * 5;
}

/** Bytes that a table moves at least: sets; table and counters written once, the counters read and written once more, the table written. */
function leastBytes(entries: number, plies: number): number {
  return leastSetBytes(entries * (plies + 1)) + 5 * entries;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] as number;
}

function expectEqual(name: string, gpu: Uint8Array, cpu: Uint8Array): void {
  if (Buffer.compare(gpu, cpu) !== 0) {
    throw new GameloreError("check-failed", `${name}: the GPU's table differs from the CPU's`);
  }
}

/** Both sides of Chinese Checkers. */
export async function benchTwoSide(
  bench: TwoPlayerBench,
  options: { readonly side: number; readonly pieces: number; readonly win: string; readonly moves: string },
): Promise<TwoPlayerRun> {
  const table = unwrap(readTwoSide({ ...options }));
  return await benchRetrograde(bench, twoSideSpec(table), twoSideGame(table));
}

/** The game of Thief and Police. */
export async function benchPursuitGame(bench: TwoPlayerBench, text: string): Promise<TwoPlayerRun> {
  const table = readMazeTable(text);
  return await benchRetrograde(bench, gameSpec(table), pursuitGame(table));
}

async function benchRetrograde(
  { gpu, runs, bytesPerSecond, signal }: TwoPlayerBench,
  spec: TableSpec,
  game: RetrogradeGame,
): Promise<TwoPlayerRun> {
  const { entries, name } = spec.identity;
  const running = signal ? { signal } : {};
  const advance = startProgress(name);
  const runSeconds: number[] = [];
  let solved: SolvedOnGpu | null = null;
  // The first run compiles the shaders and is not counted.
  for (let run = 0; run <= runs; run++) {
    solved?.release();
    const began = performance.now();
    solved = await solveRetrograde(gpu, game, {
      ...running,
      onProgress: ({ done, phase }) => advance(done, `GPU, run ${run}, ${phase}`),
    });
    if (run > 0) runSeconds.push((performance.now() - began) / 1_000);
  }
  const { plies, deviceBytes, table: onGpu, release } = solved as SolvedOnGpu;
  const bytes = new Uint8Array(entries);
  const download = await measure(() => onGpu.download(bytes, 0, entries));
  release();
  const threads = threadCount();
  const cpu = await measure(() =>
    spec.solve({ ...running, threads, onProgress: ({ phase, done }) => advance(done, `CPU, ${phase}`) }),
  );
  expectEqual(name, bytes, cpu.value.bytes);
  cpu.value.release();
  const gpuSeconds = median(runSeconds);
  return {
    table: name,
    entries,
    plies,
    runSeconds,
    gpuSeconds,
    copiedSeconds: gpuSeconds + download.wallSeconds,
    deviceBytes,
    floorSeconds: leastBytes(entries, plies) / bytesPerSecond,
    cpu: { threads, wallSeconds: cpu.wallSeconds, cpuSeconds: cpu.cpuSeconds },
    checked: ALL_EQUAL,
  };
}

/** All sets of revealed pieces of Chinese Dark Chess. */
export async function benchEndgames(
  { gpu, runs, bytesPerSecond, signal }: TwoPlayerBench,
  elements: number,
): Promise<TwoPlayerRun> {
  const captures = readCaptures({});
  const sets = representativesUpTo(elements, captures);
  const name = `Chinese Dark Chess, up to ${elements} pieces`;
  const advance = startProgress(name);
  const running = (device: string) => ({
    ...(signal ? { signal } : {}),
    onProgress: (done: number, phase: string) => advance(done, `${device}, ${phase}`),
  });
  const runSeconds: number[] = [];
  const copiedSeconds: number[] = [];
  let plies = 0;
  let least = 0;
  let deviceBytes = 0;
  let onGpu = new Endgames(captures);
  for (let run = 0; run <= runs; run++) {
    onGpu = new Endgames(captures);
    const began = performance.now();
    const solved = await solveEndgamesOnGpu(gpu, onGpu, sets, running(`GPU, run ${run}`), async (set) => {
      plies = Math.max(plies, set.plies);
      if (run === 0) least += leastBytes(entriesOf(set.material), set.plies);
      // The last run's tables are compared.
      if (run < runs && set.material.length === elements) onGpu.drop(set.material);
    });
    ({ deviceBytes } = solved);
    if (run === 0) continue;
    runSeconds.push(solved.gpuSeconds);
    copiedSeconds.push((performance.now() - began) / 1_000);
  }
  const threads = threadCount();
  const onCpu = new Endgames(captures);
  const cpu = await measure(() =>
    onCpu.solve(sets, { threads, ...running("CPU") }, async ({ material }) => {
      expectEqual(materialText(material), onGpu.entries(material), onCpu.entries(material));
      if (material.length === elements) onCpu.drop(material);
    }),
  );
  const entries = sets.reduce((sum, material) => sum + entriesOf(material), 0);
  return {
    table: name,
    entries,
    plies,
    runSeconds,
    gpuSeconds: median(runSeconds),
    copiedSeconds: median(copiedSeconds),
    deviceBytes,
    floorSeconds: least / bytesPerSecond,
    cpu: { threads, wallSeconds: cpu.wallSeconds, cpuSeconds: cpu.cpuSeconds },
    checked: ALL_EQUAL,
  };
}

export function linesOfTwoPlayers(runs: readonly TwoPlayerRun[]): string[] {
  const head = [
    "table",
    "entries",
    "plies",
    "GPU s",
    "runs",
    "with copying s",
    "CPU wall s",
    "threads",
    "CPU s",
    "GPU/CPU",
    "floor s",
    "above floor",
    "memory",
  ];
  const rows = runs.map((run) => [
    run.table,
    count(run.entries),
    String(run.plies),
    run.gpuSeconds.toFixed(3),
    `${Math.min(...run.runSeconds).toFixed(3)}–${Math.max(...run.runSeconds).toFixed(3)}`,
    run.copiedSeconds === null ? "" : seconds(run.copiedSeconds),
    run.cpu ? seconds(run.cpu.wallSeconds) : "",
    run.cpu ? String(run.cpu.threads) : "",
    run.cpu ? seconds(run.cpu.cpuSeconds) : "",
    run.cpu ? `${(run.cpu.wallSeconds / run.gpuSeconds).toFixed(1)}×` : "",
    run.floorSeconds.toFixed(4),
    `${(run.gpuSeconds / run.floorSeconds).toFixed(1)}×`,
    `${(run.deviceBytes / 1e9).toPrecision(3)} GB`,
  ]);
  return [
    ...columns([head, ...rows]),
    "",
    ...runs.map(({ table, checked }) => `${table}: ${checked}`),
    "floor: the least bytes of retrograde analysis on sets of bits, at the bandwidth of a copy",
  ];
}
