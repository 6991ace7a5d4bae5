/** Calls of a kernel's exports, on whatever thread. */
import { GameloreError } from "../contracts/errors.ts";

/** A call of an export: its name, then its arguments. */
export type KernelCall = readonly [name: string, ...arguments: number[]];

/**
 * Calls an export; a trap comes out as an error that names kernel and call. WebAssembly knows no unsigned results: one of
 * 2^31 or more comes out negative, and `>>> 0` brings it back.
 */
export function callExport(instance: WebAssembly.Instance, kernel: string, [name, ...args]: KernelCall): number {
  const target = instance.exports[name];
  if (typeof target !== "function") throw new GameloreError("kernel-failed", `kernel ${kernel} has no export ${name}`);
  try {
    return Number(target(...args) ?? 0);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new GameloreError("kernel-failed", `kernel ${kernel}, ${name}(${args.join(", ")}): ${reason}`, { cause });
  }
}
