/** The kernel of kernel.fixture.as.ts. */
import type { Exports } from "../../build/kernels/fixtures/kernel.ts";
import { Kernel } from "./kernel.ts";

export const TEST_KERNEL = "fixtures/kernel";

export function testKernel(): Kernel<Exports> {
  return new Kernel(TEST_KERNEL);
}
