/** Started by two-side-gpu.test.ts with a GPU: solves small tables on it and prints what happened. */
import { unwrap } from "../../engine/contracts/errors.ts";
import type { CheckpointHooks, TableSpec } from "../../engine/contracts/table.ts";
import { GpuDevice } from "../../engine/solve/gpu/device.ts";
import { outcomeCheckpoint } from "../../engine/solve/gpu/outcome-checkpoint.ts";
import { type RetrogradeOptions, solveRetrograde } from "../../engine/solve/gpu/retrograde.ts";
import { solve, type SolvedCopy } from "./solved.fixture.ts";
import { twoSideGame } from "./two-side-gpu.ts";
import { readTwoSide, twoSideSpec } from "./two-side.ts";

export interface Compared {
  /** The entries and the histogram are those of the solver on the CPU. */
  readonly isEqual: boolean;
  readonly plies: number;
  readonly notes: readonly string[];
}

export type Report = Readonly<Record<string, Compared>>;

/** The table of three pieces in two windows, each a buffer of its own: the least that a device must be able to bind. */
const SMALL = { windowWords: 3_072 };

/** Keeps the last save; asks for one if it is due. */
class Saved implements CheckpointHooks {
  readonly #isDue: boolean;
  bytes: Uint8Array | null = null;
  restored = 0;
  constructor(isDue: boolean = false) {
    this.#isDue = isDue;
  }
  async restore(target: Uint8Array): Promise<boolean> {
    if (!this.bytes) return false;
    target.set(this.bytes);
    this.restored++;
    return true;
  }
  due(): boolean {
    return this.#isDue && this.bytes === null;
  }
  async save(bytes: Uint8Array): Promise<void> {
    this.bytes = new Uint8Array(bytes);
  }
}

class Bench {
  readonly #gpu: GpuDevice;
  readonly spec: TableSpec;
  readonly #table: ReturnType<typeof twoSideGame>;
  #cpu: SolvedCopy | null = null;

  constructor(gpu: GpuDevice, pieces: number, win: string, moves: string) {
    const table = unwrap(readTwoSide({ side: 4, pieces, win, moves }));
    this.#gpu = gpu;
    this.spec = twoSideSpec(table);
    this.#table = twoSideGame(table);
  }

  async onGpu(options: RetrogradeOptions = {}): Promise<Compared> {
    const solved = await solveRetrograde(this.#gpu, this.#table, options);
    const bytes = new Uint8Array(this.spec.identity.entries);
    await solved.table.download(bytes, 0, bytes.length);
    solved.release();
    return this.compare(bytes, solved.histograms[0] as readonly number[], solved.plies);
  }

  async compare(bytes: Uint8Array, histogram: readonly number[], plies: number): Promise<Compared> {
    this.#cpu ??= await solve(this.spec);
    const isEqual = Buffer.compare(bytes, this.#cpu.bytes) === 0 && String(histogram) === String(this.#cpu.histogram);
    return { isEqual, plies, notes: [] };
  }
}

/** Solves on a GPU to which something happens at the beginning and with every progress. */
async function failing(bench: Bench, happens: (gpu: GpuDevice, saves: Saved) => void): Promise<Compared> {
  const notes: string[] = [];
  const saved = new Saved(true);
  const { open } = GpuDevice;
  let gpu: GpuDevice | null = null;
  GpuDevice.open = async (...given) => {
    gpu = await open.apply(GpuDevice, given);
    happens(gpu, saved);
    return gpu;
  };
  const { bytes, histogram } = await solve(bench.spec, {
    device: "gpu",
    checkpoint: saved,
    say: (line) => notes.push(line),
    onProgress: () => {
      if (gpu) happens(gpu, saved);
    },
  });
  GpuDevice.open = open;
  const compared = await bench.compare(bytes, histogram, 0);
  return { ...compared, notes: [...notes, `checkpoints restored: ${saved.restored}`] };
}

async function main(): Promise<Report> {
  const gpu = await GpuDevice.open();
  const one = await new Bench(gpu, 2, "filled", "all").onGpu();

  const bench = new Bench(gpu, 3, "all", "paper");
  const divided = await bench.onGpu({ small: SMALL });

  const { entries } = bench.spec.identity;
  const saved = new Saved();
  const checkpoint = outcomeCheckpoint(saved, entries);
  const aborter = new AbortController();
  const phases: string[] = [];
  const interrupted = await bench
    .onGpu({
      small: SMALL,
      checkpoint,
      signal: aborter.signal,
      onProgress: ({ phase }) => {
        phases.push(phase);
        if (phase.startsWith("outcomes")) aborter.abort();
      },
    })
    .then(
      () => "finished",
      ({ code }: { code: string }) => code,
    );
  const fromGpu = saved.bytes as Uint8Array;
  const resumed = {
    ...(await bench.onGpu({ small: SMALL, checkpoint })),
    notes: [interrupted, phases.at(-1) as string],
  };
  const onCpu = await solve(bench.spec, { checkpoint: saved });
  const handedOver = await bench.compare(onCpu.bytes, onCpu.histogram, 0);

  // As the CPU saves it between two runs of a level.
  saved.bytes = fromGpu.with(fromGpu.length - 60, 64);
  const notes: string[] = [];
  const startedOver = await bench.onGpu({
    small: SMALL,
    checkpoint: outcomeCheckpoint(saved, entries, (line) => notes.push(line)),
  });
  gpu.close();
  return {
    one,
    divided,
    resumed,
    handedOver,
    startedOver: { ...startedOver, notes },
    afterLoss: await failing(bench, ({ device }, saves) => {
      if (saves.bytes) device.destroy();
    }),
    withoutMemory: await failing(bench, ({ device }) => {
      const { createBuffer } = device;
      device.createBuffer = (given) => createBuffer.call(device, { ...given, size: 2 ** 45 });
    }),
  };
}

process.stdout.write(JSON.stringify(await main()));
