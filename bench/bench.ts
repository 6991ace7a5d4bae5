/** The interface of a benchmark, and shared options. */
import { GameloreError } from "../engine/contracts/errors.ts";
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

/** Numbers separated by commas. */
export function numbers(option: string, text: string, min: number, max: number): number[] {
  const found = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  if (found.every((number) => Number.isInteger(number) && number >= min && number <= max)) return found;
  throw new GameloreError(
    "bad-usage",
    `${option}: "${text}" is not a list of integers from ${min} to ${max}; expected, for example, 1,2`,
  );
}

/** Words separated by commas. */
export function words<T extends string>(option: string, text: string, known: readonly T[]): T[] {
  const found = text.split(",");
  if (found.every((word): word is T => known.some((each) => each === word))) return found;
  throw new GameloreError("bad-usage", `${option}: "${text}" is not a list of ${known.join(", ")}`);
}
