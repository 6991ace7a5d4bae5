/** The job that builds tables: on a GPU in a process of its own, where a crash or a driver that hangs does not reach the server, or here. */
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import type { QueueRun } from "../../distributed/run.ts";
import type { Game } from "../../engine/contracts/game.ts";
import type { OptionValues } from "../../engine/contracts/options.ts";
import { formatSeconds } from "../../engine/contracts/quantities.ts";
import { type Device, ON_CPU, type TableSetSpec, type TableSpec } from "../../engine/contracts/table.ts";
import { memoryBudget } from "../../engine/kernel/memory-budget.ts";
import { threadCount } from "../../engine/kernel/threads.ts";
import { tablesFolder } from "../../engine/platform/node/folders.ts";
import { cpuInstead, prefersGpu } from "../../engine/solve/gpu/choose-device.ts";
import { buildSet } from "../../engine/tables/build-set.ts";
import { buildTable } from "../../engine/tables/build-table.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { valueCounts } from "../../engine/tables/value-counts.ts";
import { loadServedGame, type GameSource } from "../game-source.ts";
import { GPU_PROCESS, type GpuProcess, solveInGpuProcess } from "./gpu-process.ts";
import type { Control } from "./job-control.ts";
import { jobReporter, type JobStart, type Of, readOptions, RESUME, sourceOf } from "./job-work.ts";
import { withRun } from "./queued-job.ts";

type Request = Of<"solve">;

/** What a request builds: a table or a set. */
type Requested =
  | { readonly game: Game; readonly values: OptionValues; readonly set: null; readonly spec: TableSpec }
  | { readonly game: Game; readonly values: OptionValues; readonly set: TableSetSpec };

async function requested(source: GameSource | null, { options }: Request): Promise<Requested> {
  const { game } = await loadServedGame(sourceOf(source));
  const values = readOptions(game.tableOptions, options);
  const set = game.tableSet ? unwrap(game.tableSet(values)) : null;
  return set ? { game, values, set } : { game, values, set, spec: unwrap(game.table(values)) };
}

/** Resolves with the page of the table. */
export async function solve(
  { source, queued }: JobStart,
  request: Request,
  control: Control,
  gpuProcess: GpuProcess = GPU_PROCESS,
): Promise<string> {
  const what = await requested(source, request);
  const { device = "auto" } = request;
  // Workers use their CPUs.
  if (queued && what.set?.units && device !== "gpu")
    return withRun(queued, control, (run, each) => build(what, each, { device: "cpu", cpu: ON_CPU, run }));
  const why = whyCpu(what, device);
  if (why !== null) return build(what, control, { device: "cpu", cpu: why });
  // The process has the table in its memory, and a copy while it is saved.
  const { memoryBytes } = what.set ?? what.spec;
  const budget = memoryBudget();
  budget?.take(memoryBytes);
  try {
    return await solveInGpuProcess(gpuProcess, { source, request: { ...request, device } }, control);
  } catch (error) {
    if (!(error instanceof GameloreError) || !["gpu-failed", "gpu-missing"].includes(error.code)) throw error;
    if (error.code === "gpu-failed")
      control.report({ note: `${error.message}; continuing on the CPU, from the last checkpoint if there is one` });
    budget?.give(memoryBytes);
    return await build(what, control, { device: "cpu", cpu: cpuInstead(error.message) }).finally(() =>
      budget?.take(memoryBytes),
    );
  } finally {
    budget?.give(memoryBytes);
  }
}

/** The text of the device if the CPU solves the table without asking for a GPU; null if a GPU is tried first. */
function whyCpu(what: Requested, device: Device): string | null {
  if (!(what.set ?? what.spec).gpu) return device === "gpu" ? cpuInstead("there is no solver on the GPU") : ON_CPU;
  const tables = what.set ? what.set.tables : [what.spec];
  const entries = tables.reduce((sum, { identity }) => sum + identity.entries, 0);
  return prefersGpu(entries, device) ? null : ON_CPU;
}

/** In the GPU's process: fails with `gpu-missing` or `gpu-failed` instead of using the CPU. */
export async function solveOnGpuHere(source: GameSource | null, request: Request, control: Control): Promise<string> {
  return build(await requested(source, request), control, { device: request.device ?? "auto", cpu: null });
}

function solvedText(device: string, seconds: number): string {
  return `solved on ${device} in ${formatSeconds(seconds)}`;
}

interface How {
  readonly device: Device;
  /** How the CPU is named; null if only a GPU may solve the table. */
  readonly cpu: string | null;
  /** Builds the tables of a set on the workers of a queue. */
  readonly run?: QueueRun | null;
}

async function build(what: Requested, control: Control, { device, cpu, run = null }: How): Promise<string> {
  const { game, values, set } = what;
  const store = new TableStore(tablesFolder());
  const { signal, report } = control;
  const gpuOnly = cpu === null;
  const building = {
    threads: threadCount(),
    device,
    gpuOnly,
    resume: RESUME,
    signal,
    reporter: jobReporter(control),
  };
  if (set) {
    const built = await buildSet(store, set, { ...building, force: false, elsewhere: run?.tables(game, values, set) });
    const kind = set.tables[0]?.identity.value ?? "outcome";
    report({
      live: { kind: "histogram", counts: valueCounts(built.histogram, kind) },
      ...(built.built > 0 ? { note: solvedText(cpu ?? built.device, built.seconds) } : {}),
    });
    return `/tables/${game.id}`;
  }
  const { identity } = what.spec;
  if (!store.has(identity)) {
    const built = await buildTable(store, what.spec, building);
    report({
      live: { kind: "histogram", counts: valueCounts(built.histogram, identity.value) },
      note: solvedText(cpu ?? built.device, built.solveSeconds),
    });
  }
  return `/tables/${identity.game}/${encodeURIComponent(identity.name)}`;
}
