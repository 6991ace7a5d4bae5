/** Started by one-side-gpu.test.ts with a GPU: solves small tables on it and prints what happened. */
import type { CheckpointHooks, SolvedTable } from "../../engine/contracts/table.ts";
import { type GpuSolveOptions, solveBreadthFirst } from "../../engine/solve/gpu/breadth-first.ts";
import { solveOnDevice } from "../../engine/solve/gpu/choose-device.ts";
import { GpuDevice } from "../../engine/solve/gpu/device.ts";
import type { GpuStates } from "../../engine/solve/gpu/states.ts";
import { oneSideStates } from "./one-side-gpu.ts";
import { cellNames, solve, specOf } from "./solved.fixture.ts";

export interface Solved {
  readonly histogram: readonly number[];
  /** The entries are those of the solver on the CPU. */
  readonly isEqual: boolean;
  readonly note?: string;
}

export type Report = Readonly<Record<string, Solved>>;

/** The least that a window can have, so that small tables have several windows and parts. */
const SMALL = { windowWords: 1_024, windowsPerPart: 1 };

async function onGpu(gpu: GpuDevice, states: GpuStates, options: GpuSolveOptions = {}): Promise<[Uint8Array, Solved]> {
  const { table, histogram, release } = await solveBreadthFirst(gpu, states, options);
  const bytes = new Uint8Array(states.entries);
  await table.download(bytes);
  // Entries one by one, as a check by samples reads them.
  const gathered = await table.gather([states.entries - 1, 0, states.entries >> 1]);
  const isGathered = [states.entries - 1, 0, states.entries >> 1].every((rank, i) => bytes[rank] === gathered[i]);
  release();
  return [bytes, { histogram, isEqual: isGathered }];
}

async function compared(
  gpu: GpuDevice,
  side: number,
  goal: readonly number[],
  pieces: number,
  options: GpuSolveOptions,
): Promise<Solved> {
  const names = cellNames(side);
  const cpu = await solve(
    specOf(
      side,
      pieces,
      goal.map((cell) => names[cell] as string),
    ),
  );
  const [bytes, solved] = await onGpu(gpu, oneSideStates(side, pieces, goal), options);
  return { histogram: solved.histogram, isEqual: solved.isEqual && Buffer.compare(bytes, cpu.bytes) === 0 };
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

const first = (count: number): number[] => Array.from({ length: count }, (_, cell) => cell);

async function main(): Promise<Report> {
  const gpu = await GpuDevice.open();
  const one = await compared(gpu, 5, first(3), 3, {});
  const custom = await compared(gpu, 5, [24, 0, 3, 12, 9], 3, {});
  const divided = await compared(gpu, 6, first(4), 4, { small: SMALL });
  const wide = await compared(gpu, 5, first(5), 5, { small: { ...SMALL, wide: true } });
  const eight = await compared(gpu, 4, first(8), 8, {});

  // Interrupted, then resumed on the GPU, and on the CPU from the same checkpoint.
  const states = oneSideStates(6, 4, first(4));
  const spec = specOf(6, 4);
  const cpu = await solve(spec);
  const saved = new Saved();
  const aborter = new AbortController();
  const interrupted = await solveBreadthFirst(gpu, states, {
    small: SMALL,
    checkpoint: saved,
    signal: aborter.signal,
    onProgress: () => aborter.abort(),
  }).then(
    () => "finished",
    (error: { code: string }) => error.code,
  );
  const partial = new Uint8Array(saved.bytes as Uint8Array);
  const known = partial.reduce((sum, entry) => sum + (entry === 0 ? 0 : 1), 0);
  const [resumedBytes, { histogram }] = await onGpu(gpu, states, { small: SMALL, checkpoint: saved });
  const note = `${interrupted}, ${known > 1 && known < states.entries ? "part" : "none"} known`;
  const resumed = { histogram, isEqual: Buffer.compare(resumedBytes, cpu.bytes) === 0, note };
  saved.bytes = partial;
  const onCpu = await solve(spec, { checkpoint: saved });
  const handedOver = { histogram: onCpu.histogram, isEqual: Buffer.compare(onCpu.bytes, cpu.bytes) === 0 };
  gpu.close();

  // The device is lost after a checkpoint.
  const lines: string[] = [];
  const checkpoint = new Saved();
  const after = await solveOnDevice<SolvedTable>(
    states.entries,
    { device: "gpu", say: (line) => lines.push(line) },
    async (lost) => {
      const onProgress = (): void => {
        if (checkpoint.bytes) lost.device.destroy();
      };
      await solveBreadthFirst(lost, states, { checkpoint, onProgress });
      throw new Error("not lost");
    },
    () => spec.solve({ threads: 1, checkpoint }),
  );
  const afterLoss = {
    histogram: after.histogram,
    isEqual: Buffer.compare(after.bytes, cpu.bytes) === 0,
    note: `${lines.join(" ")}${checkpoint.bytes ? "" : " without checkpoint"}`,
  };
  return { one, custom, divided, wide, eight, resumed, handedOver, afterLoss };
}

process.stdout.write(JSON.stringify(await main()));
