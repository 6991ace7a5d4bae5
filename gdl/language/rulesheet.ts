/** A rulesheet as rules: each a head and a body of literals. `or` is spread over several rules, `not` pushed down to sentences. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import { formatExpression, placeText, readExpressions, type Expression, type Place } from "./expressions.ts";

export interface Variable {
  readonly kind: "variable";
  readonly name: string;
}

/** A constant where it has no arguments. */
export interface Compound {
  readonly kind: "compound";
  readonly name: string;
  readonly arguments: readonly Term[];
}

export type Term = Variable | Compound;

/** What holds or does not: a name with arguments. */
export type Sentence = Compound;

export type Literal =
  | {
      readonly kind: "sentence";
      readonly negated: boolean;
      readonly sentence: Sentence;
      /** Only keeps a derivation within bounds: what is derived does not depend on it. */
      readonly guard?: boolean;
    }
  /** The terms are different; negated, the same. */
  | { readonly kind: "distinct"; readonly negated: boolean; readonly left: Term; readonly right: Term };

export interface Rule {
  readonly head: Sentence;
  readonly body: readonly Literal[];
  readonly at: Place;
}

export interface Rulesheet {
  readonly rules: readonly Rule[];
}

/** Words with a meaning of their own, recognised in any case. */
export const KEYWORDS: readonly string[] =
  "role init true does legal next terminal goal distinct or not and <= base input sees random".split(" ");
/** `random` is a role in GDL-II, and `base` and `input` say nothing that the rules do not; the others are relations or connectives. */
const CONNECTIVES: readonly string[] = ["or", "not", "and", "<=", "distinct"];

/** Rules that one may become by spreading its `or`s. */
const MAX_ALTERNATIVES = 4_096;
/** Conditions of one rule, and of all together when `or` is spread. */
const MAX_BODY = 250;
const MAX_CONDITIONS = 1_000_000;

export function parseRulesheet(text: string): Result<Rulesheet> {
  const expressions = readExpressions(text);
  return expressions.ok ? rulesheetOf(expressions.value) : expressions;
}

export function rulesheetOf(expressions: readonly Expression[]): Result<Rulesheet> {
  const { rules, faults } = readRules(expressions);
  const [first] = faults;
  return first ? fail("bad-rules", `${placeText(first.at)}: ${first.message}`) : ok({ rules });
}

/** What cannot be read, and where. */
export class Fault extends Error {
  readonly at: Place;

  constructor(at: Place, message: string) {
    super(message);
    this.at = at;
  }
}

/** All rules that can be read, and what is wrong with the others. */
export function readRules(expressions: readonly Expression[]): { rules: Rule[]; faults: Fault[] } {
  const rules: Rule[] = [];
  const faults: Fault[] = [];
  let conditions = 0;
  for (const expression of expressions) {
    try {
      for (const rule of rulesOf(expression)) {
        conditions += rule.body.length;
        rules.push(rule);
      }
      if (conditions > MAX_CONDITIONS)
        throw new Fault(expression.at, `spread out, the rules have more than ${MAX_CONDITIONS} conditions`);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      faults.push(error);
      if (conditions > MAX_CONDITIONS) break;
    }
  }
  return { rules, faults };
}

function rulesOf(expression: Expression): Rule[] {
  const { at } = expression;
  if (expression.kind === "word") {
    return [{ head: sentenceOf(expression), body: [], at }];
  }
  const [first, head, ...body] = expression.items;
  if (first?.kind !== "word" || first.text !== "<=") return [{ head: sentenceOf(expression), body: [], at }];
  if (!head) throw new Fault(at, "a rule without a head");
  const sentence = sentenceOf(head);
  return alternativesOfAll(body, false, at).map((literals) => ({ head: sentence, body: literals, at }));
}

/** A body as an `or` of `and`s: literal lists, one of which must hold. */
function alternativesOf(expression: Expression, negated: boolean): Literal[][] {
  const word = expression.kind === "list" ? expression.items[0] : undefined;
  const keyword = word?.kind === "word" ? word.text.toLowerCase() : "";
  if (expression.kind === "word" || !CONNECTIVES.includes(keyword)) {
    return [[{ kind: "sentence", negated, sentence: sentenceOf(expression) }]];
  }
  const parts = expression.items.slice(1);
  switch (keyword) {
    case "not": {
      const [inner] = parts;
      if (!inner || parts.length > 1) throw new Fault(expression.at, `"not" takes one sentence, not ${parts.length}`);
      return alternativesOf(inner, !negated);
    }
    case "distinct": {
      const [left, right] = parts;
      if (!left || !right || parts.length > 2)
        throw new Fault(expression.at, `"distinct" takes two terms, not ${parts.length}`);
      return [[{ kind: "distinct", negated, left: termOf(left), right: termOf(right) }]];
    }
    case "or":
    case "and":
      // Not (a or b) is not a and not b.
      return (keyword === "or") !== negated
        ? alternativesOfAny(parts, negated, expression.at)
        : alternativesOfAll(parts, negated, expression.at);
    default:
      throw new Fault(expression.at, `"${keyword}" inside a rule`);
  }
}

function alternativesOfAny(parts: readonly Expression[], negated: boolean, at: Place): Literal[][] {
  const all: Literal[][] = [];
  for (const part of parts) {
    for (const alternative of alternativesOf(part, negated)) all.push(alternative);
    if (all.length > MAX_ALTERNATIVES) throw new Fault(at, `spread out, this is more than ${MAX_ALTERNATIVES} rules`);
  }
  return all;
}

function alternativesOfAll(parts: readonly Expression[], negated: boolean, at: Place): Literal[][] {
  let all: Literal[][] = [[]];
  for (const part of parts) {
    const alternatives = alternativesOf(part, negated);
    if (all.length * alternatives.length > MAX_ALTERNATIVES)
      throw new Fault(at, `spread out, this is more than ${MAX_ALTERNATIVES} rules`);
    all = all.flatMap((before) => alternatives.map((alternative) => [...before, ...alternative]));
    if (all.some(({ length }) => length > MAX_BODY)) throw new Fault(at, `more than ${MAX_BODY} conditions`);
  }
  return all;
}

function sentenceOf(expression: Expression): Sentence {
  const term = termOf(expression);
  if (term.kind === "variable") throw new Fault(expression.at, `${term.name} stands where a sentence must`);
  const keyword = term.name.toLowerCase();
  if (CONNECTIVES.includes(keyword)) throw new Fault(expression.at, `"${keyword}" cannot be a sentence`);
  return KEYWORDS.includes(keyword) ? { ...term, name: keyword } : term;
}

function termOf(expression: Expression): Term {
  if (expression.kind === "word") {
    return expression.text.startsWith("?")
      ? { kind: "variable", name: expression.text }
      : { kind: "compound", name: expression.text, arguments: [] };
  }
  const [name, ...rest] = expression.items;
  if (!name) throw new Fault(expression.at, "empty parentheses");
  if (name.kind !== "word") throw new Fault(expression.at, `${formatExpression(name)} stands where a name must`);
  if (name.text.startsWith("?")) throw new Fault(name.at, `${name.text} stands where a name must`);
  return { kind: "compound", name: name.text, arguments: rest.map(termOf) };
}

export function formatTerm(term: Term): string {
  if (term.kind === "variable" || term.arguments.length === 0) return term.name;
  return `(${term.name} ${term.arguments.map(formatTerm).join(" ")})`;
}

/** The names of a term's variables, as often as they occur. */
export function* variablesOf(term: Term): Generator<string> {
  if (term.kind === "variable") yield term.name;
  else for (const argument of term.arguments) yield* variablesOf(argument);
}

export function variablesOfLiteral(literal: Literal): string[] {
  return literal.kind === "distinct"
    ? [...variablesOf(literal.left), ...variablesOf(literal.right)]
    : [...variablesOf(literal.sentence)];
}
