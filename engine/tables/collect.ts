/** Forces collection of short-lived buffers, for work that must use little memory beside a large table. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collector: ((options: { type: "minor" }) => void) | undefined;

/** A minor collection takes about a millisecond. */
export function collectYoung(): void {
  if (!collector) {
    setFlagsFromString("--expose-gc");
    collector = runInNewContext("gc") as NonNullable<typeof collector>;
  }
  collector({ type: "minor" });
}
