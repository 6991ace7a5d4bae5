/** Common parameters of searching players. */
import { defaultsOf, type OptionSpec, type OptionValues } from "../contracts/options.ts";

export const MILLISECONDS: OptionSpec = {
  name: "ms",
  summary: "milliseconds per move",
  kind: "integer",
  min: 1,
  max: 2_000_000_000,
  default: null,
};

export function limitSpec(name: string, summary: string, max: number): OptionSpec {
  return { name, summary, kind: "integer", min: 1, max, default: null };
}

/** The smallest of the given limits; undefined if none is given. */
export function tighter(...limits: readonly unknown[]): number | undefined {
  const given = limits.filter((limit): limit is number => typeof limit === "number");
  return given.length > 0 ? Math.min(...given) : undefined;
}

export function withDefaults(specs: readonly OptionSpec[], given: OptionValues): OptionValues {
  return { ...defaultsOf(specs), ...given };
}

/** The canonical text: parameters that differ from their defaults, in declared order. */
export function playerText(name: string, specs: readonly OptionSpec[], values: OptionValues): string {
  const changed = specs.filter((spec) => values[spec.name] !== spec.default && values[spec.name] !== null);
  return changed.length === 0
    ? name
    : `${name}(${changed.map((spec) => `${spec.name}=${values[spec.name]}`).join(", ")})`;
}

export function transpositionTableSpec(megabytes: number): OptionSpec {
  return {
    name: "tt",
    summary: "megabytes for the transposition table",
    kind: "integer",
    resource: "megabytes",
    min: 0,
    max: 2048,
    default: megabytes,
  };
}
