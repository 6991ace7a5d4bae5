/** A match's rulesheet made into something to play by, as the server wrote it. */
import { fail, GameloreError, ok, unwrap, type Result } from "../../engine/contracts/errors.ts";
import type { Rules } from "../../engine/contracts/game.ts";
import { checkRulesheet } from "../language/check.ts";
import { gdlGame } from "../game.ts";
import { Interpreter } from "../interpreter/interpreter.ts";
import type { Reasoner } from "../reasoner.ts";
import { parseRulesheet } from "../language/rulesheet.ts";
import { findName } from "./steps.ts";

const INTERPRETER_LIMITS = { maxFacts: 3_000_000 } as const;

/** Only by a propnet: where there is none, a stand-in follows the match. */
export async function openRules(text: string): Promise<Rules> {
  let remark: string | null = null;
  const game = unwrap(gdlGame("rulesheet", playableCase(text), (line) => (remark = line)));
  const rules = unwrap(await game.open({}));
  if (remark === null) return rules;
  await rules.close();
  throw new GameloreError("too-large", remark);
}

/** Slow in play, but soon ready. */
export function openInterpreter(text: string): Reasoner {
  const interpreter = new Interpreter(unwrap(parseRulesheet(playableCase(text))), INTERPRETER_LIMITS);
  // What is too large shows in the first state.
  interpreter.legal(interpreter.initial());
  return interpreter;
}

/**
 * Names are compared as they are written. A server that writes one name in several cases makes rules of that which cannot be played:
 * then, and only then, case is taken to mean nothing.
 */
function playableCase(text: string): string {
  const folded = text.toLowerCase();
  return folded !== text && hasErrors(text) && !hasErrors(folded) ? folded : text;
}

function hasErrors(text: string): boolean {
  return checkRulesheet(text).some(({ severity }) => severity === "error");
}

export function roleNumber(roles: readonly string[], name: string): Result<number> {
  const number = findName(new Map(roles.map((role, i) => [role, i])), name);
  return number === undefined
    ? fail("bad-usage", `there is no role ${name}; the roles are ${roles.join(", ")}`)
    : ok(number);
}

/** Why a rulesheet cannot be played, for the log. */
export function reasonOf(error: unknown): { readonly message: string; readonly isTooLarge: boolean } {
  const message = error instanceof Error ? error.message : String(error);
  return { message, isTooLarge: !(error instanceof GameloreError) || error.code === "too-large" };
}
