/** Conversions of options: a player's text from its parameters, a variant from the non-default values. Pure. */
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { PlayerKindDocument } from "../../service/api.ts";
import type { OptionParams } from "../../service/api.ts";

/** The values that differ from their defaults, for a request. */
export function differing(specs: readonly OptionSpec[], values: OptionValues): Record<string, string | number> {
  const entries = specs.flatMap((spec): [string, string | number][] => {
    const value = values[spec.name];
    return value === null || value === undefined || value === "" || value === spec.default ? [] : [[spec.name, value]];
  });
  return Object.fromEntries(entries);
}

/** `alphabeta(depth=5, eval=table)`. */
export function playerText(kind: PlayerKindDocument, values: OptionValues): string {
  const given = Object.entries(differing(kind.parameters, values)).map(([name, value]) => `${name}=${value}`);
  return given.length === 0 ? kind.name : `${kind.name}(${given.join(", ")})`;
}

/** Query parameters as typed values. */
export function valuesOf(
  specs: readonly OptionSpec[],
  given: Readonly<Record<string, string | number>>,
): Record<string, string | number | null> {
  return Object.fromEntries(
    specs.map((spec) => {
      const value = given[spec.name];
      if (value === undefined) return [spec.name, spec.default];
      const isNumber = spec.kind === "integer" || spec.kind === "number";
      return [spec.name, isNumber && value !== "" && Number.isFinite(Number(value)) ? Number(value) : value];
    }),
  );
}

/** Query parameters as a variant. */
export function typedVariant(
  specs: readonly OptionSpec[],
  given: Readonly<Record<string, string | number>>,
): OptionParams {
  const known = specs.filter((spec) => given[spec.name] !== undefined);
  return differing(known, valuesOf(known, given));
}

/** A custom maze is a long text. */
const MAX_LENGTH = 60;

/** `side=9 pieces=6` for display; no line break between an option and its value. */
export function variantInWords(text: string): string {
  return text
    .split(" ")
    .map((option) => (option.length > MAX_LENGTH ? `${option.slice(0, MAX_LENGTH)}…` : option).replace("=", "\u00a0"))
    .join(" · ");
}
