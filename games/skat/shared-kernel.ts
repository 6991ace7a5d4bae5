/** A shared kernel for stateless calls. */
import { Kernel } from "../../engine/kernel/kernel.ts";

let kernel: Kernel | null = null;

export function sharedKernel(): Kernel {
  kernel ??= new Kernel("skat");
  return kernel;
}
