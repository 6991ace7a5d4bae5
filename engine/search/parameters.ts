/** Parameters that searching players share: reading them, joining them with a choice's limits, writing them as text. */
import { defaultsOf, type OptionSpec, type OptionValues } from "../contracts/options.ts";

export const MILLISECONDS: OptionSpec = {
  name: "ms",
  summary: "milliseconds for a move",
  kind: "integer",
  min: 1,
  max: 2_000_000_000,
  default: null,
};

export function limitSpec(name: string, summary: string, max: number): OptionSpec {
  return { name, summary, kind: "integer", min: 1, max, default: null };
}

/** The smaller of the limits there are; undefined if there is none. */
export function tighter(...limits: readonly unknown[]): number | undefined {
  const given = limits.filter((limit): limit is number => typeof limit === "number");
  return given.length > 0 ? Math.min(...given) : undefined;
}

export function withDefaults(specs: readonly OptionSpec[], given: OptionValues): OptionValues {
  return { ...defaultsOf(specs), ...given };
}

/** The canonical text: what differs from the defaults, in the order of the declarations. */
export function playerText(name: string, specs: readonly OptionSpec[], values: OptionValues): string {
  const said = specs.filter((spec) => values[spec.name] !== spec.default && values[spec.name] !== null);
  return said.length === 0 ? name : `${name}(${said.map((spec) => `${spec.name}=${values[spec.name]}`).join(", ")})`;
}
