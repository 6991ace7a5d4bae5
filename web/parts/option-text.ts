/** Options as texts and values: a player's text from its parameters, a variant from what differs from the defaults. Pure. */
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { PlayerKindDocument } from "../../service/api.ts";
import type { Variant } from "../client/api-client.ts";

/** What differs from the defaults, as a request wants it. */
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

/** Texts of an address as values: numbers where numbers are wanted. */
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

/** Texts of an address as a variant. */
export function typedVariant(specs: readonly OptionSpec[], given: Readonly<Record<string, string | number>>): Variant {
  const known = specs.filter((spec) => given[spec.name] !== undefined);
  return differing(known, valuesOf(known, given));
}

/** A maze that was brought is a long text. */
const LONGEST = 60;

/** `side=9 pieces=6` for people to read; an option stays with its value where the line breaks. */
export function variantInWords(text: string): string {
  return text
    .split(" ")
    .map((option) => (option.length > LONGEST ? `${option.slice(0, LONGEST)}…` : option).replace("=", "\u00a0"))
    .join(" · ");
}
