/**
 * Grounding: every way in which a fact that changes during a game may come about, without variables. What may be true is found
 * out generously: a fact may hold where some move of some state may make it hold, and `not` is left open.
 */
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Database } from "./database.ts";
import { Derivation, type Control } from "./semi-naive.ts";
import type { Program } from "./program.ts";
import { deriveStatics, initialFacts, rolesOf } from "./static-relations.ts";
import { grown } from "./terms.ts";

export interface GroundLimits extends Control {
  /** Numbers that all ground rules together may take. */
  readonly maxNumbers: number;
}

/** Rules without variables: head, number of facts, number of absent facts, then those. Facts are terms by number. */
export interface GroundRules {
  readonly program: Program;
  readonly database: Database;
  readonly roles: readonly number[];
  readonly initial: Int32Array;
  readonly rules: Int32Array;
  readonly ruleCount: number;
}

export function ground(program: Program, limits: GroundLimits): GroundRules {
  const database = deriveStatics(program, limits);
  const { terms, symbols } = program;
  const initial = initialFacts(program, database);
  const dynamic = program.clauses.filter(({ headSymbol }) => program.isDynamic(headSymbol));
  const derivation = new Derivation(database, dynamic, { grows: program.isDynamic, isOpen: program.isDynamic }, limits);
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
  for (const fact of initial) derivation.add(isTrue(fact));
  if (!program.isDynamic(symbols.legal)) {
    const relation = database.relation(symbols.legal);
    for (let i = 0; i < relation.size; i++) derivation.add(does(relation.facts[i] as number));
  }
  if (!program.isDynamic(symbols.next)) {
    const relation = database.relation(symbols.next);
    for (let i = 0; i < relation.size; i++) derivation.add(isTrue(terms.argument(relation.facts[i] as number, 0)));
  }
  let rules: Int32Array = new Int32Array(1 << 16);
  let used = 0;
  let ruleCount = 0;
  derivation.run(({ headSymbol }, { head, positive, negative }) => {
    const size = 3 + positive.length + negative.length;
    if (used + size > limits.maxNumbers)
      throw new GameloreError(
        "too-large",
        `the rules without variables take more than ${limits.maxNumbers.toLocaleString("en")} numbers`,
      );
    while (used + size > rules.length) rules = grown(rules);
    rules[used++] = head;
    rules[used++] = positive.length;
    rules[used++] = negative.length;
    for (const fact of positive) rules[used++] = fact;
    for (const fact of negative) rules[used++] = fact;
    ruleCount++;
    if (headSymbol === symbols.next) derivation.add(isTrue(terms.argument(head, 0)));
    else if (headSymbol === symbols.legal) derivation.add(does(head));
  });
  return { program, database, roles: rolesOf(program, database), initial, rules: rules.subarray(0, used), ruleCount };
}
