/** Reads a rulesheet given as a file or as the name of a bundled one. */
import { readFileSync } from "node:fs";
import { didYouMean } from "../engine/contracts/did-you-mean.ts";
import { GameloreError } from "../engine/contracts/errors.ts";
import { parseRulesheet, type Rulesheet } from "../gdl/language/rulesheet.ts";
import { rulesheetPath, rulesheetNames } from "../games/games.ts";

export function readRulesheet(name: string): string {
  try {
    return readFileSync(rulesheetPath(name) ?? name, "utf8");
  } catch (cause) {
    const ours = rulesheetNames().join(", ");
    throw new GameloreError(
      "bad-usage",
      `cannot read ${name}; expected a rulesheet file or one of ${ours}${didYouMean(name, rulesheetNames())}`,
      {
        cause,
      },
    );
  }
}

/** The rules of a file; errors contain its name. */
export function parsedRulesheet(name: string): Rulesheet {
  const sheet = parseRulesheet(readRulesheet(name));
  if (sheet.ok) return sheet.value;
  throw new GameloreError(sheet.error.code, `${name}: ${sheet.error.message}`);
}
