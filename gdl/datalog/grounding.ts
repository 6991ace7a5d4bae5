/**
 * Grounding: all instances of the rules whose relations depend on the state or on moves. Reachability is overestimated: a fact may hold
 * if some move in some state makes it hold, and negated literals count as open.
 */
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Database } from "./database.ts";
import { SemiNaiveEvaluation, type Control } from "./semi-naive.ts";
import type { Program } from "./program.ts";
import { evaluateStatics, initialFacts, rolesOf } from "./static-relations.ts";
import { grown } from "./terms.ts";

interface GroundingLimits extends Control {
  /** 32-bit words of all ground rules together. */
  readonly maxRuleWords: number;
}

/** Each ground rule: head, number of positive and of negative literals, then the literals. Atoms are term numbers. */
export interface GroundRules {
  readonly program: Program;
  readonly database: Database;
  readonly roles: readonly number[];
  readonly initial: Int32Array;
  readonly rules: Int32Array;
  readonly ruleCount: number;
}

export function ground(program: Program, limits: GroundingLimits): GroundRules {
  const database = evaluateStatics(program, limits);
  const { terms, symbols } = program;
  const initial = initialFacts(program, database);
  const dynamic = program.clauses.filter(({ headSymbol }) => program.isDynamic(headSymbol));
  const evaluation = new SemiNaiveEvaluation(
    database,
    dynamic,
    { grows: program.isDynamic, isOpen: program.isDynamic },
    limits,
  );
  const parts = new Int32Array(2);
  const isTrue = (fact: number): number => {
    parts[0] = fact;
    return terms.make(symbols.isTrue, parts, 0);
  };
  const does = (legal: number): number => {
    parts[0] = terms.argument(legal, 0);
    parts[1] = terms.argument(legal, 1);
    return terms.make(symbols.does, parts, 0);
  };
  for (const fact of initial) evaluation.add(isTrue(fact));
  if (!program.isDynamic(symbols.legal)) {
    const relation = database.relation(symbols.legal);
    for (let i = 0; i < relation.size; i++) evaluation.add(does(relation.facts[i] as number));
  }
  if (!program.isDynamic(symbols.next)) {
    const relation = database.relation(symbols.next);
    for (let i = 0; i < relation.size; i++) evaluation.add(isTrue(terms.argument(relation.facts[i] as number, 0)));
  }
  let rules: Int32Array = new Int32Array(1 << 16);
  let used = 0;
  let ruleCount = 0;
  evaluation.run(({ headSymbol }, { head, positive, negative }) => {
    const size = 3 + positive.length + negative.length;
    if (used + size > limits.maxRuleWords)
      throw new GameloreError(
        "too-large",
        `the ground rules take more than ${limits.maxRuleWords.toLocaleString("en")} words`,
      );
    while (used + size > rules.length) rules = grown(rules);
    rules[used++] = head;
    rules[used++] = positive.length;
    rules[used++] = negative.length;
    for (const fact of positive) rules[used++] = fact;
    for (const fact of negative) rules[used++] = fact;
    ruleCount++;
    if (headSymbol === symbols.next) evaluation.add(isTrue(terms.argument(head, 0)));
    else if (headSymbol === symbols.legal) evaluation.add(does(head));
  });
  return { program, database, roles: rolesOf(program, database), initial, rules: rules.subarray(0, used), ruleCount };
}
