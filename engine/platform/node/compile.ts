/** How V8 compiles kernels. */
import { setFlagsFromString } from "node:v8";

/**
 * V8 compiles a function quickly first and well later, but not while it runs; the solvers' functions run for seconds.
 * From here on, what was not called yet is compiled well at once.
 */
export function compileOnce(): void {
  setFlagsFromString("--no-liftoff");
}
