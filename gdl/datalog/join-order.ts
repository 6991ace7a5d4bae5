/** In which order the interpreter asks for the conditions of a clause, given which of its variables are known from what is asked. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import { literalVariables, type Clause, type ClauseLiteral, type Pattern } from "./clauses.ts";
import type { Database, Index, Relation } from "./database.ts";
import { nodeOf, skeletonOf, type Node } from "./matcher.ts";

export type BodyStep = { readonly literal: number } & (
  | { readonly kind: "distinct"; readonly negated: boolean; readonly left: Pattern; readonly right: Pattern }
  /** Facts that are at hand. */
  | { readonly kind: "look"; readonly pattern: Pattern; readonly negated: boolean }
  | {
      readonly kind: "join";
      readonly relation: Relation;
      readonly index: Index | null;
      readonly pattern: Pattern;
      readonly node: Node;
    }
  /** What follows from rules. */
  | { readonly kind: "ask"; readonly pattern: Pattern; readonly node: Node; readonly bound: ReadonlySet<number> }
  | { readonly kind: "refute"; readonly pattern: Pattern; readonly symbol: number }
);

export interface BodyPlan {
  readonly clause: Clause;
  readonly steps: readonly BodyStep[];
}

/** The order of the rulesheet, but what only checks comes as soon as it can. `isGiven`: facts of the relation are at hand. */
export function bodyPlan(
  clause: Clause,
  known: Iterable<number>,
  database: Database,
  isGiven: (symbol: number) => boolean,
): BodyPlan {
  const bound = new Set(known);
  const left = new Set(clause.body.keys());
  const steps: BodyStep[] = [];
  const isBound = (number: number): boolean =>
    literalVariables(clause.body[number] as ClauseLiteral).every((variable) => bound.has(variable));
  while (left.size > 0) {
    const numbers = [...left];
    const next =
      numbers.find((number) => isCheap(clause.body[number] as ClauseLiteral, isGiven) && isBound(number)) ??
      numbers.find((number) => isPositive(clause.body[number] as ClauseLiteral) || isBound(number));
    if (next === undefined)
      throw new GameloreError(
        "bad-rules",
        `line ${clause.rule.at.line}: a variable under "not" or "distinct" is bound by nothing else`,
      );
    left.delete(next);
    steps.push(stepOf(clause.body[next] as ClauseLiteral, next, bound, database, isGiven));
  }
  return { clause, steps };
}

function isPositive(literal: ClauseLiteral): boolean {
  return literal.kind === "sentence" && !literal.negated;
}

function isCheap(literal: ClauseLiteral, isGiven: (symbol: number) => boolean): boolean {
  return literal.kind === "distinct" || isGiven(literal.symbol);
}

function stepOf(
  each: ClauseLiteral,
  literal: number,
  bound: Set<number>,
  database: Database,
  isGiven: (symbol: number) => boolean,
): BodyStep {
  if (each.kind === "distinct") return { ...each, literal };
  const { pattern, symbol, negated } = each;
  const given = isGiven(symbol);
  if (negated)
    return given ? { kind: "look", pattern, negated, literal } : { kind: "refute", pattern, symbol, literal };
  if (!given) {
    const before = new Set(bound);
    return { kind: "ask", pattern, node: nodeOf(pattern, bound), bound: before, literal };
  }
  if (literalVariables(each).every((variable) => bound.has(variable)))
    return { kind: "look", pattern, negated, literal };
  const skeleton = skeletonOf(pattern, bound);
  const relation = database.relation(symbol);
  const index = skeleton ? relation.index(skeleton) : null;
  return { kind: "join", relation, index, pattern, node: nodeOf(pattern, bound), literal };
}
