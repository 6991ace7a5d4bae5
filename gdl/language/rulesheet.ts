/** A rulesheet parsed into rules: a head and a body of literals. Bodies are in disjunctive normal form: one rule for each disjunct. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import { isChanceRole } from "../chance-role.ts";
import {
  formatExpression,
  formatLocation,
  readExpressions,
  type Expression,
  type SourceLocation,
} from "./expressions.ts";

export interface Variable {
  readonly kind: "variable";
  readonly name: string;
}

/** Without arguments: a constant. */
interface Compound {
  readonly kind: "compound";
  readonly name: string;
  readonly arguments: readonly Term[];
}

export type Term = Variable | Compound;

export type Sentence = Compound;

export type Literal =
  | {
      readonly kind: "sentence";
      readonly negated: boolean;
      readonly sentence: Sentence;
      /** A magic-set literal: it restricts the derivation but is not a condition of the rule. */
      readonly magic?: boolean;
    }
  /** The terms differ; negated, they are equal. */
  | { readonly kind: "distinct"; readonly negated: boolean; readonly left: Term; readonly right: Term };

export interface Rule {
  readonly head: Sentence;
  readonly body: readonly Literal[];
  readonly at: SourceLocation;
}

export interface Rulesheet {
  readonly rules: readonly Rule[];
}

/** The place of chance (GDL-II) among the roles of the rulesheet; null if there is none. */
export function chancePlace({ rules }: Rulesheet): number | null {
  const roles = rules.flatMap(
    ({
      head: {
        name,
        arguments: [role],
      },
    }) => (name === "role" && role ? [role] : []),
  );
  const place = roles.findIndex((role) => role.kind === "compound" && isChanceRole(role.name));
  return place < 0 ? null : place;
}

/** Whether players perceive only what `sees` says (GDL-II). */
export function hasPercepts({ rules }: Rulesheet): boolean {
  return rules.some(({ head }) => head.name === "sees");
}

/** Matched case-insensitively. */
export const KEYWORDS: readonly string[] =
  "role init true does legal next terminal goal distinct or not and <= base input sees random".split(" ");
const CONNECTIVES: readonly string[] = ["or", "not", "and", "<=", "distinct"];

/** Disjuncts of one rule. */
const MAX_DISJUNCTS = 4_096;
/** Conditions of one rule, and of all rules after expanding `or`. */
const MAX_BODY = 250;
const MAX_CONDITIONS = 1_000_000;

export function parseRulesheet(text: string): Result<Rulesheet> {
  const parsed = parseRules(text);
  if (!parsed.ok) return parsed;
  const { rules, errors } = parsed.value;
  const [first] = errors;
  return first ? fail("bad-rules", `${formatLocation(first.at)}: ${first.message}`) : ok({ rules });
}

class RulesheetError extends Error {
  readonly at: SourceLocation;

  constructor(at: SourceLocation, message: string) {
    super(message);
    this.at = at;
  }
}

/** The valid rules, and the errors of the others. */
interface ParsedRules {
  readonly rules: readonly Rule[];
  readonly errors: readonly RulesheetError[];
}

export function parseRules(text: string): Result<ParsedRules> {
  const reader = new RuleReader();
  const read = readExpressions(text, (expression) => reader.add(expression));
  return read.ok ? ok(reader) : read;
}

class RuleReader implements ParsedRules {
  readonly rules: Rule[] = [];
  readonly errors: RulesheetError[] = [];
  #conditions = 0;

  add(expression: Expression): void {
    if (this.#conditions > MAX_CONDITIONS) return;
    try {
      for (const rule of rulesOf(expression)) {
        this.#conditions += rule.body.length;
        this.rules.push(rule);
      }
      if (this.#conditions > MAX_CONDITIONS)
        throw new RulesheetError(
          expression.at,
          `the rules have more than ${MAX_CONDITIONS} conditions after expanding "or"`,
        );
    } catch (error) {
      if (!(error instanceof RulesheetError)) throw error;
      this.errors.push(error);
    }
  }
}

function rulesOf(expression: Expression): Rule[] {
  const { at } = expression;
  if (expression.kind === "word") {
    return [{ head: sentenceOf(expression), body: [], at }];
  }
  const [first, head, ...body] = expression.items;
  if (first?.kind !== "word" || first.text !== "<=") return [{ head: sentenceOf(expression), body: [], at }];
  if (!head) throw new RulesheetError(at, "the rule has no head");
  const sentence = sentenceOf(head);
  return disjunctsOfAll(body, false, at).map((literals) => ({ head: sentence, body: literals, at }));
}

/** A body in disjunctive normal form. */
function disjunctsOf(expression: Expression, negated: boolean): Literal[][] {
  const word = expression.kind === "list" ? expression.items[0] : undefined;
  const keyword = word?.kind === "word" ? word.text.toLowerCase() : "";
  if (expression.kind === "word" || !CONNECTIVES.includes(keyword)) {
    return [[{ kind: "sentence", negated, sentence: sentenceOf(expression) }]];
  }
  const parts = expression.items.slice(1);
  switch (keyword) {
    case "not": {
      const [inner] = parts;
      if (!inner || parts.length > 1)
        throw new RulesheetError(expression.at, `"not" takes one sentence, not ${parts.length}`);
      return disjunctsOf(inner, !negated);
    }
    case "distinct": {
      const [left, right] = parts;
      if (!left || !right || parts.length > 2)
        throw new RulesheetError(expression.at, `"distinct" takes two terms, not ${parts.length}`);
      return [[{ kind: "distinct", negated, left: termOf(left), right: termOf(right) }]];
    }
    case "or":
    case "and":
      // De Morgan.
      return (keyword === "or") !== negated
        ? disjunctsOfAny(parts, negated, expression.at)
        : disjunctsOfAll(parts, negated, expression.at);
    default:
      throw new RulesheetError(expression.at, `"${keyword}" is not allowed inside a rule`);
  }
}

function disjunctsOfAny(parts: readonly Expression[], negated: boolean, at: SourceLocation): Literal[][] {
  const all: Literal[][] = [];
  for (const part of parts) {
    for (const alternative of disjunctsOf(part, negated)) all.push(alternative);
    if (all.length > MAX_DISJUNCTS)
      throw new RulesheetError(at, `more than ${MAX_DISJUNCTS} rules after expanding "or"`);
  }
  return all;
}

function disjunctsOfAll(parts: readonly Expression[], negated: boolean, at: SourceLocation): Literal[][] {
  let all: Literal[][] = [[]];
  for (const part of parts) {
    const alternatives = disjunctsOf(part, negated);
    if (all.length * alternatives.length > MAX_DISJUNCTS)
      throw new RulesheetError(at, `more than ${MAX_DISJUNCTS} rules after expanding "or"`);
    all = all.flatMap((before) => alternatives.map((alternative) => [...before, ...alternative]));
    if (all.some(({ length }) => length > MAX_BODY)) throw new RulesheetError(at, `more than ${MAX_BODY} conditions`);
  }
  return all;
}

function sentenceOf(expression: Expression): Sentence {
  const term = termOf(expression);
  if (term.kind === "variable")
    throw new RulesheetError(expression.at, `${term.name} is a variable; expected a sentence`);
  const keyword = term.name.toLowerCase();
  if (CONNECTIVES.includes(keyword)) throw new RulesheetError(expression.at, `"${keyword}" is not a sentence`);
  return KEYWORDS.includes(keyword) ? { ...term, name: keyword } : term;
}

const NO_ARGUMENTS: readonly Term[] = [];

function termOf(expression: Expression): Term {
  if (expression.kind === "word") {
    return expression.text.startsWith("?")
      ? { kind: "variable", name: expression.text }
      : { kind: "compound", name: expression.text, arguments: NO_ARGUMENTS };
  }
  const [name, ...rest] = expression.items;
  if (!name) throw new RulesheetError(expression.at, "empty parentheses");
  if (name.kind !== "word")
    throw new RulesheetError(
      expression.at,
      `${formatExpression(name)} is not a name; expected a relation or function name`,
    );
  if (name.text.startsWith("?"))
    throw new RulesheetError(name.at, `${name.text} is a variable; expected a relation or function name`);
  return { kind: "compound", name: name.text, arguments: rest.map(termOf) };
}

export function formatTerm(term: Term): string {
  if (term.kind === "variable" || term.arguments.length === 0) return term.name;
  return `(${term.name} ${term.arguments.map(formatTerm).join(" ")})`;
}

/** Names of the variables of a term, with repetitions. */
export function* variablesOf(term: Term): Generator<string> {
  if (term.kind === "variable") yield term.name;
  else for (const argument of term.arguments) yield* variablesOf(argument);
}

export function variablesOfLiteral(literal: Literal): string[] {
  return literal.kind === "distinct"
    ? [...variablesOf(literal.left), ...variablesOf(literal.right)]
    : [...variablesOf(literal.sentence)];
}
