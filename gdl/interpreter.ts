/** A rulesheet played by deriving everything anew in every state: slow, and right for any rulesheet that has an order of its relations. */
import { type Clause } from "./clauses.ts";
import type { Database } from "./database.ts";
import type { Control, Derivation } from "./derive.ts";
import { strataOf, type Program } from "./program.ts";
import type { Facts, Reasoner } from "./reasoner.ts";
import { deriveStatics, groupDerivation, initialFacts, rolesOf, tangledError } from "./statics.ts";

/** Clauses that are derived together, group after group. */
interface Layer {
  readonly derivations: readonly Derivation[];
  readonly symbols: readonly number[];
}

export class Interpreter implements Reasoner {
  readonly roles: readonly string[];
  readonly #program: Program;
  readonly #database: Database;
  readonly #roles: readonly number[];
  readonly #initial: Facts;
  /** What follows from the state alone, and what also needs moves. */
  readonly #now: Layer;
  readonly #then: Layer;
  readonly #parts: Int32Array = new Int32Array(2);
  #shown: Facts | null = null;

  constructor(program: Program, control: Control) {
    this.#program = program;
    this.#database = deriveStatics(program, control);
    this.#roles = rolesOf(program, this.#database);
    this.roles = this.#roles.map((role) => program.terms.format(role));
    this.#initial = initialFacts(program, this.#database);
    const dynamic = program.clauses.filter(({ headSymbol }) => program.isDynamic(headSymbol));
    const moved = dependents(dynamic, program.symbols.does);
    this.#now = this.#layer(
      dynamic.filter(({ headSymbol }) => !moved.has(headSymbol)),
      control,
    );
    this.#then = this.#layer(
      dynamic.filter(({ headSymbol }) => moved.has(headSymbol)),
      control,
    );
  }

  initial(): Facts {
    return this.#initial;
  }

  legal(state: Facts): number[][] {
    this.#show(state);
    const { terms, symbols } = this.#program;
    const legal: number[][] = this.#roles.map(() => []);
    const relation = this.#database.relation(symbols.legal);
    for (let i = 0; i < relation.size; i++) {
      const fact = relation.facts[i] as number;
      legal[this.#roles.indexOf(terms.argument(fact, 0))]?.push(terms.argument(fact, 1));
    }
    return legal;
  }

  next(state: Facts, moves: readonly number[]): Facts {
    this.#show(state);
    const { terms, symbols } = this.#program;
    this.#clear(this.#then);
    this.#database.clear(symbols.does);
    for (const [i, role] of this.#roles.entries()) this.#join(symbols.does, role, moves[i] as number);
    for (const derivation of this.#then.derivations) derivation.run();
    const relation = this.#database.relation(symbols.next);
    return Int32Array.from({ length: relation.size }, (_, i) => terms.argument(relation.facts[i] as number, 0)).sort();
  }

  isTerminal(state: Facts): boolean {
    this.#show(state);
    return this.#database.relation(this.#program.symbols.terminal).size > 0;
  }

  goals(state: Facts): (number | null)[] {
    this.#show(state);
    const { terms, symbols } = this.#program;
    const relation = this.#database.relation(symbols.goal);
    const values: number[][] = this.#roles.map(() => []);
    for (let i = 0; i < relation.size; i++) {
      const fact = relation.facts[i] as number;
      values[this.#roles.indexOf(terms.argument(fact, 0))]?.push(Number(terms.format(terms.argument(fact, 1))));
    }
    return values.map(([one, ...more]) => (one === undefined || more.length > 0 ? null : one));
  }

  factText(fact: number): string {
    return this.#program.terms.format(fact);
  }

  moveText(move: number): string {
    return this.#program.terms.format(move);
  }

  /** Derives what follows from a state, unless it is the one of the last question. */
  #show(state: Facts): void {
    if (this.#shown === state) return;
    const { symbols } = this.#program;
    this.#clear(this.#now);
    this.#database.clear(symbols.isTrue);
    for (const fact of state) this.#join(symbols.isTrue, fact);
    for (const derivation of this.#now.derivations) derivation.run();
    this.#shown = state;
  }

  #join(symbol: number, ...parts: number[]): void {
    this.#parts.set(parts);
    const fact = this.#program.terms.make(symbol, this.#parts, 0);
    if (this.#database.note(fact)) this.#database.join(fact);
  }

  #clear({ derivations, symbols }: Layer): void {
    for (const symbol of symbols) this.#database.clear(symbol);
    for (const derivation of derivations) derivation.reset();
  }

  #layer(clauses: readonly Clause[], control: Control): Layer {
    const { groups, tangled } = strataOf(clauses);
    const [first] = tangled;
    if (first !== undefined) throw tangledError(this.#program, clauses, first);
    return {
      derivations: groups.map((group) => groupDerivation(this.#database, group, control)),
      symbols: [...new Set(clauses.map(({ headSymbol }) => headSymbol))],
    };
  }
}

/** The relations that depend on one, itself not among them. */
function dependents(clauses: readonly Clause[], symbol: number): Set<number> {
  const found = new Set<number>();
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const { headSymbol, body } of clauses)
      if (body.some((each) => each.kind === "sentence" && (each.symbol === symbol || found.has(each.symbol))))
        found.add(headSymbol);
  }
  return found;
}
