/** Compiler flags for kernels. */
import { setFlagsFromString } from "node:v8";

/**
 * V8 compiles a function with its baseline compiler (Liftoff) first and tiers up later, but not while the function runs;
 * the solvers' functions run for seconds. From this call on, functions not called before are optimized immediately.
 */
export function disableBaselineCompiler(): void {
  setFlagsFromString("--no-liftoff");
}
