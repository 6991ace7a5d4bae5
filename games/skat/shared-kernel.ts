/** A shared kernel for stateless calls. */
import type { Exports } from "../../build/kernels/skat.ts";
import { Kernel } from "../../engine/kernel/kernel.ts";

let kernel: Kernel<Exports> | null = null;

export function sharedKernel(): Kernel<Exports> {
  kernel ??= new Kernel<Exports>("skat");
  return kernel;
}
