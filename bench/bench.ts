/** The interface of a benchmark, and shared options. */
import type { OptionSpec, OptionValues } from "../engine/contracts/options.ts";

export interface Bench {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OptionSpec[];
  /** Reports its figures line by line and returns them. Throws if a reference implementation disagrees. */
  run(values: OptionValues, report: (line: string) => void, signal?: AbortSignal): Promise<Record<string, unknown>>;
}

export const SEED: OptionSpec = {
  name: "seed",
  kind: "integer",
  min: 0,
  max: 2 ** 32,
  default: 1,
  summary: "random seed",
};

export function integer(name: string, min: number, max: number, defaultValue: number, summary: string): OptionSpec {
  return { name, kind: "integer", min, max, default: defaultValue, summary };
}
