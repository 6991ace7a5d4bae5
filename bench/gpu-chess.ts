/** Chess endings on the GPU with all that they depend on, beside the CPU's solver. */
import { GameloreError, throwIfAborted, unwrap } from "../engine/contracts/errors.ts";
import { threadCount } from "../engine/kernel/threads.ts";
import type { GpuDevice } from "../engine/solve/gpu/device.ts";
import { compactShapeOf } from "../games/chess/tables/compact-table.ts";
import type { LoadTable } from "../games/chess/tables/conversion-targets.ts";
import { EndgameSolver } from "../games/chess/tables/endgame-solver.ts";
import { GpuEndgameSolver } from "../games/chess/tables/gpu/gpu-endgame-solver.ts";
import { endingsUpTo, materialText, parseMaterial, type Material } from "../games/chess/tables/material.ts";
import { inBuildOrder } from "../games/chess/tables/tables.ts";
import { leastSetBytes, median, type TwoPlayerBench, type TwoPlayerRun } from "./gpu-two-players.ts";
import { measure } from "./measure.ts";
import { type Advance, startProgress } from "./progress.ts";

export interface EndingsRun extends TwoPlayerRun {
  /** The longest mate of each ending, in plies. */
  readonly longest: Readonly<Record<string, number>>;
}

/** Endings by name, or all of up to 3, 4 or 5 pieces, with their dependencies in build order. */
function readEndings(text: string): Material[] {
  const endings = /^[345]$/.test(text)
    ? endingsUpTo(Number(text))
    : text.split(",").map((name) => unwrap(parseMaterial(name)));
  return inBuildOrder(endings);
}

export async function benchChessEndings(bench: TwoPlayerBench, text: string): Promise<EndingsRun> {
  const { gpu, runs, bytesPerSecond, signal } = bench;
  const endings = readEndings(text);
  const name = `chess, ${/^\d$/.test(text) ? `up to ${text} pieces` : text}: ${endings.length} endings`;
  const advance = startProgress(name);
  const entries = endings.reduce((sum, material) => sum + compactShapeOf(material).entries, 0);
  const runSeconds: number[] = [];
  const longest: Record<string, number> = {};
  let least = 0;
  let deviceBytes = 0;
  let tables = new Map<string, Uint8Array>();
  let downloadSeconds = 0;
  // The first run is not counted.
  for (let run = 0; run <= runs; run++) {
    const solver = await createSolver(gpu);
    try {
      const began = performance.now();
      for (const [i, material] of endings.entries()) {
        throwIfAborted(signal);
        advance(i / endings.length, `GPU, run ${run}, ${materialText(material)}`);
        const { plies, rowSteps } = await solver.solve(material, { signal });
        if (run > 0) continue;
        longest[materialText(material)] = plies;
        // A row has 64 positions, and wins of both sides have sets of their own.
        least += leastSetBytes(2 * 64 * rowSteps) + 3 * compactShapeOf(material).entries;
      }
      if (run > 0) runSeconds.push((performance.now() - began) / 1_000);
      deviceBytes = gpu.allocatedBytes;
      if (run < runs) continue;
      const copied = await measure(() => download(solver, endings, advance));
      tables = copied.value;
      downloadSeconds = copied.wallSeconds;
    } finally {
      solver.close();
    }
  }
  const gpuSeconds = median(runSeconds);
  return {
    table: name,
    entries,
    plies: Math.max(...Object.values(longest)),
    runSeconds,
    gpuSeconds,
    copiedSeconds: gpuSeconds + downloadSeconds,
    deviceBytes,
    floorSeconds: least / bytesPerSecond,
    cpu: await compareWithCpu(endings, tables, advance, signal),
    longest,
  };
}

/** All tables stay in the GPU's memory. */
async function createSolver(gpu: GpuDevice): Promise<GpuEndgameSolver> {
  const read = async (material: Material): Promise<never> => {
    throw new GameloreError("table-missing", `${materialText(material)} has not been solved`);
  };
  return GpuEndgameSolver.create(gpu, read, { keptBytes: Infinity });
}

async function download(
  solver: GpuEndgameSolver,
  endings: readonly Material[],
  advance: Advance,
): Promise<Map<string, Uint8Array>> {
  const tables = new Map<string, Uint8Array>();
  for (const [i, material] of endings.entries()) {
    advance(i / endings.length, "copying");
    const bytes = new Uint8Array(compactShapeOf(material).entries);
    await solver.download(material, bytes);
    tables.set(materialText(material), bytes);
  }
  return tables;
}

/** Solves the same endings on the CPU, with the tables that it has compared before. */
async function compareWithCpu(
  endings: readonly Material[],
  tables: ReadonlyMap<string, Uint8Array>,
  advance: Advance,
  signal: AbortSignal | undefined,
): Promise<TwoPlayerRun["cpu"]> {
  const load: LoadTable = async (tablebase, material, side) => {
    const bytes = tables.get(materialText(material)) as Uint8Array;
    const target = tablebase.add(material, side);
    const first = side === 1 ? target.length : 0;
    target.set(bytes.subarray(first, first + target.length));
  };
  const threads = threadCount();
  const solver = new EndgameSolver(load);
  const options = {
    threads,
    signal,
    onProgress: (done: number, ending: string): void => advance(done, `CPU, ${ending}`),
  };
  const cpu = await measure(() =>
    solver.solve(endings, options, async ({ material, bytes }) => {
      const text = materialText(material);
      if (Buffer.compare(bytes, tables.get(text) as Uint8Array) !== 0)
        throw new GameloreError("check-failed", `${text}: the GPU's table differs from the CPU's`);
    }),
  );
  return { threads, wallSeconds: cpu.wallSeconds, cpuSeconds: cpu.cpuSeconds };
}
