/** Opens the rulesheet of a match as the server sent it. */
import { fail, GameloreError, ok, unwrap, type Result } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { playerNumbers, type PlayerNumber } from "../../engine/contracts/position.ts";
import { checkRulesheet } from "../language/check.ts";
import { isChanceRole } from "../chance-role.ts";
import { gdlGame } from "../game.ts";
import { HiddenGdlRules } from "../hidden/rules.ts";
import { Interpreter } from "../interpreter/interpreter.ts";
import { chancePlace, hasPercepts, parseRulesheet } from "../language/rulesheet.ts";
import { ReasonerBoard, RulesBoard, type Board, type PositionBoard } from "./board.ts";
import { HiddenBoard } from "./hidden-board.ts";
import { findName } from "./steps.ts";

const INTERPRETER_LIMITS = { maxFacts: 3_000_000 } as const;

/** Only with a propnet: if it is too large, a fallback thread follows the match. */
export async function openRules(text: string): Promise<OpenGame> {
  let notice: string | null = null;
  const game = unwrap(gdlGame("rulesheet", playableCase(text), (line) => (notice = line)));
  const rules = unwrap(await game.open({}));
  if (notice === null) return rules;
  await rules.close();
  throw new GameloreError("too-large", notice);
}

/** The board of a role in a match with these rules. */
export function openBoard(rules: OpenGame, text: string, role: string): { board: PositionBoard; role: PlayerNumber } {
  const number = unwrap(roleNumber(rules.players, role));
  const board =
    rules instanceof HiddenGdlRules
      ? new HiddenBoard(rules, number)
      : new RulesBoard(rules, chancePlace(unwrap(parseRulesheet(playableCase(text)))));
  return { board, role: number };
}

/** Slow in play, but ready soon. */
export function openInterpreterBoard(text: string): Board {
  const sheet = unwrap(parseRulesheet(playableCase(text)));
  if (hasPercepts(sheet)) throw new GameloreError("bad-rules", "the interpreter does not follow percepts (GDL-II)");
  const interpreter = new Interpreter(sheet, INTERPRETER_LIMITS);
  // Fails here if the rulesheet is too large.
  interpreter.legal(interpreter.initial());
  return new ReasonerBoard(interpreter, chancePlace(sheet));
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
  if (number === undefined && isChanceRole(name))
    return fail("bad-usage", `the role ${name} is chance, which the server plays`);
  return number === undefined
    ? fail("bad-usage", `unknown role ${name}; expected one of ${roles.join(", ")}`)
    : ok(number);
}

/** Why a rulesheet cannot be opened, for the log. */
export function reasonOf(error: unknown): { readonly message: string; readonly isTooLarge: boolean } {
  const message = error instanceof Error ? error.message : String(error);
  return { message, isTooLarge: !(error instanceof GameloreError) || error.code === "too-large" };
}
