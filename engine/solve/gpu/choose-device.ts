/** Whether a table is solved on the GPU or on the CPU's threads. */
import { GameloreError } from "../../contracts/errors.ts";
import type { SolveOptions } from "../../contracts/table.ts";
import { GpuDevice } from "./device.ts";

/** Smaller tables take less time on the CPU than opening a GPU and compiling for it. */
const AUTO_ENTRIES = 10_000_000;

/**
 * Solves on the chosen device: with `auto`, on a GPU if the table is large and there is one. If the GPU fails, the CPU continues, from
 * the last checkpoint if there is one; with `gpu`, a missing GPU is an error.
 */
export async function solveOnDevice<T>(
  entries: number,
  { device = "cpu", say }: Pick<SolveOptions, "device" | "say">,
  onGpu: (gpu: GpuDevice) => Promise<T>,
  onCpu: () => Promise<T>,
): Promise<T> {
  if (device === "cpu" || (device === "auto" && entries < AUTO_ENTRIES)) return onCpu();
  let gpu: GpuDevice | null = null;
  try {
    gpu = await GpuDevice.open();
    // A GPU emulated on the CPU is for tests only.
    if (device === "auto" && gpu.isSoftware) return await onCpu();
    return await onGpu(gpu);
  } catch (error) {
    if (!(error instanceof GameloreError)) throw error;
    if (device === "auto" && error.code === "gpu-missing") return await onCpu();
    if (error.code !== "gpu-failed") throw error;
    say?.(`${error.message}; continuing on the CPU, from the last checkpoint if there is one`);
    return await onCpu();
  } finally {
    gpu?.close();
  }
}
