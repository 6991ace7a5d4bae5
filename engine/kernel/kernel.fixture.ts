/** The kernel of kernel.fixture.as.ts. */
import type { Exports } from "../../build/kernels/fixtures/kernel.ts";
import { kernelPath } from "../platform/node/kernels.ts";
import { Kernel } from "./kernel.ts";

export const TEST_KERNEL = "fixtures/kernel";
export const testKernelPath: string = kernelPath(TEST_KERNEL);

export function testKernel(): Kernel<Exports> {
  return new Kernel(TEST_KERNEL);
}
