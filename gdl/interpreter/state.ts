/** A rulesheet in one state: its facts, the moves that are made, and what follows from them as far as somebody asks. */
import { Database } from "../datalog/database.ts";
import type { Control, Derivation } from "../datalog/semi-naive.ts";
import { Inquiry } from "../datalog/tabled-resolver.ts";
import { dependents, programOf, strataOf, type Program } from "../datalog/program.ts";
import type { Rulesheet } from "../language/rulesheet.ts";
import { groupDerivation, tangledError } from "../datalog/static-relations.ts";
import type { Clause } from "../datalog/clauses.ts";
import { GameloreError } from "../../engine/contracts/errors.ts";

/** Terms that one state's questions may need. */
const MAX_TERMS = 8_000_000;
/** Relations that never change are found out beforehand if they have no more facts than this. */
const SMALL = 20_000;
/** Attempts at finding them out. */
const STEPS = 2_000_000;

export class Scene {
  readonly program: Program;
  readonly database: Database;
  readonly inquiry: Inquiry;
  /** Relations that follow from the state; of these, those that need moves. */
  readonly #dynamic: readonly number[];
  readonly #moved: readonly number[];
  readonly #isGiven: (symbol: number) => boolean;

  /** Traced, it can be said how a fact followed; then only what is written down as facts is found out beforehand. */
  constructor(sheet: Rulesheet, control: Control, traced: boolean) {
    this.program = programOf(sheet, MAX_TERMS);
    const { symbols, clauses, terms } = this.program;
    this.database = new Database(terms);
    const { groups, tangled } = strataOf(clauses);
    const [first] = tangled;
    if (first !== undefined) throw tangledError(this.program, clauses, first);
    const ranks = new Map(groups.flatMap((group, rank) => group.map(({ headSymbol }) => [headSymbol, rank] as const)));
    const given = new Set<number>();
    const isGiven = (symbol: number): boolean => given.has(symbol) || !ranks.has(symbol);
    for (const group of groups)
      if (this.#isSmall(group, isGiven, control, traced)) for (const { headSymbol } of group) given.add(headSymbol);
    this.#isGiven = isGiven;
    this.inquiry = new Inquiry(this.database, { clauses, ranks, isGiven }, control, traced);
    const onMoves = dependents(clauses, [symbols.does]);
    const relations = [...ranks.keys()].filter((symbol) => !given.has(symbol));
    this.#dynamic = relations.filter((symbol) => this.program.isDynamic(symbol));
    this.#moved = relations.filter((symbol) => onMoves.has(symbol));
  }

  /** From now on these facts are true, and no moves are made. */
  show(facts: Iterable<number>): void {
    const { isTrue, does } = this.program.symbols;
    for (const symbol of this.#dynamic) this.inquiry.forget(symbol);
    this.database.clear(isTrue);
    this.database.clear(does);
    for (const fact of facts) this.#give(isTrue, [fact]);
  }

  /** The moves that are made, each with its role. */
  move(moves: Iterable<readonly [role: number, move: number]>): void {
    const { does } = this.program.symbols;
    for (const symbol of this.#moved) this.inquiry.forget(symbol);
    this.database.clear(does);
    for (const pair of moves) this.#give(does, pair);
  }

  /** All facts of a relation. */
  all(symbol: number): readonly number[] {
    const { terms } = this.program;
    if (this.isGiven(symbol)) {
      const relation = this.database.relation(symbol);
      return Array.from(relation.facts.subarray(0, relation.size));
    }
    const blanks = Int32Array.from({ length: terms.symbols.arity(symbol) }, (_, i) => this.inquiry.blank(i));
    return this.inquiry.ask(terms.make(symbol, blanks, 0));
  }

  /** Whether the facts of a relation are all at hand: they are written down, or no rule gives any. */
  isGiven(symbol: number): boolean {
    return this.#isGiven(symbol);
  }

  #give(symbol: number, parts: readonly number[]): void {
    const fact = this.program.terms.make(symbol, Int32Array.from(parts), 0);
    if (this.database.note(fact)) this.database.join(fact);
  }

  /** Finds out relations that never change and need only such, unless they turn out to be large. */
  #isSmall(
    group: readonly Clause[],
    isGiven: (symbol: number) => boolean,
    control: Control,
    factsOnly: boolean,
  ): boolean {
    const own = new Set(group.map(({ headSymbol }) => headSymbol));
    const written = group.every(({ body }) => body.length === 0);
    if (factsOnly && !written) return false;
    const isReady = group.every(
      ({ body, headSymbol }) =>
        !this.program.isDynamic(headSymbol) &&
        body.every((each) => each.kind === "distinct" || isGiven(each.symbol) || own.has(each.symbol)),
    );
    if (!isReady) return false;
    const limits = written ? control : { ...control, maxFacts: SMALL, maxSteps: STEPS };
    const derivation: Derivation = groupDerivation(this.database, group, limits);
    try {
      derivation.run();
      return true;
    } catch (error) {
      if (!(error instanceof GameloreError) || error.code !== "too-large") throw error;
      derivation.undo();
      return false;
    }
  }
}
