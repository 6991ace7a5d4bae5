/** Tuned parameters of a player with their ranges, parsed from texts such as `c=0.1..2`. */
import { fail, ok, type Result } from "../contracts/errors.ts";
import { didYouMean } from "../contracts/did-you-mean.ts";
import { parseOption, type OptionSpec, type OptionValues } from "../contracts/options.ts";

export interface NumberVariable {
  readonly kind: "number";
  readonly name: string;
  readonly low: number;
  readonly high: number;
  /** Decimal places; 0 for integers. */
  readonly digits: number;
}

export interface ChoiceVariable {
  readonly kind: "choice";
  readonly name: string;
  readonly choices: readonly string[];
}

export type Variable = NumberVariable | ChoiceVariable;
export type Value = string | number;

/** Values by variable name. */
export type Point = Readonly<Record<string, Value>>;

/** Minimum number of values in a range, which determines the decimal places. */
const VALUES = 500;
const MAX_DIGITS = 15;

type NumberSpec = OptionSpec & { readonly kind: "integer" | "number" };
type ChoiceSpec = OptionSpec & { readonly kind: "choice" };

/**
 * Parses `name=low..high` for a number and `name=one,two` or `name` for a choice; `start` has the player's initial values.
 */
export function readVariable(text: string, parameters: readonly OptionSpec[], start: OptionValues): Result<Variable> {
  const [, name = "", range] = /^\s*([^=\s]*)\s*(?:=(.*))?$/s.exec(text) ?? [];
  const spec = parameters.find((candidate) => candidate.name === name);
  if (!spec) {
    const known = parameters.filter(({ kind }) => kind !== "text").map((each) => each.name);
    return fail(
      "bad-usage",
      `the player has no parameter "${name}"; it has: ${known.join(", ") || "none"}${didYouMean(name, known)}`,
    );
  }
  if (spec.kind === "text") {
    const weights = parameters.map((each) => each.name).filter((each) => each.startsWith(`${name}.`));
    const instead = weights.length > 0 ? `; its weights can: ${weights.join(", ")}` : "";
    return fail("bad-usage", `${name} is a text: only numbers and choices can be varied${instead}`);
  }
  const variable = spec.kind === "choice" ? readChoices(spec, range) : readRange(spec, range);
  if (!variable.ok) return fail("bad-usage", variable.error.message);
  const value = start[name] ?? null;
  if (value === null) return fail("bad-usage", `${name} has no initial value; give one in the player's brackets`);
  return includes(variable.value, value)
    ? variable
    : fail("bad-usage", `${name}: the player's ${value} is not within ${rangeText(variable.value)}`);
}

function readRange(spec: NumberSpec, text: string | undefined): Result<NumberVariable> {
  const { name } = spec;
  const [, from, to] = /^(.+?)\.\.(.+)$/s.exec(text ?? "") ?? [];
  if (from === undefined || to === undefined)
    return fail("bad-usage", `${name}: expected a range, as in ${name}=${spec.min}..${spec.max}`);
  const low = parseOption(spec, from);
  if (!low.ok) return low;
  const high = parseOption(spec, to);
  if (!high.ok) return high;
  const range = { low: Number(low.value), high: Number(high.value) };
  if (range.low >= range.high) return fail("bad-usage", `${name}: "${text}" is not a range, the lower end first`);
  return ok({ kind: "number", name, ...range, digits: spec.kind === "integer" ? 0 : digitsFor(range) });
}

function digitsFor({ low, high }: { low: number; high: number }): number {
  return Math.min(MAX_DIGITS, Math.max(0, -Math.floor(Math.log10((high - low) / VALUES))));
}

function readChoices(spec: ChoiceSpec, text: string | undefined): Result<ChoiceVariable> {
  const { name } = spec;
  const choices = text === undefined ? spec.choices : text.split(",").map((choice) => choice.trim());
  for (const choice of choices) {
    const read = parseOption(spec, choice);
    if (!read.ok) return fail("bad-usage", read.error.message);
  }
  if (new Set(choices).size !== choices.length || choices.length < 2)
    return fail("bad-usage", `${name}: "${text}" is not a list of different choices, as in ${spec.choices.join(",")}`);
  return ok({ kind: "choice", name, choices });
}

function includes(variable: Variable, value: Value): boolean {
  if (variable.kind === "choice") return variable.choices.includes(String(value));
  return Number(value) >= variable.low && Number(value) <= variable.high;
}

export function rangeText(variable: Variable): string {
  return variable.kind === "choice" ? variable.choices.join(",") : `${variable.low}..${variable.high}`;
}

/** Rounds and clamps a number to a valid value. */
export function snap({ low, high, digits }: NumberVariable, value: number): number {
  // Adding 0 turns -0 into 0, which has a different text.
  return Math.min(high, Math.max(low, Number(value.toFixed(digits)))) + 0;
}
