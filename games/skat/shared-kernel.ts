/** One kernel for questions that keep nothing in it from one to the next. */
import { Kernel } from "../../engine/kernel/kernel.ts";

let kernel: Kernel | null = null;

export function sharedKernel(): Kernel {
  kernel ??= new Kernel("skat");
  return kernel;
}
