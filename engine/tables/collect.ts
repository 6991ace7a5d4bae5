/** Lets go of short-lived buffers early, for work that must stay within little memory beside a large table. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collector: ((options: { type: "minor" }) => void) | undefined;

/** A collection of the young generation takes about a millisecond. */
export function collectYoung(): void {
  if (!collector) {
    setFlagsFromString("--expose-gc");
    collector = runInNewContext("gc") as NonNullable<typeof collector>;
  }
  collector({ type: "minor" });
}
