/** Kernels are files that the build made. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export function kernelPath(name: string): string {
  return fileURLToPath(new URL(`../../../build/kernels/${name}.wasm`, import.meta.url));
}

/** `path` where it is another file than the build's. */
export function readKernel(name: string, path: string = kernelPath(name)): Uint8Array<ArrayBuffer> {
  return readFileSync(path);
}
