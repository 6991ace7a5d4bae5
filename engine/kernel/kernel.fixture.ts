/** Compiles the kernel of kernel.fixture.as.ts for tests. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileKernel } from "./build.ts";
import { Kernel } from "./kernel.ts";

export interface TestKernel {
  /** The compiled file. */
  readonly path: string;
  readonly kernel: Kernel;
  remove(): void;
}

export async function compileTestKernel(): Promise<TestKernel> {
  const folder = mkdtempSync(join(tmpdir(), "gamelore-kernel-"));
  const path = join(folder, "test.wasm");
  await compileKernel(fileURLToPath(new URL("kernel.fixture.as.ts", import.meta.url)), path);
  return { path, kernel: new Kernel("test", path), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
