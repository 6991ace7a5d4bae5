/** Matches from a position instead of the initial state: players receive a rulesheet that starts there. */
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { Position } from "../../engine/contracts/position.ts";
import { formatExpression, parseExpressions, type Expression } from "../language/expressions.ts";
import { chancePlace, hasPercepts, parseRulesheet } from "../language/rulesheet.ts";

/** The rulesheet on one line, as messages contain it, with the facts of `position` as its initial state. */
export function rulesheetFrom(text: string, rules: OpenGame, position: Position): string {
  const sheet = unwrap(parseRulesheet(text));
  if (hasPercepts(sheet) || chancePlace(sheet) !== null)
    throw new GameloreError(
      "bad-usage",
      `${rules.game.id} has chance or hidden information (GDL-II): its matches begin at the start; omit --opening`,
    );
  const rest = unwrap(parseExpressions(text)).filter((expression) => !isInitial(expression));
  const facts = unwrap(parseExpressions(rules.formatPosition(position).slice(1, -1)));
  return [...rest.map(formatExpression), ...facts.map((fact) => `(init ${formatExpression(fact)})`)].join(" ");
}

/** Whether a statement is a fact or rule of the initial state. */
function isInitial(expression: Expression): boolean {
  if (expression.kind === "word") return false;
  const [first, head] = expression.items;
  if (first?.kind !== "word") return false;
  return first.text === "<=" && head ? isInitial(head) : first.text.toLowerCase() === "init";
}
