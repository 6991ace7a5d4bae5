/** Compares the rules of two rulesheets, ignoring their order, layout, variable names, and how `or` is written. */
import { formatTerm, type Literal, type Rule, type Rulesheet } from "./rulesheet.ts";
import { ruleShape, areEquivalentRules } from "./rule-equivalence.ts";

export interface Difference {
  readonly onlyInFirst: readonly Rule[];
  readonly onlyInSecond: readonly Rule[];
  /** Number of rules in both. */
  readonly shared: number;
  /** The roles of both if only their order differs: the order decides who is the first player. */
  readonly roles: { readonly first: readonly string[]; readonly second: readonly string[] } | null;
}

export function compareRulesheets(first: Rulesheet, second: Rulesheet): Difference {
  const [one, two] = [byShape(first), byShape(second)];
  const missing = (rules: ReadonlyMap<string, readonly Rule[]>, other: ReadonlyMap<string, readonly Rule[]>): Rule[] =>
    [...rules].flatMap(([shape, own]) =>
      own.filter((rule) => !other.get(shape)?.some((candidate) => areEquivalentRules(rule, candidate))),
    );
  const onlyInFirst = missing(one, two);
  const onlyInSecond = missing(two, one);
  const all = [...one.values()].reduce((sum, rules) => sum + rules.length, 0);
  const [roles, otherRoles] = [rolesOf(first), rolesOf(second)];
  const sameRoles = roles.toSorted().join(" ") === otherRoles.toSorted().join(" ");
  return {
    onlyInFirst: sorted(onlyInFirst),
    onlyInSecond: sorted(onlyInSecond),
    shared: all - onlyInFirst.length,
    roles: sameRoles && roles.join(" ") !== otherRoles.join(" ") ? { first: roles, second: otherRoles } : null,
  };
}

export function areDifferent({ onlyInFirst, onlyInSecond, roles }: Difference): boolean {
  return onlyInFirst.length > 0 || onlyInSecond.length > 0 || roles !== null;
}

/** A rule on one line, with `or` expanded. */
export function ruleText({ head, body }: Rule): string {
  if (body.length === 0) return formatTerm(head);
  return `(<= ${[formatTerm(head), ...body.map(literalText)].join(" ")})`;
}

export function literalText(literal: Literal): string {
  const text =
    literal.kind === "distinct"
      ? `(distinct ${formatTerm(literal.left)} ${formatTerm(literal.right)})`
      : formatTerm(literal.sentence);
  return literal.negated ? `(not ${text})` : text;
}

/** Rules grouped by shape, without duplicates. */
function byShape({ rules }: Rulesheet): Map<string, Rule[]> {
  const found = new Map<string, Rule[]>();
  for (const rule of rules) {
    const shape = ruleShape(rule);
    const own = found.get(shape) ?? [];
    if (!own.some((other) => areEquivalentRules(rule, other))) own.push(rule);
    found.set(shape, own);
  }
  return found;
}

function rolesOf({ rules }: Rulesheet): string[] {
  return rules.filter(({ head }) => head.name === "role").flatMap(({ head }) => head.arguments.map(formatTerm));
}

function sorted(rules: readonly Rule[]): Rule[] {
  return rules.toSorted((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
}
