/** Options of an engine: its declarations, and the values that a player's text sets. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import { didYouMean } from "../../engine/contracts/did-you-mean.ts";
import { shortened } from "../external/line-text.ts";
import type { OptionSetting } from "../external/option-settings.ts";

/** `option name Hash type spin default 16 min 1 max 1024` */
export interface DeclaredOption {
  readonly name: string;
  readonly type: "check" | "spin" | "combo" | "button" | "string";
  readonly default: string | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Values of a combo. */
  readonly vars: readonly string[];
}

const TYPES = ["check", "spin", "combo", "button", "string"] as const;
const FIELDS: readonly string[] = ["default", "min", "max", "var"];

/** Parses the text after `option`; null if it is not a declaration. */
export function parseDeclaration(text: string): DeclaredOption | null {
  const match = /^name\s(.*?)\stype\s+(\S+)(.*)$/s.exec(text);
  const name = match?.[1]?.trim().replace(/\s+/g, " ");
  const type = TYPES.find((each) => each === match?.[2]);
  if (!name || !type) return null;
  const fields: { key: string; words: string[] }[] = [];
  for (const word of (match?.[3] ?? "").split(/\s+/)) {
    if (FIELDS.includes(word)) fields.push({ key: word, words: [] });
    else fields.at(-1)?.words.push(word);
  }
  const textsOf = (key: string): string[] =>
    fields.filter((field) => field.key === key).map(({ words }) => words.join(" ").trim());
  const numberOf = (key: string): number | null => {
    const number = Number.parseInt(textsOf(key)[0] ?? "", 10);
    return Number.isFinite(number) ? number : null;
  };
  return {
    name,
    type,
    default: textsOf("default")[0] ?? null,
    min: numberOf("min"),
    max: numberOf("max"),
    vars: textsOf("var"),
  };
}

/** The message that sets an option, checked against its declaration. */
export function settingMessage(
  program: string,
  declared: readonly DeclaredOption[],
  { name, value }: OptionSetting,
): Result<string> {
  const option = findOption(declared, name);
  if (!option) {
    const names = declared.map((each) => each.name);
    return fail(
      "bad-player",
      `${program} has no option "${shortened(name)}"${didYouMean(name, names)}; its options: ${shortened(names.join(", "), 400) || "none"}`,
    );
  }
  const expected = expectedValue(option, value);
  if (expected !== null)
    return fail("bad-player", `${program}, option ${option.name}: "${shortened(value ?? "")}" is not ${expected}`);
  return ok(
    option.type === "button"
      ? `setoption name ${option.name}`
      : `setoption name ${option.name} value ${value === "" ? "<empty>" : value}`,
  );
}

/** Names are case-insensitive. */
export function findOption(declared: readonly DeclaredOption[], name: string): DeclaredOption | undefined {
  return declared.find((each) => each.name.toLowerCase() === name.toLowerCase());
}

function expectedValue({ type, min, max, vars }: DeclaredOption, value: string | null): string | null {
  switch (type) {
    case "button":
      return value === null ? null : "allowed: a button takes no value";
    case "check":
      return value === "true" || value === "false" ? null : "true or false";
    case "combo":
      return value !== null && vars.includes(value) ? null : `one of ${vars.join(", ")}`;
    case "spin": {
      const number = value !== null && /^[+-]?\d+$/.test(value) ? Number(value) : Number.NaN;
      const isInRange = number >= (min ?? Number.NEGATIVE_INFINITY) && number <= (max ?? Number.POSITIVE_INFINITY);
      return isInRange ? null : `a whole number from ${min ?? "any"} to ${max ?? "any"}`;
    }
    case "string":
      return value === null ? "a value: expected NAME=VALUE" : null;
  }
}
