/** SwiftShader, the GPU emulated on the CPU that Chromium carries: for tests of solvers on the GPU, in a process of their own. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { canTest } from "./needs.ts";

const FOLDER = "/usr/lib/chromium";
const DRIVER = join(FOLDER, "vk_swiftshader_icd.json");
/** The environment of a process that uses it. */
export const SWIFTSHADER: Readonly<Record<string, string>> = {
  VK_ICD_FILENAMES: DRIVER,
  LD_LIBRARY_PATH: FOLDER,
  XDG_RUNTIME_DIR: "/tmp",
};

export const canTestSwiftShader: boolean = canTest(
  "swiftshader",
  existsSync(DRIVER) && hasPackage(),
  `${DRIVER} or the package webgpu not found`,
);

function hasPackage(): boolean {
  try {
    createRequire(import.meta.url).resolve("webgpu");
    return true;
  } catch {
    return false;
  }
}

export type GpuFailure = "lost" | "hang" | "block" | "crash" | "memory";

/** The environment of a process whose GPU fails like this (gpu-failures.fixture.ts), is slow, or neither. */
export function failingGpu(how: GpuFailure | "slow" | "none"): Readonly<Record<string, string>> {
  const fixture = new URL("./gpu-failures.fixture.ts", import.meta.url).href;
  return { ...SWIFTSHADER, GPU_FAILS: how, NODE_OPTIONS: `--import ${fixture}` };
}

/** Runs a module with this driver; returns the JSON document that it prints. */
export async function runWithSwiftShader(module: string): Promise<unknown> {
  const env = { ...process.env, ...SWIFTSHADER };
  const { stdout } = await promisify(execFile)(process.execPath, [module], { env, maxBuffer: 2 ** 26 });
  return JSON.parse(stdout);
}

/** The environment of a machine without a graphics driver. */
export const NO_DRIVER: Readonly<Record<string, string>> = { VK_ICD_FILENAMES: "/nowhere.json", LD_LIBRARY_PATH: "" };
