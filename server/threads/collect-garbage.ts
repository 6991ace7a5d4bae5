/**
 * Collects garbage now. V8 does not count the shared memory of kernels when it decides to collect: without this, closed kernels would stay
 * in memory, gigabytes of them.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collect: (() => void) | null = null;

export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  }
  collect();
}
