/**
 * Everything that is wrong with a rulesheet, not just the first thing. Errors make it unplayable; warnings are breaches of the
 * language that public rulesheets commit and that have a clear meaning all the same.
 */
import type { GameloreError } from "../../engine/contracts/errors.ts";
import { placeText, readExpressions, type Place } from "./expressions.ts";
import { componentsOf, reached } from "../datalog/program.ts";
import { formatTerm, KEYWORDS, readRules, variablesOf, variablesOfLiteral } from "./rulesheet.ts";
import type { Literal, Rule, Rulesheet, Sentence } from "./rulesheet.ts";
import { splitGoals } from "./split-goals.ts";

export interface Complaint {
  readonly severity: "error" | "warning";
  readonly at: Place;
  readonly message: string;
}

const ARITIES: Readonly<Record<string, number>> = {
  role: 1,
  init: 1,
  true: 1,
  does: 2,
  legal: 2,
  next: 1,
  terminal: 0,
  goal: 2,
  base: 1,
  input: 2,
};
/** What only ever stands in bodies. */
const GIVEN: readonly string[] = ["true", "does"];
/** What must be known before the game: neither state nor moves have a part in it. */
const BEFORE: readonly string[] = ["role", "init", "base", "input"];
/** What a state alone decides. */
const BY_STATE: readonly string[] = ["legal", "goal", "terminal"];

export function checkRulesheet(text: string): readonly Complaint[] {
  const expressions = readExpressions(text);
  if (!expressions.ok) return [ofMessage(expressions.error)];
  const { rules, faults } = readRules(expressions.value);
  const complaints = faults.map(({ at, message }) => error(at, message));
  const sheet = { rules };
  const seen = new Set<string>();
  return complaints
    .concat(rules.flatMap(ofRule), ofRelations(sheet), ofDependencies(sheet), ofOrder(sheet), ofRoles(sheet))
    .filter(({ at, message }) => {
      const key = `${placeText(at)} ${message}`;
      return !seen.has(key) && seen.add(key);
    })
    .toSorted((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
}

/** Errors of reading begin with their place. */
function ofMessage({ message }: GameloreError): Complaint {
  const match = /^line (\d+), column (\d+): (.*)$/s.exec(message);
  return match
    ? { severity: "error", at: { line: Number(match[1]), column: Number(match[2]) }, message: match[3] as string }
    : { severity: "error", at: { line: 1, column: 1 }, message };
}

function error(at: Place, message: string): Complaint {
  return { severity: "error", at, message };
}

function warning(at: Place, message: string): Complaint {
  return { severity: "warning", at, message };
}

/** Safety: every variable is bound by a sentence that holds. */
function ofRule({ head, body, at }: Rule): Complaint[] {
  const complaints: Complaint[] = [];
  if (GIVEN.includes(head.name)) complaints.push(error(at, `"${head.name}" is given, no rule can conclude it`));
  const bound = new Set(body.filter(isPositive).flatMap(variablesOfLiteral));
  for (const name of new Set(variablesOf(head)))
    if (!bound.has(name)) complaints.push(error(at, `${name} in the head is bound by no sentence of the body`));
  for (const literal of body.filter((each) => !isPositive(each)))
    for (const name of new Set(variablesOfLiteral(literal)))
      if (!bound.has(name))
        complaints.push(
          error(
            at,
            `${name} under "${literal.kind === "distinct" ? "distinct" : "not"}" is bound by no other sentence`,
          ),
        );
  const value = head.name === "goal" ? head.arguments[1] : undefined;
  if (value?.kind === "compound" && !(value.arguments.length === 0 && /^(100|[0-9]{1,2})$/.test(value.name)))
    complaints.push(error(at, `${formatTerm(value)} is no goal; expected a whole number from 0 to 100`));
  for (const sentence of [head, ...sentencesOf(body)]) {
    const arity = ARITIES[sentence.name];
    if (arity !== undefined && arity !== sentence.arguments.length)
      complaints.push(error(at, `"${sentence.name}" takes ${arity} arguments, not ${sentence.arguments.length}`));
    else if (arity === undefined && KEYWORDS.includes(sentence.name))
      complaints.push(
        warning(at, `"${sentence.name}" is of GDL-II, which is not played here: everybody knows the whole state`),
      );
  }
  return complaints;
}

/** Names with several numbers of arguments, and names that nothing concludes. */
function ofRelations({ rules }: Rulesheet): Complaint[] {
  const complaints: Complaint[] = [];
  const arities = new Map<string, number>();
  const heads = new Set(rules.map(({ head }) => relation(head)));
  for (const { head, body, at } of rules) {
    for (const sentence of [head, ...sentencesOf(body)]) {
      const known = arities.get(sentence.name) ?? sentence.arguments.length;
      arities.set(sentence.name, known);
      if (known !== sentence.arguments.length && ARITIES[sentence.name] === undefined)
        complaints.push(
          warning(at, `"${sentence.name}" has ${sentence.arguments.length} arguments here, ${known} elsewhere`),
        );
    }
    for (const sentence of sentencesOf(body))
      if (!heads.has(relation(sentence)) && !GIVEN.includes(sentence.name))
        complaints.push(
          warning(at, `no rule concludes "${sentence.name}" with ${sentence.arguments.length} arguments`),
        );
  }
  return complaints;
}

/** What must be known before the game, or from the state alone, depends on nothing else. */
function ofDependencies({ rules }: Rulesheet): Complaint[] {
  const onMoves = dependents(rules, ["does/2"]);
  const onState = dependents(rules, ["does/2", "true/1"]);
  return rules.flatMap(({ head, body, at }) => {
    const touches = (set: ReadonlySet<string>): boolean => sentencesOf(body).some((each) => set.has(relation(each)));
    if (BEFORE.includes(head.name) && touches(onState))
      return [error(at, `"${head.name}" depends on the state or on moves`)];
    if (BY_STATE.includes(head.name) && touches(onMoves)) return [error(at, `"${head.name}" depends on moves`)];
    return [];
  });
}

/** Relations that depend on one of these, and those themselves. */
function dependents(rules: readonly Rule[], start: readonly string[]): Set<string> {
  return reached(
    rules.map(({ head, body }) => ({ head: relation(head), needs: sentencesOf(body).map(relation) })),
    start,
  );
}

/** No relation may depend on its own `not`; recursion may not build ever larger terms. */
function ofOrder(sheet: Rulesheet): Complaint[] {
  const split = new Set(tangledIn(splitGoals(sheet)).map(({ at }) => at));
  const complaints = tangledIn(sheet).map((rule) => {
    const message = `"${rule.head.name}" depends on its own "not"`;
    return split.has(rule.at) ? error(rule.at, message) : warning(rule.at, `${message}; no single fact does`);
  });
  const together = componentOf(sheet);
  for (const { head, body, at } of sheet.rules) {
    const grows = head.arguments.some((part) => part.kind === "compound" && [...variablesOf(part)].length > 0);
    const recursive = sentencesOf(body).some((each) => together.get(relation(each)) === together.get(relation(head)));
    if (grows && recursive && !BEFORE.includes(head.name) && head.name !== "next")
      complaints.push(warning(at, `"${head.name}" builds larger terms by recursion: it may never end`));
  }
  return complaints;
}

function tangledIn(sheet: Rulesheet): Rule[] {
  const together = componentOf(sheet);
  return sheet.rules.filter(({ head, body }) =>
    body.some(
      (each) =>
        each.kind === "sentence" &&
        each.negated &&
        together.get(relation(each.sentence)) === together.get(relation(head)),
    ),
  );
}

/** For each relation that rules conclude, the number of the group of relations that depend on each other. */
function componentOf({ rules }: Rulesheet): Map<string, number> {
  const names = [...new Set(rules.map(({ head }) => relation(head)))];
  const numbers = new Map(names.map((name, i) => [name, i]));
  const edges: number[][] = names.map(() => []);
  for (const { head, body } of rules)
    for (const sentence of sentencesOf(body)) {
      const target = numbers.get(relation(sentence));
      if (target !== undefined) edges[numbers.get(relation(head)) as number]?.push(target);
    }
  const groups = componentsOf([...names.keys()], (node) => edges[node] ?? []);
  return new Map(groups.flatMap((group, number) => group.map((node) => [names[node] as string, number] as const)));
}

function ofRoles({ rules }: Rulesheet): Complaint[] {
  const top: Place = { line: 1, column: 1 };
  const heads = new Set(rules.map(({ head }) => head.name));
  return [
    ...(heads.has("role") ? [] : [error(top, "there is no role")]),
    ...(heads.has("sees") ? rules.filter(isChance).map(({ at }) => warning(at, CHANCE)) : []),
    ...(heads.has("init") ? [] : [warning(top, "nothing is true at the start: there is no init")]),
    ...(heads.has("legal") ? [] : [error(top, "there are no legal moves")]),
    ...(heads.has("next") ? [] : [warning(top, "no state follows another: there is no next")]),
    ...(heads.has("terminal") ? [] : [error(top, "the game never ends: there is no terminal")]),
    ...(heads.has("goal") ? [] : [error(top, "there are no goals")]),
  ];
}

const CHANCE = `the role "random" of GDL-II is chance; here it is a player like any other, who chooses its moves`;

function isChance({ head: { name, arguments: parts } }: Rule): boolean {
  return name === "role" && parts[0]?.kind === "compound" && parts[0].name === "random";
}

function relation({ name, arguments: parts }: Sentence): string {
  return `${name}/${parts.length}`;
}

function sentencesOf(body: readonly Literal[]): Sentence[] {
  return body.flatMap((literal) => (literal.kind === "sentence" ? [literal.sentence] : []));
}

function isPositive(literal: Literal): boolean {
  return literal.kind === "sentence" && !literal.negated;
}
