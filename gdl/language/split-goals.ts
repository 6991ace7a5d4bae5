/**
 * Some rulesheets derive (goal a 100) from (not (goal a 0)): the relation `goal` is not stratified, although no fact depends on its own
 * negation. A relation for each goal value makes it stratified.
 */
import type { Literal, Rule, Rulesheet, Sentence } from "./rulesheet.ts";

export function splitGoals(sheet: Rulesheet): Rulesheet {
  const isRecursive = sheet.rules.some(({ head, body }) => isGoal(head) && body.some((each) => goalOf(each) !== null));
  const heads = sheet.rules.map(({ head }) => head).filter(isGoal);
  if (!isRecursive || heads.some((head) => valueOf(head) === null)) return sheet;
  const values = new Set(heads.map((head) => valueOf(head) as string));
  const role = { kind: "variable", name: "?role" } as const;
  const rules = sheet.rules.map((rule): Rule => ({
    ...rule,
    head: single(rule.head),
    body: rule.body.map(singleLiteral),
  }));
  const at = sheet.rules[0]?.at ?? { line: 0, column: 0 };
  for (const value of values) {
    const goal: Sentence = {
      kind: "compound",
      name: "goal",
      arguments: [role, { kind: "compound", name: value, arguments: [] }],
    };
    rules.push({ head: goal, body: [{ kind: "sentence", negated: false, sentence: single(goal) }], at });
  }
  return { rules };
}

function isGoal({ name, arguments: parts }: Sentence): boolean {
  return name === "goal" && parts.length === 2;
}

function goalOf(literal: Literal): Sentence | null {
  return literal.kind === "sentence" && isGoal(literal.sentence) ? literal.sentence : null;
}

/** The goal value, if it is a constant. */
function valueOf({ arguments: parts }: Sentence): string | null {
  const value = parts[1];
  return value?.kind === "compound" && value.arguments.length === 0 ? value.name : null;
}

/** The space keeps the name distinct from all names of the rulesheet. */
function single(sentence: Sentence): Sentence {
  const value = isGoal(sentence) ? valueOf(sentence) : null;
  return value === null
    ? sentence
    : { kind: "compound", name: `goal ${value}`, arguments: sentence.arguments.slice(0, 1) };
}

function singleLiteral(literal: Literal): Literal {
  return literal.kind === "sentence" ? { ...literal, sentence: single(literal.sentence) } : literal;
}
