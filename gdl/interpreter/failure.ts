/** Where a rule fails that might have given a sentence: the condition that the longest way through its body does not get past. */
import { literalText } from "../language/diff.ts";
import { spoken, type Binding, type Questions } from "./queries.ts";
import { variablesOf, variablesOfLiteral, type Literal, type Rule, type Sentence, type Term } from "../language/rulesheet.ts";

export interface Failure {
  /** The rule. */
  readonly line: number;
  /** What holds before the condition that fails, and that one. */
  readonly held: readonly string[];
  readonly fails: string;
  readonly bindings: readonly Binding[];
}

/** Ways through a body that are tried. */
const MOST_WAYS = 5_000;

/** Null where the rule's head is never this sentence. */
export function nearestFailure(questions: Questions, rule: Rule, asked: Sentence): Failure | null {
  const start = new Map<string, number>();
  if (!agrees(questions, spoken(rule.head), asked, start)) return null;
  let best: { held: string[]; fails: Literal; values: ReadonlyMap<string, number> } | null = null;
  let ways = 0;
  const go = (values: ReadonlyMap<string, number>, left: readonly Literal[], held: readonly string[]): void => {
    if (++ways > MOST_WAYS) return;
    const next = nextOf(left, values);
    if (!next) return;
    const rest = left.filter((each) => each !== next);
    const told = questions.filledLiteral(next, values);
    const found = solutions(questions, told, values);
    if (found.length === 0 && (!best || held.length > best.held.length))
      best = { held: [...held], fails: told, values };
    for (const each of found) go(each, rest, [...held, conditionText(questions.filledLiteral(next, each))]);
  };
  go(start, rule.body, []);
  const nearest = best as { held: string[]; fails: Literal; values: ReadonlyMap<string, number> } | null;
  if (!nearest) return null;
  return {
    line: rule.at.line,
    held: nearest.held,
    fails: conditionText(nearest.fails),
    bindings: questions.bindings(nearest.values),
  };
}

export function conditionText(literal: Literal): string {
  return literalText(literal.kind === "distinct" ? literal : { ...literal, sentence: spoken(literal.sentence) });
}

/** The next condition in the rule's order; `not` and `distinct` wait until their variables are known. */
function nextOf(left: readonly Literal[], values: ReadonlyMap<string, number>): Literal | undefined {
  return left.find(
    (each) => (each.kind === "sentence" && !each.negated) || variablesOfLiteral(each).every((name) => values.has(name)),
  );
}

/** All values with which a condition holds. */
function solutions(
  questions: Questions,
  literal: Literal,
  values: ReadonlyMap<string, number>,
): ReadonlyMap<string, number>[] {
  if (literal.kind === "distinct") {
    const isSame = questions.number(literal.left) === questions.number(literal.right);
    return isSame === literal.negated ? [values] : [];
  }
  const answers = questions.answers(literal.sentence);
  if (literal.negated) return answers.length === 0 ? [values] : [];
  return answers.map((fact) => {
    const own = new Map(values);
    questions.match(literal.sentence, fact, own);
    return own;
  });
}

/** Whether a head may be the sentence asked for, which may have variables of its own. */
function agrees(questions: Questions, head: Term, asked: Term, values: Map<string, number>): boolean {
  if (asked.kind === "variable") return true;
  if (head.kind === "variable") {
    if (!variablesOf(asked).next().done) return true;
    const number = questions.number(asked);
    const value = values.get(head.name) ?? number;
    values.set(head.name, value);
    return value === number;
  }
  return (
    head.name === asked.name &&
    head.arguments.length === asked.arguments.length &&
    head.arguments.every((part, i) => agrees(questions, part, asked.arguments[i] as Term, values))
  );
}
