/** A state of a game in the interpreter: its facts, the moves made, and the relations derived from them on demand. */
import { Database } from "../datalog/database.ts";
import type { Control, SemiNaiveEvaluation } from "../datalog/semi-naive.ts";
import { TabledResolver } from "../datalog/tabled-resolver.ts";
import { dependents, programOf, stratify, type Program } from "../datalog/program.ts";
import type { Rulesheet } from "../language/rulesheet.ts";
import { stratumEvaluation, unstratifiedError } from "../datalog/static-relations.ts";
import type { Clause } from "../datalog/clauses.ts";
import { GameloreError } from "../../engine/contracts/errors.ts";

const MAX_TERMS = 8_000_000;
/** Static relations up to this size are materialized. */
const MAX_MATERIALIZED = 20_000;
/** Limit of join steps for materializing a stratum. */
const MAX_STEPS = 2_000_000;

export class State {
  readonly program: Program;
  readonly database: Database;
  readonly resolver: TabledResolver;
  /** Derived relations that depend on the state, and those of them that depend on moves. */
  readonly #stateDependent: readonly number[];
  readonly #moveDependent: readonly number[];
  readonly #isMaterialized: (symbol: number) => boolean;

  /** If traced, facts have justifications, and only relations given as facts are materialized. */
  constructor(sheet: Rulesheet, control: Control, traced: boolean) {
    this.program = programOf(sheet, MAX_TERMS);
    const { symbols, clauses, terms } = this.program;
    this.database = new Database(terms);
    const { strata, unstratified } = stratify(clauses);
    const [first] = unstratified;
    if (first !== undefined) throw unstratifiedError(this.program, clauses, first);
    const ranks = new Map(
      strata.flatMap((stratum, rank) => stratum.map(({ headSymbol }) => [headSymbol, rank] as const)),
    );
    const materialized = new Set<number>();
    const isMaterialized = (symbol: number): boolean => materialized.has(symbol) || !ranks.has(symbol);
    for (const stratum of strata)
      if (this.#materialize(stratum, isMaterialized, control, traced))
        for (const { headSymbol } of stratum) materialized.add(headSymbol);
    this.#isMaterialized = isMaterialized;
    this.resolver = new TabledResolver(this.database, { clauses, ranks, isMaterialized }, control, traced);
    const moveDependent = dependents(clauses, [symbols.does]);
    const relations = [...ranks.keys()].filter((symbol) => !materialized.has(symbol));
    this.#stateDependent = relations.filter((symbol) => this.program.isDynamic(symbol));
    this.#moveDependent = relations.filter((symbol) => moveDependent.has(symbol));
  }

  /** Replaces the state and removes the moves. */
  setFacts(facts: Iterable<number>): void {
    const { isTrue, does } = this.program.symbols;
    for (const symbol of this.#stateDependent) this.resolver.abolish(symbol);
    this.database.clear(isTrue);
    this.database.clear(does);
    for (const fact of facts) this.#insert(isTrue, [fact]);
  }

  setMoves(moves: Iterable<readonly [role: number, move: number]>): void {
    const { does } = this.program.symbols;
    for (const symbol of this.#moveDependent) this.resolver.abolish(symbol);
    this.database.clear(does);
    for (const pair of moves) this.#insert(does, pair);
  }

  /** All facts of a relation. */
  factsOf(symbol: number): readonly number[] {
    const { terms } = this.program;
    if (this.isMaterialized(symbol)) {
      const relation = this.database.relation(symbol);
      return Array.from(relation.facts.subarray(0, relation.size));
    }
    const variables = Int32Array.from({ length: terms.symbols.arity(symbol) }, (_, i) => this.resolver.variable(i));
    return this.resolver.solve(terms.make(symbol, variables, 0));
  }

  /** Whether the database contains all facts of a relation. */
  isMaterialized(symbol: number): boolean {
    return this.#isMaterialized(symbol);
  }

  #insert(symbol: number, parts: readonly number[]): void {
    const fact = this.program.terms.make(symbol, Int32Array.from(parts), 0);
    if (this.database.addPending(fact)) this.database.insert(fact);
  }

  /** Materializes a static stratum unless it is large; returns whether it did. */
  #materialize(
    stratum: readonly Clause[],
    isMaterialized: (symbol: number) => boolean,
    control: Control,
    factsOnly: boolean,
  ): boolean {
    const own = new Set(stratum.map(({ headSymbol }) => headSymbol));
    const isGivenAsFacts = stratum.every(({ body }) => body.length === 0);
    if (factsOnly && !isGivenAsFacts) return false;
    const isReady = stratum.every(
      ({ body, headSymbol }) =>
        !this.program.isDynamic(headSymbol) &&
        body.every((each) => each.kind === "distinct" || isMaterialized(each.symbol) || own.has(each.symbol)),
    );
    if (!isReady) return false;
    const limits = isGivenAsFacts ? control : { ...control, maxFacts: MAX_MATERIALIZED, maxSteps: MAX_STEPS };
    const evaluation: SemiNaiveEvaluation = stratumEvaluation(this.database, stratum, limits);
    try {
      evaluation.run();
      return true;
    } catch (error) {
      if (!(error instanceof GameloreError) || error.code !== "too-large") throw error;
      evaluation.undo();
      return false;
    }
  }
}
