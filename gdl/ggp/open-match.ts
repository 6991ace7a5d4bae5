/** Opens the rulesheet of a match as the server sent it. */
import { fail, GameloreError, ok, unwrap, type Result } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { playerNumbers, type PlayerNumber } from "../../engine/contracts/position.ts";
import { checkRulesheet } from "../language/check.ts";
import { gdlGame } from "../game.ts";
import { GdlRules } from "../rules.ts";
import { Interpreter } from "../interpreter/interpreter.ts";
import type { Reasoner } from "../reasoner.ts";
import { parseRulesheet } from "../language/rulesheet.ts";
import { findName } from "./steps.ts";

const INTERPRETER_LIMITS = { maxFacts: 3_000_000 } as const;

/** Only with a propnet: if it is too large, a fallback thread follows the match. */
export async function openRules(text: string): Promise<OpenGame> {
  let notice: string | null = null;
  const game = unwrap(gdlGame("rulesheet", playableCase(text), (line) => (notice = line)));
  const rules = unwrap(await game.open({}));
  if (notice === null && !needsGdl2(rules)) return rules;
  await rules.close();
  if (notice === null) throw new GameloreError("bad-rules", NO_GDL2);
  throw new GameloreError("too-large", notice);
}

export const NO_GDL2 = "games of GDL-II (the role random, or sees) are not supported by this protocol";

/** Whether the game has chance or hidden information, so that a step is not one known move of each player. */
export function needsGdl2(rules: OpenGame): boolean {
  return rules.hidden !== undefined || (rules instanceof GdlRules && rules.hasChance);
}

/** Slow in play, but ready soon. */
export function openInterpreter(text: string): Reasoner {
  const interpreter = new Interpreter(unwrap(parseRulesheet(playableCase(text))), INTERPRETER_LIMITS);
  // Fails here if the rulesheet is too large.
  interpreter.legal(interpreter.initial());
  return interpreter;
}

/**
 * Names are case-sensitive. Some servers write one name in several cases, which makes the rules invalid: only then are names
 * converted to lower case.
 */
function playableCase(text: string): string {
  const folded = text.toLowerCase();
  return folded !== text && hasErrors(text) && !hasErrors(folded) ? folded : text;
}

function hasErrors(text: string): boolean {
  return checkRulesheet(text).some(({ severity }) => severity === "error");
}

export function roleNumber(roles: readonly string[], name: string): Result<PlayerNumber> {
  const number = findName(new Map(playerNumbers(roles).map((number) => [roles[number] as string, number])), name);
  return number === undefined
    ? fail("bad-usage", `unknown role ${name}; expected one of ${roles.join(", ")}`)
    : ok(number);
}

/** Why a rulesheet cannot be opened, for the log. */
export function reasonOf(error: unknown): { readonly message: string; readonly isTooLarge: boolean } {
  const message = error instanceof Error ? error.message : String(error);
  return { message, isTooLarge: !(error instanceof GameloreError) || error.code === "too-large" };
}
