/** Parameters that players have in common which start a program. */
import type { OptionSpec } from "../../engine/contracts/options.ts";

/** What a timer takes. */
export const MOST_MS = 2_000_000_000;

export function millisecondsSpec(name: string, summary: string, usual: number | null): OptionSpec {
  return { name, summary, kind: "integer", min: 1, max: MOST_MS, default: usual };
}

export const COMMAND: OptionSpec = {
  name: "command",
  summary: "the program and its words; no shell reads it",
  kind: "text",
  default: "",
};
export const GRACE: OptionSpec = millisecondsSpec("grace", "milliseconds beyond that after which it has lost", 500);
export const START: OptionSpec = millisecondsSpec("start", "milliseconds for getting ready", 15_000);
export const HASH: OptionSpec = {
  name: "hash",
  summary: "megabytes for its table",
  kind: "integer",
  min: 1,
  max: 1_000_000,
  default: null,
};
