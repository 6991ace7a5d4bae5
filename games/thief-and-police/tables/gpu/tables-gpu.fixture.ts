/** Started by tables-gpu.test.ts with a GPU: solves small tables on it and prints what happened. */
import { unwrap } from "../../../../engine/contracts/errors.ts";
import { defaultsOf, type OptionValues } from "../../../../engine/contracts/options.ts";
import type { CheckpointHooks, SolvedTable, SolveOptions, TableSpec } from "../../../../engine/contracts/table.ts";
import { solveOnDevice } from "../../../../engine/solve/gpu/choose-device.ts";
import { GpuDevice } from "../../../../engine/solve/gpu/device.ts";
import { distanceUnits } from "../distance-tables.ts";
import { readTable, TABLE_OPTIONS } from "../table-options.ts";
import { tableSpec } from "../tables.ts";
import { solveDistancesOnGpu } from "./distance-on-gpu.ts";
import { CASES, type Compared, GAMES, type Report, RESUMED } from "./tables-gpu.cases.ts";

class Bench {
  readonly spec: TableSpec;
  readonly units: number;
  readonly unitEntries: number;
  readonly #given: ReturnType<typeof distanceUnits>;
  #cpu: SolvedTable | null = null;

  constructor(options: OptionValues) {
    const table = unwrap(readTable({ ...defaultsOf(TABLE_OPTIONS), ...options }));
    this.spec = tableSpec(table);
    this.#given = distanceUnits(table, this.spec.identity);
    this.units = this.#given.units;
    this.unitEntries = this.#given.unitEntries;
  }

  onGpu(gpu: GpuDevice, mostUnits: number, options: Partial<SolveOptions> = {}): Promise<SolvedTable> {
    return solveDistancesOnGpu(gpu, { ...this.#given, mostUnits }, { threads: 1, ...options });
  }

  async onCpu(): Promise<SolvedTable> {
    this.#cpu ??= await this.spec.solve({ threads: 1 });
    return this.#cpu;
  }

  /** Differences from the entries and the histogram of the solver on the CPU. */
  compare = async ({ bytes, histogram }: SolvedTable, notes: readonly string[] = []): Promise<Compared> => {
    const cpu = await this.onCpu();
    let wrong = 0;
    cpu.bytes.forEach((value, i) => (wrong += value === bytes[i] ? 0 : 1));
    const isCounted = String(histogram) === String(cpu.histogram);
    return { entries: bytes.length, wrong, isCounted, largest: histogram.slice(0, 255).length - 1, notes };
  };
}

/** Keeps the last save. */
class Saved implements CheckpointHooks {
  bytes: Uint8Array | null = null;
  async restore(target: Uint8Array): Promise<boolean> {
    if (this.bytes) target.set(this.bytes);
    return this.bytes !== null;
  }
  due(): boolean {
    return true;
  }
  async save(bytes: Uint8Array): Promise<void> {
    this.bytes = new Uint8Array(bytes);
  }
}

async function resumed(gpu: GpuDevice, options: OptionValues): Promise<Compared[]> {
  const bench = new Bench(options);
  const { spec, units } = bench;
  const part = Math.ceil(units / 3);
  const saved = new Saved();
  const aborter = new AbortController();
  const ended = await bench
    .onGpu(gpu, part, { checkpoint: saved, signal: aborter.signal, onProgress: () => aborter.abort() })
    .then(
      () => "finished",
      ({ code }: { code: string }) => code,
    );
  const fromGpu = saved.bytes as Uint8Array;
  const marks = fromGpu.subarray(spec.identity.entries).reduce((sum, mark) => sum + mark, 0);
  const notes = [ended, `${marks} of ${units} units`];
  const byGpu = await bench.compare(await bench.onGpu(gpu, units, { checkpoint: saved }), notes);
  saved.bytes = fromGpu;
  const byCpu = await bench.compare(await spec.solve({ threads: 1, checkpoint: saved }));
  // As threads leave it: some units are missing in the middle.
  const { bytes: table } = await bench.onCpu();
  const { unitEntries } = bench;
  const scattered = new Uint8Array(table.length + units);
  scattered.set(table);
  scattered.fill(1, table.length);
  for (const unit of [1, 2, units - 1]) {
    scattered.fill(0, unit * unitEntries, Math.min(table.length, (unit + 1) * unitEntries));
    scattered[table.length + unit] = 0;
  }
  saved.bytes = scattered;
  const fromCpu = await bench.compare(await bench.onGpu(gpu, units, { checkpoint: saved }));
  return [byGpu, byCpu, fromCpu];
}

/** The game table: solved, and maybe resumed by the GPU and by the CPU after some levels. */
async function game({ spec, compare }: Bench, isInterrupted: boolean): Promise<Compared[]> {
  const onGpu = { threads: 1, device: "gpu", gpuOnly: true } as const;
  const whole = await compare(await spec.solve(onGpu));
  if (!isInterrupted) return [whole];
  const checkpoint = new Saved();
  const aborter = new AbortController();
  const onProgress = ({ phase }: { readonly phase: string }): void =>
    void (phase.startsWith("outcomes") && aborter.abort());
  const ended = await spec.solve({ ...onGpu, checkpoint, signal: aborter.signal, onProgress }).then(
    () => "finished",
    ({ code }: { code: string }) => code,
  );
  const saved = checkpoint.bytes as Uint8Array;
  const byGpu = await compare(await spec.solve({ ...onGpu, checkpoint }), [ended]);
  checkpoint.bytes = saved;
  return [whole, byGpu, await compare(await spec.solve({ threads: 1, checkpoint }))];
}

/** The device is lost after a checkpoint. */
async function afterLoss(options: OptionValues): Promise<Compared> {
  const bench = new Bench(options);
  const saved = new Saved();
  const notes: string[] = [];
  const solved = await solveOnDevice(
    bench.spec.identity.entries,
    { device: "gpu", say: (line) => notes.push(line), onDevice: (name) => notes.push(name) },
    (gpu) => {
      const onProgress = (): void => void (saved.bytes && gpu.device.destroy());
      return bench.onGpu(gpu, 2, { checkpoint: saved, onProgress });
    },
    () => {
      const marks = saved.bytes?.subarray(bench.spec.identity.entries).reduce((sum, mark) => sum + mark, 0);
      notes.push(`${marks} of ${bench.units} units`);
      return bench.spec.solve({ threads: 1, checkpoint: saved });
    },
  );
  return bench.compare(solved, notes);
}

async function main(): Promise<Report> {
  const gpu = await GpuDevice.open();
  const equal: Compared[] = [];
  for (const { options, mostUnits } of CASES) {
    const bench = new Bench(options);
    equal.push(await bench.compare(await bench.onGpu(gpu, mostUnits ?? bench.units)));
  }
  const interrupted: Compared[][] = [];
  for (const { options } of RESUMED) interrupted.push(await resumed(gpu, options));
  gpu.close();
  const games: Compared[][] = [];
  for (const { options } of GAMES) games.push(await game(new Bench({ kind: "game", ...options }), games.length === 0));
  return { equal, interrupted, games, afterLoss: await afterLoss({ kind: "police", maze: "small", policemen: 2 }) };
}

process.stdout.write(JSON.stringify(await main()));
