/** Calls of a kernel's exports, on any thread. */
import { GameloreError } from "../contracts/errors.ts";

/** A call of an export: its name, then its arguments. */
export type KernelCall = readonly [name: string, ...arguments: number[]];

/**
 * Calls an export; a trap becomes an error that names the kernel and the call. WebAssembly results are signed: a u32 of
 * 2^31 or more arrives negative, and `>>> 0` restores it.
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
