/** Distance tables of Thief and Police on the GPU: beside the CPU's solver, and against the bandwidth of the GPU's memory. */
import { GameloreError, throwIfAborted, unwrap } from "../engine/contracts/errors.ts";
import { defaultsOf } from "../engine/contracts/options.ts";
import { threadCount } from "../engine/kernel/threads.ts";
import type { GpuDevice } from "../engine/solve/gpu/device.ts";
import { distanceSpec, distanceUnits } from "../games/thief-and-police/tables/distance-tables.ts";
import {
  distanceBatches,
  type DistanceUnits,
  solveDistancesOnGpu,
} from "../games/thief-and-police/tables/gpu/distance-on-gpu.ts";
import { type MazeTable, readTable, TABLE_OPTIONS } from "../games/thief-and-police/tables/table-options.ts";
import { columns, count, seconds } from "./figures.ts";
import { type Cost, measure } from "./measure.ts";
import { startProgress } from "./progress.ts";

export interface PursuitBench {
  readonly gpu: GpuDevice;
  readonly runs: number;
  readonly bytesPerSecond: number;
  readonly signal?: AbortSignal | undefined;
}

export interface PursuitRun {
  readonly table: string;
  readonly entries: number;
  /** Of each run: memory allocated, all batches solved and counted, each in the place of the one before. The median counts. */
  readonly runSeconds: readonly number[];
  readonly gpuSeconds: number;
  /** The same with the table in the CPU's memory. */
  readonly copiedSeconds: number;
  readonly deviceBytes: number;
  /** Every entry written once, at the bandwidth of a copy. */
  readonly floorSeconds: number;
  readonly cpu: Pick<Cost, "cpuSeconds" | "wallSeconds"> & { readonly threads: number };
}

/** Kind, maze and policemen, and whether all move, for example police/60x60-1/2 or police/20x20-1/3/moving. */
export function readMazeTable(text: string): MazeTable {
  const [kind = "", maze = "", policemen = "", moving] = text.split("/");
  const options = { kind, maze, policemen: Number(policemen), stay: moving === "moving" ? "no" : "yes" };
  return unwrap(readTable({ ...defaultsOf(TABLE_OPTIONS), ...options }));
}

/** Police and thief tables. */
export async function benchPursuitTable(
  { gpu, runs, bytesPerSecond, signal }: PursuitBench,
  text: string,
): Promise<PursuitRun> {
  const table = readMazeTable(text);
  const spec = distanceSpec(table);
  const { entries } = spec.identity;
  const given = distanceUnits(table, spec.identity);
  const running = signal ? { signal } : {};
  const advance = startProgress(text);
  const runSeconds: number[] = [];
  let deviceBytes = 0;
  // The first run compiles the shaders and is not counted.
  for (let run = 0; run <= runs; run++) {
    throwIfAborted(signal);
    advance(run / (runs + 3), `GPU, run ${run}`);
    const began = performance.now();
    deviceBytes = await solveAll(gpu, given);
    if (run > 0) runSeconds.push((performance.now() - began) / 1_000);
  }
  advance((runs + 1) / (runs + 3), "GPU, with copying");
  const copied = await measure(() => solveDistancesOnGpu(gpu, given, { threads: 1, ...running }));
  advance((runs + 2) / (runs + 3), "CPU");
  const threads = threadCount();
  const cpu = await measure(() => spec.solve({ ...running, threads }));
  expectEqual(text, copied.value.bytes, cpu.value.bytes);
  if (String(copied.value.histogram) !== String(cpu.value.histogram)) throw different(text);
  cpu.value.release();
  return {
    table: text,
    entries,
    runSeconds,
    gpuSeconds: runSeconds.toSorted((a, b) => a - b)[Math.floor((runs - 1) / 2)] as number,
    copiedSeconds: copied.wallSeconds,
    deviceBytes,
    floorSeconds: entries / bytesPerSecond,
    cpu: { threads, wallSeconds: cpu.wallSeconds, cpuSeconds: cpu.cpuSeconds },
  };
}

/** Returns the bytes of the GPU's memory. */
async function solveAll(gpu: GpuDevice, { table, units }: DistanceUnits): Promise<number> {
  const batches = await distanceBatches(gpu, table);
  for (let first = 0; first < units; first += batches.maxUnits) {
    await batches.solve(first, Math.min(batches.maxUnits, units - first));
    await batches.count();
  }
  batches.release();
  return batches.deviceBytes;
}

/** Parts: one comparison takes at most 2 GiB. */
function expectEqual(text: string, gpu: Uint8Array, cpu: Uint8Array): void {
  const part = 2 ** 30;
  for (let at = 0; at < Math.max(gpu.length, cpu.length); at += part) {
    if (Buffer.compare(gpu.subarray(at, at + part), cpu.subarray(at, at + part)) !== 0) throw different(text);
  }
}

function different(text: string): GameloreError {
  return new GameloreError("check-failed", `${text}: the GPU's table differs from the CPU's`);
}

export function linesOfPursuit(runs: readonly PursuitRun[]): string[] {
  const head = [
    "table",
    "entries",
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
    run.gpuSeconds.toFixed(4),
    `${Math.min(...run.runSeconds).toFixed(4)}–${Math.max(...run.runSeconds).toFixed(4)}`,
    seconds(run.copiedSeconds),
    seconds(run.cpu.wallSeconds),
    String(run.cpu.threads),
    seconds(run.cpu.cpuSeconds),
    `${(run.cpu.wallSeconds / run.gpuSeconds).toFixed(1)}×`,
    run.floorSeconds.toFixed(5),
    `${(run.gpuSeconds / run.floorSeconds).toFixed(1)}×`,
    `${(run.deviceBytes / 1e9).toPrecision(3)} GB`,
  ]);
  return [
    ...columns([head, ...rows]),
    "",
    "every byte equal to the CPU's; floor: the table written once, at the bandwidth of a copy",
  ];
}
