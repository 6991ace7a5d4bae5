/** What a benchmark is, and options that several have. */
import type { OptionSpec, OptionValues } from "../engine/contracts/options.ts";

export interface Bench {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OptionSpec[];
  /** Prints its figures line by line, and returns them. A reference that gives another answer is an error. */
  run(values: OptionValues, report: (line: string) => void, signal?: AbortSignal): Promise<Record<string, unknown>>;
}

export const SEED: OptionSpec = {
  name: "seed",
  kind: "integer",
  min: 0,
  max: 2 ** 32,
  default: 1,
  summary: "of everything random",
};

export function integer(name: string, min: number, max: number, usual: number, summary: string): OptionSpec {
  return { name, kind: "integer", min, max, default: usual, summary };
}
