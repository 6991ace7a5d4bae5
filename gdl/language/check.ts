/**
 * All diagnostics of a rulesheet, not only the first. Errors make it unplayable; warnings are violations of the language that occur
 * in public rulesheets and still have a clear meaning.
 */
import type { GameloreError } from "../../engine/contracts/errors.ts";
import { isChanceRole } from "../chance-role.ts";
import { formatLocation, type SourceLocation } from "./expressions.ts";
import { KnownNames, relation } from "./known-names.ts";
import { stronglyConnectedComponents, reachable } from "./dependency-graph.ts";
import { formatTerm, parseRules, variablesOf, variablesOfLiteral } from "./rulesheet.ts";
import type { Literal, Rule, Rulesheet, Sentence, Term } from "./rulesheet.ts";
import { splitGoals } from "./split-goals.ts";

export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly at: SourceLocation;
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
  sees: 2,
};
/** Relations that occur only in bodies. */
const INPUT_RELATIONS: readonly string[] = ["true", "does"];
/** Relations that must depend neither on the state nor on moves. */
const STATIC_RELATIONS: readonly string[] = ["role", "init", "base", "input"];
/** Relations that must depend on the state alone. */
const STATE_RELATIONS: readonly string[] = ["legal", "goal", "terminal"];

export function checkRulesheet(text: string): readonly Diagnostic[] {
  const parsed = parseRules(text);
  if (!parsed.ok) return [diagnosticOf(parsed.error)];
  const { rules, errors } = parsed.value;
  const diagnostics = errors.map(({ at, message }) => error(at, message));
  const sheet = { rules };
  const seen = new Set<string>();
  return diagnostics
    .concat(
      rules.flatMap(checkRule),
      checkRelations(sheet),
      checkFactsAndMoves(sheet),
      checkDependencies(sheet),
      checkStratification(sheet),
      checkRequired(sheet),
    )
    .filter(({ at, message }) => {
      const key = `${formatLocation(at)} ${message}`;
      return !seen.has(key) && seen.add(key);
    })
    .toSorted((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
}

/** Parse errors begin with their location. */
function diagnosticOf({ message }: GameloreError): Diagnostic {
  const match = /^line (\d+), column (\d+): (.*)$/s.exec(message);
  return match
    ? { severity: "error", at: { line: Number(match[1]), column: Number(match[2]) }, message: match[3] as string }
    : { severity: "error", at: { line: 1, column: 1 }, message };
}

function error(at: SourceLocation, message: string): Diagnostic {
  return { severity: "error", at, message };
}

function warning(at: SourceLocation, message: string): Diagnostic {
  return { severity: "warning", at, message };
}

/** Safety: every variable is bound by a positive sentence of the body. */
function checkRule({ head, body, at }: Rule): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  if (INPUT_RELATIONS.includes(head.name))
    diagnostics.push(error(at, `"${head.name}" is an input; no rule can derive it`));
  const bound = new Set(body.filter(isPositive).flatMap(variablesOfLiteral));
  for (const name of new Set(variablesOf(head)))
    if (!bound.has(name)) diagnostics.push(error(at, `${name} in the head is not bound by any sentence of the body`));
  for (const literal of body.filter((each) => !isPositive(each)))
    for (const name of new Set(variablesOfLiteral(literal)))
      if (!bound.has(name))
        diagnostics.push(
          error(
            at,
            `${name} under "${literal.kind === "distinct" ? "distinct" : "not"}" is not bound by any other sentence`,
          ),
        );
  const value = head.name === "goal" ? head.arguments[1] : undefined;
  if (value?.kind === "compound" && !(value.arguments.length === 0 && /^(100|[0-9]{1,2})$/.test(value.name)))
    diagnostics.push(error(at, `${formatTerm(value)} is not a goal value; expected a whole number from 0 to 100`));
  for (const sentence of [head, ...sentencesOf(body)]) {
    const arity = ARITIES[sentence.name];
    if (arity !== undefined && arity !== sentence.arguments.length)
      diagnostics.push(error(at, `"${sentence.name}" takes ${arity} arguments, not ${sentence.arguments.length}`));
  }
  if (sentencesOf(body).some(({ name }) => name === "sees"))
    diagnostics.push(error(at, `"sees" is an output; no rule can use it as a condition`));
  return diagnostics;
}

/** Names with more than one arity, and relations that no rule derives. */
function checkRelations({ rules }: Rulesheet): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const arities = new Map<string, number>();
  const heads = new KnownNames(rules.map(({ head }) => head));
  const facts = factsOf(rules);
  for (const { head, body, at } of rules) {
    for (const sentence of [head, ...sentencesOf(body)]) {
      const known = arities.get(sentence.name) ?? sentence.arguments.length;
      arities.set(sentence.name, known);
      if (known !== sentence.arguments.length && ARITIES[sentence.name] === undefined)
        diagnostics.push(
          warning(at, `"${sentence.name}" has ${sentence.arguments.length} arguments here and ${known} elsewhere`),
        );
    }
    for (const sentence of sentencesOf(body))
      if (!heads.has(sentence) && !INPUT_RELATIONS.includes(sentence.name)) {
        const hint = facts.has(sentence)
          ? `; did you mean (true ${formatTerm(sentence)})?`
          : heads.suggestion(sentence.name);
        diagnostics.push(warning(at, `no rule derives ${signature(sentence)}${hint}`));
      }
  }
  return diagnostics;
}

/** Facts that are tested but never made true, and moves that are never legal: nearly always a mistyped name. */
function checkFactsAndMoves({ rules }: Rulesheet): Diagnostic[] {
  const facts = factsOf(rules);
  const moves = new KnownNames(rules.flatMap(({ head }) => (head.name === "legal" ? head.arguments.slice(1, 2) : [])));
  return rules.flatMap(({ body, at }) =>
    sentencesOf(body).flatMap((sentence) => {
      if (sentence.name === "true")
        return checkTerm(at, sentence.arguments[0], facts, 'no "init" or "next" makes', " true");
      if (sentence.name === "does") return checkTerm(at, sentence.arguments[1], moves, 'no "legal" allows the move');
      return [];
    }),
  );
}

function checkTerm(
  at: SourceLocation,
  used: Term | undefined,
  known: KnownNames,
  what: string,
  end: string = "",
): Diagnostic[] {
  if (used?.kind !== "compound" || known.hasVariable || known.has(used)) return [];
  const alike = known.exampleOf(used.name);
  const hint = alike ? `; elsewhere it has ${argumentCount(alike)}` : known.suggestion(used.name);
  return [warning(at, `${what} ${signature(used)}${end}${hint}`)];
}

function factsOf(rules: readonly Rule[]): KnownNames {
  return new KnownNames(
    rules.flatMap(({ head }) => (head.name === "init" || head.name === "next" ? head.arguments.slice(0, 1) : [])),
  );
}

/** `"cell" with 3 arguments`. */
function signature(sentence: Sentence): string {
  return `"${sentence.name}" with ${argumentCount(sentence)}`;
}

function argumentCount({ arguments: parts }: Sentence): string {
  return parts.length === 1 ? "1 argument" : `${parts.length} arguments`;
}

function checkDependencies({ rules }: Rulesheet): Diagnostic[] {
  const onMoves = dependents(rules, ["does/2"]);
  const onState = dependents(rules, ["does/2", "true/1"]);
  return rules.flatMap(({ head, body, at }) => {
    const touches = (set: ReadonlySet<string>): boolean => sentencesOf(body).some((each) => set.has(relation(each)));
    if (STATIC_RELATIONS.includes(head.name) && touches(onState))
      return [error(at, `"${head.name}" depends on the state or on moves`)];
    if (STATE_RELATIONS.includes(head.name) && touches(onMoves)) return [error(at, `"${head.name}" depends on moves`)];
    return [];
  });
}

/** The given relations and all that depend on one of them. */
function dependents(rules: readonly Rule[], start: readonly string[]): Set<string> {
  return reachable(
    rules.map(({ head, body }) => ({ head: relation(head), needs: sentencesOf(body).map(relation) })),
    start,
  );
}

/** Stratification: no relation depends on its own negation. Recursion does not build ever larger terms. */
function checkStratification(sheet: Rulesheet): Diagnostic[] {
  const split = new Set(unstratifiedRules(splitGoals(sheet)).map(({ at }) => at));
  const diagnostics = unstratifiedRules(sheet).map((rule) => {
    const message = `"${rule.head.name}" depends on its own negation ("not")`;
    return split.has(rule.at) ? error(rule.at, message) : warning(rule.at, `${message}; no single fact does`);
  });
  const components = componentByRelation(sheet);
  for (const { head, body, at } of sheet.rules) {
    const grows = head.arguments.some((part) => part.kind === "compound" && [...variablesOf(part)].length > 0);
    const recursive = sentencesOf(body).some(
      (each) => components.get(relation(each)) === components.get(relation(head)),
    );
    if (grows && recursive && !STATIC_RELATIONS.includes(head.name) && head.name !== "next")
      diagnostics.push(warning(at, `"${head.name}" builds larger terms by recursion and may not terminate`));
  }
  return diagnostics;
}

function unstratifiedRules(sheet: Rulesheet): Rule[] {
  const components = componentByRelation(sheet);
  return sheet.rules.filter(({ head, body }) =>
    body.some(
      (each) =>
        each.kind === "sentence" &&
        each.negated &&
        components.get(relation(each.sentence)) === components.get(relation(head)),
    ),
  );
}

/** For each derived relation, the number of its strongly connected component. */
function componentByRelation({ rules }: Rulesheet): Map<string, number> {
  const names = [...new Set(rules.map(({ head }) => relation(head)))];
  const numbers = new Map(names.map((name, i) => [name, i]));
  const edges: number[][] = names.map(() => []);
  for (const { head, body } of rules)
    for (const sentence of sentencesOf(body)) {
      const target = numbers.get(relation(sentence));
      if (target !== undefined) edges[numbers.get(relation(head)) as number]?.push(target);
    }
  const groups = stronglyConnectedComponents([...names.keys()], (node) => edges[node] ?? []);
  return new Map(groups.flatMap((group, number) => group.map((node) => [names[node] as string, number] as const)));
}

function checkRequired({ rules }: Rulesheet): Diagnostic[] {
  const top: SourceLocation = { line: 1, column: 1 };
  const heads = new Set(rules.map(({ head }) => head.name));
  return [
    ...(heads.has("role") ? [] : [error(top, "no role is defined")]),
    ...checkRoles(rules),
    ...(heads.has("init") ? [] : [warning(top, "no init: nothing is true in the initial state")]),
    ...(heads.has("legal") ? [] : [error(top, "no legal moves are defined")]),
    ...(heads.has("next") ? [] : [warning(top, "no next: every state after the first is empty")]),
    ...(heads.has("terminal") ? [] : [error(top, "no terminal: the game never ends")]),
    ...(heads.has("goal") ? [] : [error(top, "no goals are defined")]),
  ];
}

/** GDL-II: chance needs a player beside it, and percepts go to roles. */
function checkRoles(rules: readonly Rule[]): Diagnostic[] {
  const firstArguments = (relationName: string): { at: SourceLocation; term: Term | undefined }[] =>
    rules.filter(({ head }) => head.name === relationName).map(({ head, at }) => ({ at, term: head.arguments[0] }));
  const roles = firstArguments("role");
  // Roles of rules with variables are not known here.
  if (!roles.every(({ term }) => term?.kind === "compound")) return [];
  const names = new Set(roles.map(({ term }) => formatTerm(term as Term)));
  const [first] = roles;
  return [
    ...(first && [...names].every(isChanceRole)
      ? [error(first.at, 'no role is defined except chance ("random")')]
      : []),
    ...firstArguments("sees").flatMap(({ at, term }) =>
      term?.kind === "compound" && !names.has(formatTerm(term))
        ? [warning(at, `"sees" is for ${formatTerm(term)}, which is not a role`)]
        : [],
    ),
  ];
}

function sentencesOf(body: readonly Literal[]): Sentence[] {
  return body.flatMap((literal) => (literal.kind === "sentence" ? [literal.sentence] : []));
}

function isPositive(literal: Literal): boolean {
  return literal.kind === "sentence" && !literal.negated;
}
