/** Options declared as data: variants of a game, parameters of a player. Command line, help and records are generated from these. */
import { fail, ok, type Result } from "./errors.ts";
import { didYouMean } from "./did-you-mean.ts";

interface OptionBase {
  readonly name: string;
  readonly summary: string;
}

export const RESOURCES = ["threads", "megabytes", "megabytes per thread"] as const;
export type Resource = (typeof RESOURCES)[number];

export type OptionSpec =
  | (OptionBase & {
      readonly kind: "integer";
      readonly min: number;
      readonly max: number;
      readonly default: number | null;
      /** What it reserves: remote clients may reserve only so much. */
      readonly resource?: Resource;
    })
  | (OptionBase & {
      readonly kind: "number";
      readonly min: number;
      readonly max: number;
      readonly default: number;
    })
  | (OptionBase & {
      readonly kind: "choice";
      readonly choices: readonly string[];
      readonly default: string;
    })
  | (OptionBase & {
      readonly kind: "text";
      readonly default: string | null;
      /** Whether it may be multi-line. */
      readonly lines?: boolean;
      /** Suggested values. */
      readonly suggestions?: readonly string[];
    });

export type OptionValue = string | number | null;
export type OptionValues = Readonly<Record<string, OptionValue>>;

export function defaultsOf(specs: readonly OptionSpec[]): OptionValues {
  return Object.fromEntries(specs.map((spec) => [spec.name, spec.default]));
}

/** Parses one option; the error names the expected values. */
export function parseOption(spec: OptionSpec, text: string): Result<OptionValue> {
  switch (spec.kind) {
    case "text":
      return ok(text);
    case "choice":
      return spec.choices.includes(text)
        ? ok(text)
        : fail(
            "bad-variant",
            `${spec.name}: "${text}" is not one of ${spec.choices.join(", ")}${didYouMean(text, spec.choices)}`,
          );
    case "integer":
    case "number": {
      const number = text.trim() === "" ? Number.NaN : Number(text);
      const fits =
        Number.isFinite(number) &&
        number >= spec.min &&
        number <= spec.max &&
        (spec.kind === "number" || Number.isInteger(number));
      const what = spec.kind === "integer" ? "a whole number" : "a number";
      return fits
        ? ok(number)
        : fail("bad-variant", `${spec.name}: "${text}" is not ${what} from ${spec.min} to ${spec.max}`);
    }
  }
}

/** Validates the given values and fills in defaults. */
export function parseOptions(
  specs: readonly OptionSpec[],
  given: Readonly<Record<string, string>>,
): Result<OptionValues> {
  const values: Record<string, OptionValue> = { ...defaultsOf(specs) };
  for (const [name, text] of Object.entries(given)) {
    const spec = specs.find((candidate) => candidate.name === name);
    if (!spec) {
      const known = specs.map((candidate) => candidate.name);
      return fail(
        "bad-variant",
        `unknown option "${name}"; known: ${known.join(", ") || "none"}${didYouMean(name, known)}`,
      );
    }
    const value = parseOption(spec, text);
    if (!value.ok) return value;
    values[name] = value.value;
  }
  return ok(values);
}

/** `side=9 pieces=6 …` in declared order: identifies a variant in records and tables. */
export function formatOptions(specs: readonly OptionSpec[], values: OptionValues): string {
  return specs
    .filter((spec) => values[spec.name] !== null)
    .map((spec) => `${spec.name}=${values[spec.name]}`)
    .join(" ");
}

/** Options as words of a command line: `--turns simultaneous`. */
export function optionWords(values: OptionValues): string {
  return Object.entries(values)
    .map(([name, value]) => `--${name} ${value}`)
    .join(" ");
}
