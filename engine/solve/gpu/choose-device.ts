/** Whether a table is solved on the GPU or on the CPU's threads. */
import { GameloreError } from "../../contracts/errors.ts";
import { type Device, ON_CPU, type SolveOptions } from "../../contracts/table.ts";
import { GpuDevice } from "./device.ts";

/** Smaller tables take less time on the CPU than opening a GPU and compiling for it. */
const AUTO_ENTRIES = 10_000_000;

/** Whether a GPU solves a table of this size, if there is one. */
export function prefersGpu(entries: number, device: Device): boolean {
  return device === "gpu" || (device === "auto" && entries >= AUTO_ENTRIES);
}

/** For a person: the CPU, and why it is not the GPU. */
export function cpuInstead(reason: string): string {
  return `${ON_CPU} (${reason})`;
}

/** With `auto`, an emulated GPU is missing. */
async function openGpu(device: Device): Promise<GpuDevice> {
  const gpu = await GpuDevice.open();
  if (device !== "auto" || !gpu.isSoftware) return gpu;
  gpu.close();
  throw new GameloreError("gpu-missing", `no GPU: ${gpu.name} is emulated, and slower than the CPU's threads`);
}

/** Fails like a solve if there is no GPU for this device. */
export async function expectGpu(device: Device): Promise<void> {
  (await openGpu(device)).close();
}

/**
 * Solves on the chosen device: with `auto`, on a GPU if the table is large and there is one. If the GPU fails, the CPU continues, from
 * the last checkpoint if there is one; with `gpu`, a missing GPU is an error.
 */
export async function solveOnDevice<T>(
  entries: number,
  { device = "cpu", gpuOnly = false, say, onDevice }: Pick<SolveOptions, "device" | "gpuOnly" | "say" | "onDevice">,
  onGpu: (gpu: GpuDevice) => Promise<T>,
  onCpu: () => Promise<T>,
): Promise<T> {
  if (!prefersGpu(entries, device)) {
    onDevice?.(ON_CPU);
    return onCpu();
  }
  let gpu: GpuDevice | null = null;
  try {
    gpu = await openGpu(device);
    onDevice?.(gpu.name);
    return await onGpu(gpu);
  } catch (error) {
    if (!(error instanceof GameloreError) || gpuOnly) throw error;
    if (error.code === "gpu-failed") {
      say?.(`${error.message}; continuing on the CPU, from the last checkpoint if there is one`);
    } else if (error.code !== "gpu-missing" || device === "gpu") throw error;
    onDevice?.(cpuInstead(error.message));
  } finally {
    gpu?.close();
  }
  return onCpu();
}
