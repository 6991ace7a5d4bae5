/** The join order of the tabled resolver: the literals of a body in evaluation order, given the variables that the call binds. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import { literalVariables, type Clause, type ClauseLiteral, type Pattern } from "./clauses.ts";
import type { Database, Index, Relation } from "./database.ts";
import { compilePattern, bindingPatternOf, type MatchNode } from "./matcher.ts";

export type ResolutionStep = { readonly literal: number } & (
  | { readonly kind: "distinct"; readonly negated: boolean; readonly left: Pattern; readonly right: Pattern }
  /** Of materialized relations. */
  | { readonly kind: "lookup"; readonly pattern: Pattern; readonly negated: boolean }
  | {
      readonly kind: "join";
      readonly relation: Relation;
      readonly index: Index | null;
      readonly pattern: Pattern;
      readonly node: MatchNode;
    }
  /** Of relations derived on demand. */
  | { readonly kind: "call"; readonly pattern: Pattern; readonly node: MatchNode; readonly bound: ReadonlySet<number> }
  | { readonly kind: "negation"; readonly pattern: Pattern; readonly symbol: number }
);

export interface JoinOrder {
  readonly clause: Clause;
  readonly steps: readonly ResolutionStep[];
}

/** The order of the rulesheet, with tests moved to the front as soon as their variables are bound. */
export function joinOrder(
  clause: Clause,
  given: Iterable<number>,
  database: Database,
  isMaterialized: (symbol: number) => boolean,
): JoinOrder {
  const bound = new Set(given);
  const left = new Set(clause.body.keys());
  const steps: ResolutionStep[] = [];
  const isBound = (number: number): boolean =>
    literalVariables(clause.body[number] as ClauseLiteral).every((variable) => bound.has(variable));
  while (left.size > 0) {
    const numbers = [...left];
    const next =
      numbers.find((number) => isCheap(clause.body[number] as ClauseLiteral, isMaterialized) && isBound(number)) ??
      numbers.find((number) => isPositive(clause.body[number] as ClauseLiteral) || isBound(number));
    if (next === undefined)
      throw new GameloreError(
        "bad-rules",
        `line ${clause.rule.at.line}: a variable under "not" or "distinct" is not bound by a positive condition`,
      );
    left.delete(next);
    steps.push(stepOf(clause.body[next] as ClauseLiteral, next, bound, database, isMaterialized));
  }
  return { clause, steps };
}

function isPositive(literal: ClauseLiteral): boolean {
  return literal.kind === "sentence" && !literal.negated;
}

function isCheap(literal: ClauseLiteral, isMaterialized: (symbol: number) => boolean): boolean {
  return literal.kind === "distinct" || isMaterialized(literal.symbol);
}

function stepOf(
  each: ClauseLiteral,
  literal: number,
  bound: Set<number>,
  database: Database,
  isMaterialized: (symbol: number) => boolean,
): ResolutionStep {
  if (each.kind === "distinct") return { ...each, literal };
  const { pattern, symbol, negated } = each;
  const materialized = isMaterialized(symbol);
  if (negated)
    return materialized
      ? { kind: "lookup", pattern, negated, literal }
      : { kind: "negation", pattern, symbol, literal };
  if (!materialized) {
    const before = new Set(bound);
    return { kind: "call", pattern, node: compilePattern(pattern, bound), bound: before, literal };
  }
  if (literalVariables(each).every((variable) => bound.has(variable)))
    return { kind: "lookup", pattern, negated, literal };
  const skeleton = bindingPatternOf(pattern, bound);
  const relation = database.relation(symbol);
  const index = skeleton ? relation.index(skeleton) : null;
  return { kind: "join", relation, index, pattern, node: compilePattern(pattern, bound), literal };
}
