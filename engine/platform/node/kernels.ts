/** Kernels are files of the build. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export function kernelPath(name: string): string {
  return fileURLToPath(new URL(`../../../build/kernels/${name}.wasm`, import.meta.url));
}

/** `path` overrides the file of the build. */
export function readKernel(name: string, path: string = kernelPath(name)): Uint8Array<ArrayBuffer> {
  return readFileSync(path);
}
