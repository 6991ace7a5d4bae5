/** Solves endings on the chosen device. If the GPU fails, the CPU solves those that are left. */
import type { BuiltSet, SolveOptions } from "../../../engine/contracts/table.ts";
import { throwIfAborted } from "../../../engine/contracts/errors.ts";
import { solveOnDevice } from "../../../engine/solve/gpu/choose-device.ts";
import type { GpuDevice } from "../../../engine/solve/gpu/device.ts";
import { compactShapeOf } from "./compact-table.ts";
import type { LoadTable } from "./conversion-targets.ts";
import { EndgameSolver, type SolvedEnding } from "./endgame-solver.ts";
import { GpuEndgameSolver } from "./gpu/gpu-endgame-solver.ts";
import type { ReadTable } from "./gpu/gpu-tables.ts";
import { materialText, type Material } from "./material.ts";

/** How solved tables are read. */
export interface StoredTables {
  readonly load: LoadTable;
  readonly read: ReadTable;
}

/** The bytes are valid until `done` resolves. */
export type EndingDone = (solved: Pick<SolvedEnding, "material" | "bytes" | "histogram" | "plies">) => Promise<void>;

/** Conversion targets must be stored or come earlier in the list. */
export async function solveEndings(
  endings: readonly Material[],
  options: SolveOptions,
  stored: StoredTables,
  done: EndingDone,
): Promise<Required<BuiltSet>> {
  const size = (material: Material): number => compactShapeOf(material).entries;
  const total = (list: readonly Material[]): number => list.reduce((sum, material) => sum + size(material), 0);
  const all = total(endings);
  const left = [...endings];
  const seconds = { cpuSeconds: 0, gpuSeconds: 0 };
  const { threads, signal, onProgress } = options;
  const report = (share: number, phase: string): void => onProgress?.({ phase, done: share });

  const onGpu = async (gpu: GpuDevice): Promise<void> => {
    const solver = await GpuEndgameSolver.create(gpu, stored.read);
    try {
      for (let material = left[0]; material; material = left[0]) {
        throwIfAborted(signal);
        const before = (all - total(left)) / all;
        const share = size(material) / all;
        const phase = materialText(material);
        report(before, phase);
        const began = performance.now();
        const solved = await solver.solve(material, {
          signal,
          onProgress: (part) => report(before + part * share, phase),
        });
        seconds.gpuSeconds += (performance.now() - began) / 1_000;
        const bytes = new Uint8Array(size(material));
        await solver.download(material, bytes);
        await done({ material, bytes, ...solved });
        left.shift();
      }
    } finally {
      solver.close();
    }
  };
  const onCpu = async (): Promise<void> => {
    const solver = new EndgameSolver(stored.load);
    const before = 1 - total(left) / all;
    try {
      await solver.solve(
        left,
        { threads, signal, onProgress: (part, phase) => report(before + part * (1 - before), phase) },
        done,
      );
    } finally {
      seconds.cpuSeconds += solver.cpuMilliseconds / 1_000;
    }
  };
  await solveOnDevice(all, options, onGpu, onCpu);
  return seconds;
}
