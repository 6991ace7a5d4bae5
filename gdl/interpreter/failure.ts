/** The condition at which a rule for a sentence fails: the first one that the longest partial match of its body does not satisfy. */
import { literalText } from "../language/diff.ts";
import { originalSentence, type Binding, type Queries } from "./queries.ts";
import {
  variablesOf,
  variablesOfLiteral,
  type Literal,
  type Rule,
  type Sentence,
  type Term,
} from "../language/rulesheet.ts";

export interface Failure {
  /** Line of the rule. */
  readonly line: number;
  /** The conditions that hold before the failing one, and that one. */
  readonly held: readonly string[];
  readonly fails: string;
  readonly bindings: readonly Binding[];
}

/** Maximum number of partial matches. */
const MAX_MATCHES = 5_000;

/** Null if the head does not unify with the sentence. */
export function nearestFailure(queries: Queries, rule: Rule, query: Sentence): Failure | null {
  const start = new Map<string, number>();
  if (!unifies(queries, originalSentence(rule.head), query, start)) return null;
  let best: { held: string[]; fails: Literal; values: ReadonlyMap<string, number> } | null = null;
  let matches = 0;
  const extend = (values: ReadonlyMap<string, number>, left: readonly Literal[], held: readonly string[]): void => {
    if (++matches > MAX_MATCHES) return;
    const next = nextOf(left, values);
    if (!next) return;
    const rest = left.filter((each) => each !== next);
    const literal = queries.substituteLiteral(next, values);
    const found = solutions(queries, literal, values);
    if (found.length === 0 && (!best || held.length > best.held.length))
      best = { held: [...held], fails: literal, values };
    for (const each of found) extend(each, rest, [...held, conditionText(queries.substituteLiteral(next, each))]);
  };
  extend(start, rule.body, []);
  const nearest = best as { held: string[]; fails: Literal; values: ReadonlyMap<string, number> } | null;
  if (!nearest) return null;
  return {
    line: rule.at.line,
    held: nearest.held,
    fails: conditionText(nearest.fails),
    bindings: queries.bindings(nearest.values),
  };
}

export function conditionText(literal: Literal): string {
  return literalText(
    literal.kind === "distinct" ? literal : { ...literal, sentence: originalSentence(literal.sentence) },
  );
}

/** The next condition in the order of the rule; `not` and `distinct` wait until their variables are bound. */
function nextOf(left: readonly Literal[], values: ReadonlyMap<string, number>): Literal | undefined {
  return left.find(
    (each) => (each.kind === "sentence" && !each.negated) || variablesOfLiteral(each).every((name) => values.has(name)),
  );
}

/** All extended substitutions with which a condition holds. */
function solutions(
  queries: Queries,
  literal: Literal,
  values: ReadonlyMap<string, number>,
): ReadonlyMap<string, number>[] {
  if (literal.kind === "distinct") {
    const isSame = queries.number(literal.left) === queries.number(literal.right);
    return isSame === literal.negated ? [values] : [];
  }
  const answers = queries.answers(literal.sentence);
  if (literal.negated) return answers.length === 0 ? [values] : [];
  return answers.map((fact) => {
    const own = new Map(values);
    queries.match(literal.sentence, fact, own);
    return own;
  });
}

/** Whether a head unifies with the queried sentence. */
function unifies(queries: Queries, head: Term, query: Term, values: Map<string, number>): boolean {
  if (query.kind === "variable") return true;
  if (head.kind === "variable") {
    if (!variablesOf(query).next().done) return true;
    const number = queries.number(query);
    const value = values.get(head.name) ?? number;
    values.set(head.name, value);
    return value === number;
  }
  return (
    head.name === query.name &&
    head.arguments.length === query.arguments.length &&
    head.arguments.every((part, i) => unifies(queries, part, query.arguments[i] as Term, values))
  );
}
