/** Chess endings on the GPU with all that they depend on, beside the CPU's solver; entries of large ones are checked by the rules. */
import { GameloreError, throwIfAborted, unwrap } from "../engine/contracts/errors.ts";
import { threadCount } from "../engine/kernel/threads.ts";
import type { GpuDevice } from "../engine/solve/gpu/device.ts";
import { checkEntries } from "../games/chess/tables/check.ts";
import { compactShapeOf } from "../games/chess/tables/compact-table.ts";
import { EndgameSolver } from "../games/chess/tables/endgame-solver.ts";
import { GpuEndgameSolver } from "../games/chess/tables/gpu/gpu-endgame-solver.ts";
import { endingsUpTo, materialText, parseMaterial, pieceCount, type Material } from "../games/chess/tables/material.ts";
import { inBuildOrder } from "../games/chess/tables/tables.ts";
import { count } from "./figures.ts";
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

export interface EndingsOptions {
  /** Names, or a number of pieces. */
  readonly endings: string;
  /** The CPU solves endings of up to this many pieces. */
  readonly cpuPieces: number;
  /** Entries checked of each of the others. */
  readonly samples: number;
}

export async function benchChessEndings(bench: TwoPlayerBench, options: EndingsOptions): Promise<EndingsRun> {
  const { gpu, runs, bytesPerSecond, signal } = bench;
  const text = options.endings;
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
  const isSolvedByCpu = (material: Material): boolean => pieceCount(material) <= options.cpuPieces;
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
      // Without samples, only what the CPU solves too is copied.
      const copying = options.samples > 0 ? endings : endings.filter(isSolvedByCpu);
      const copied = await measure(() => download(solver, copying, advance));
      tables = copied.value;
      downloadSeconds = copied.wallSeconds;
    } finally {
      solver.close();
    }
  }
  const solved = endings.filter(isSolvedByCpu);
  const others = options.samples > 0 ? endings.filter((material) => !isSolvedByCpu(material)) : [];
  const gpuSeconds = median(runSeconds);
  const comparing = { load: loadFrom(tables), advance, signal };
  const cpu = await compareWithCpu(solved, tables, comparing);
  const samples = await checkSamples(others, tables, options.samples, comparing);
  const parts = [
    ...(solved.length > 0 ? [`every byte of ${solved.length} endings equal to the CPU's`] : []),
    ...(samples > 0 ? [`${count(samples)} entries of the other ${others.length} by the rules`] : []),
  ];
  return {
    table: name,
    entries,
    plies: Math.max(...Object.values(longest)),
    runSeconds,
    gpuSeconds,
    copiedSeconds: tables.size === endings.length ? gpuSeconds + downloadSeconds : null,
    deviceBytes,
    floorSeconds: least / bytesPerSecond,
    cpu: solved.length === endings.length ? cpu : null,
    checked: parts.join("; ") || "nothing compared",
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

interface Comparing {
  readonly load: Parameters<typeof checkEntries>[2];
  readonly advance: Advance;
  readonly signal: AbortSignal | undefined;
}

function loadFrom(tables: ReadonlyMap<string, Uint8Array>): Comparing["load"] {
  return async (tablebase, material, side) => {
    const bytes = tables.get(materialText(material)) as Uint8Array;
    const target = tablebase.add(material, side);
    const first = side === 1 ? target.length : 0;
    target.set(bytes.subarray(first, first + target.length));
  };
}

/** Solves the same endings on the CPU, with the tables that it has compared before. */
async function compareWithCpu(
  endings: readonly Material[],
  tables: ReadonlyMap<string, Uint8Array>,
  { load, advance, signal }: Comparing,
): Promise<NonNullable<TwoPlayerRun["cpu"]>> {
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

/** Compares entries with the values after all moves; returns their number. */
async function checkSamples(
  endings: readonly Material[],
  tables: ReadonlyMap<string, Uint8Array>,
  samples: number,
  { load, advance, signal }: Comparing,
): Promise<number> {
  let all = 0;
  for (const [i, material] of endings.entries()) {
    const text = materialText(material);
    advance(i / endings.length, `checking ${text}`);
    const bytes = tables.get(text) as Uint8Array;
    const { checked, wrong } = await checkEntries(material, bytes, load, {
      threads: threadCount(),
      samples: Math.min(samples, bytes.length),
      ...(signal ? { signal } : {}),
    });
    if (wrong > 0)
      throw new GameloreError("check-failed", `${text}: ${wrong} of ${checked} entries contradict the rules`);
    all += checked;
  }
  return all;
}
