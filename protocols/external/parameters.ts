/** Parameters shared by player kinds that start a program. */
import type { OptionSpec } from "../../engine/contracts/options.ts";

/** Longest time that a timer accepts. */
export const MAX_MS = 2_000_000_000;

export function millisecondsSpec(name: string, summary: string, initial: number | null): OptionSpec {
  return { name, summary, kind: "integer", min: 1, max: MAX_MS, default: initial };
}

export const COMMAND: OptionSpec = {
  name: "command",
  summary: "the program and its arguments, without a shell",
  kind: "text",
  default: "",
};
export const GRACE: OptionSpec = millisecondsSpec("grace", "further milliseconds before it loses by timeout", 500);
export const START: OptionSpec = millisecondsSpec("start", "milliseconds for starting up", 15_000);
export const OPTIONS: OptionSpec = {
  name: "options",
  summary: "further options to pass on, as in Skill Level=3; Use NNUE=false",
  kind: "text",
  default: null,
};
export const HASH: OptionSpec = {
  name: "hash",
  summary: "megabytes for its transposition table",
  kind: "integer",
  min: 1,
  max: 1_000_000,
  default: null,
};
