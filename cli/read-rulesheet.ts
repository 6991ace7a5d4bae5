/** Rulesheets that a command is given: a file, or the name of one of ours. */
import { readFileSync } from "node:fs";
import { GameloreError } from "../engine/contracts/errors.ts";
import { parseRulesheet, type Rulesheet } from "../gdl/language/rulesheet.ts";
import { rulesheetPath, rulesheetNames } from "../games/games.ts";

export function readRulesheet(name: string): string {
  try {
    return readFileSync(rulesheetPath(name) ?? name, "utf8");
  } catch (cause) {
    const ours = rulesheetNames().join(", ");
    throw new GameloreError("bad-usage", `${name} cannot be read; expected a rulesheet's file or one of ${ours}`, {
      cause,
    });
  }
}

/** The rules of a file; what is wrong with them is said with its name. */
export function parsedRulesheet(name: string): Rulesheet {
  const sheet = parseRulesheet(readRulesheet(name));
  if (sheet.ok) return sheet.value;
  throw new GameloreError(sheet.error.code, `${name}: ${sheet.error.message}`);
}
