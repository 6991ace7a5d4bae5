/**
 * Goal-directed resolution with tabling. Every call has a table of its answers; each consumer receives every answer once, so left recursion
 * terminates. A negated call is delayed until no other work is left, lower strata first: by then its table is complete.
 */
import { GameloreError } from "../../engine/contracts/errors.ts";
import { joinOrder, type JoinOrder, type ResolutionStep } from "./join-order.ts";
import type { Clause, Pattern } from "./clauses.ts";
import type { Database } from "./database.ts";
import { withRule, type Control } from "./semi-naive.ts";
import { Matcher } from "./matcher.ts";
import type { Terms } from "./terms.ts";

/** The answers of a call. */
interface Table {
  /** A term; free arguments are numbered variables. */
  readonly call: number;
  readonly isGround: boolean;
  readonly answers: number[];
  readonly answerSet: Set<number>;
  consumers: Consumer[];
  isComplete: boolean;
}

/** A suspended clause that waits for answers at one of its steps. */
interface Consumer {
  readonly owner: Table;
  readonly order: JoinOrder;
  readonly at: number;
  readonly values: Int32Array;
  /** The table it consumes; null if the clause has not started. */
  readonly source: Table | null;
  /** Number of answers received. */
  consumed: number;
  isQueued: boolean;
}

/** The first derivation of a fact: its clause and the values of the variables. */
interface Justification {
  readonly clause: Clause;
  readonly values: Int32Array;
}

interface ResolverProgram {
  readonly clauses: readonly Clause[];
  /** By derived relation, the number of its stratum. */
  readonly ranks: ReadonlyMap<number, number>;
  /** Whether the database contains all facts of a relation. */
  isMaterialized(symbol: number): boolean;
}

const GROUND = 1;
const NON_GROUND = 2;
const CHECK_EVERY = 1 << 12;

export class TabledResolver {
  readonly #database: Database;
  readonly #terms: Terms;
  readonly #program: ResolverProgram;
  readonly #control: Control;
  readonly #clauses: ReadonlyMap<number, readonly Clause[]>;
  readonly #orders = new Map<Clause, Map<string, JoinOrder>>();
  readonly #tables = new Map<number, Map<number, Table>>();
  readonly #matcher: Matcher;
  /** By term: 0 if unknown, GROUND or NON_GROUND. */
  #groundness: Uint8Array = new Uint8Array(1 << 12);
  readonly #variables: number[] = [];
  readonly #ready: Consumer[] = [];
  readonly #delayed: Consumer[][] = [];
  #incomplete: Table[] = [];
  /** Number of answers and tables. */
  #entries = 0;
  #current: Clause | null = null;
  #suspensions = 0;
  #steps = 0;
  /** Steps at the start of the current call. */
  #callStart = 0;
  readonly #justifications: Map<number, Justification> | null;

  constructor(database: Database, program: ResolverProgram, control: Control, traced: boolean) {
    this.#database = database;
    this.#terms = database.terms;
    this.#program = program;
    this.#control = control;
    this.#clauses = Map.groupBy(program.clauses, ({ headSymbol }) => headSymbol);
    this.#matcher = new Matcher(database.terms, new Int32Array(0));
    this.#justifications = traced ? new Map() : null;
  }

  /** All answers of a call. */
  solve(call: number): readonly number[] {
    const { answers, isComplete } = this.#tableFor(call);
    if (!isComplete) this.#run();
    return answers;
  }

  /** A variable of a call; equal numbers stand for equal values. */
  variable(number: number): number {
    return (this.#variables[number] ??= this.#mark(this.#terms.constant(`?${number}`), NON_GROUND));
  }

  justification(fact: number): Justification | undefined {
    return this.#justifications?.get(fact);
  }

  /** Deletes the tables of a relation. */
  abolish(symbol: number): void {
    for (const { answers } of this.#tables.get(symbol)?.values() ?? []) {
      this.#entries -= answers.length + 1;
      if (this.#justifications) for (const fact of answers) this.#justifications.delete(fact);
    }
    this.#tables.delete(symbol);
  }

  #tableFor(call: number): Table {
    const symbol = this.#terms.symbol(call);
    let tables = this.#tables.get(symbol);
    if (!tables) this.#tables.set(symbol, (tables = new Map()));
    const known = tables.get(call);
    if (known) return known;
    const isGround = !this.#isNonGround(call);
    const table: Table = { call, isGround, answers: [], answerSet: new Set(), consumers: [], isComplete: false };
    tables.set(call, table);
    this.#incomplete.push(table);
    this.#countEntry();
    for (const clause of this.#clauses.get(symbol) ?? []) {
      const values = new Int32Array(clause.variables).fill(-1);
      if (!this.#unify(clause.head, call, values)) continue;
      const order = this.#orderFor(clause, values);
      this.#ready.push({ owner: table, order, at: 0, values, source: null, consumed: 0, isQueued: true });
    }
    return table;
  }

  /** Unifies a head with a call; variables of the clause get values where the call is ground. */
  #unify(head: Pattern, call: number, values: Int32Array): boolean {
    if (head.kind === "variable") {
      if (this.#isNonGround(call)) return true;
      const value = values[head.variable] as number;
      values[head.variable] = call;
      return value < 0 || value === call;
    }
    if (head.kind === "ground") return this.#isInstance(call, head.term);
    if (this.#isVariable(call)) return true;
    if (this.#terms.symbol(call) !== head.symbol) return false;
    return head.arguments.every((part, i) => this.#unify(part, this.#terms.argument(call, i), values));
  }

  /** Whether a ground term is an instance of a call, if repeated variables are ignored. */
  #isInstance(call: number, term: number): boolean {
    if (call === term || this.#isVariable(call)) return true;
    const symbol = this.#terms.symbol(call);
    if (!this.#isNonGround(call) || this.#terms.symbol(term) !== symbol) return false;
    for (let i = 0; i < this.#terms.symbols.arity(symbol); i++)
      if (!this.#isInstance(this.#terms.argument(call, i), this.#terms.argument(term, i))) return false;
    return true;
  }

  /** Whether a ground term is an instance of a call: equal variables have equal values. */
  #isAnswer(call: number, term: number, values: Map<number, number>): boolean {
    if (call === term) return true;
    if (this.#isVariable(call)) {
      const value = values.get(call) ?? term;
      values.set(call, value);
      return value === term;
    }
    const symbol = this.#terms.symbol(call);
    if (this.#terms.symbol(term) !== symbol) return false;
    for (let i = 0; i < this.#terms.symbols.arity(symbol); i++)
      if (!this.#isAnswer(this.#terms.argument(call, i), this.#terms.argument(term, i), values)) return false;
    return true;
  }

  #orderFor(clause: Clause, values: Int32Array): JoinOrder {
    let orders = this.#orders.get(clause);
    if (!orders) this.#orders.set(clause, (orders = new Map()));
    const bound = [...values.keys()].filter((variable) => (values[variable] as number) >= 0);
    const key = bound.join();
    let order = orders.get(key);
    if (!order)
      orders.set(
        key,
        (order = joinOrder(clause, bound, this.#database, (symbol) => this.#program.isMaterialized(symbol))),
      );
    return order;
  }

  #run(): void {
    try {
      while (true) {
        const consumer = this.#ready.pop();
        if (consumer) this.#resume(consumer);
        else if (!this.#resumeDelayed()) break;
      }
      this.#suspensions = 0;
      this.#callStart = this.#steps;
      for (const table of this.#incomplete) this.#complete(table);
      this.#incomplete = [];
    } catch (error) {
      // Incomplete tables must not be reused.
      this.#ready.length = 0;
      this.#delayed.length = 0;
      this.#incomplete = [];
      this.#tables.clear();
      this.#entries = 0;
      this.#suspensions = 0;
      this.#callStart = this.#steps;
      throw withRule(this.#current?.rule, error);
    }
  }

  #check(): void {
    if (this.#suspensions > this.#control.maxFacts) this.#countEntry();
    if (this.#steps - this.#callStart > (this.#control.maxSteps ?? Number.POSITIVE_INFINITY))
      throw new GameloreError("too-large", "one state takes too many resolution steps");
    this.#control.check?.();
  }

  #complete(table: Table): void {
    table.isComplete = true;
    table.consumers = [];
  }

  #resume(consumer: Consumer): void {
    const { owner, order, at, source, values } = consumer;
    if (owner.isComplete) return;
    this.#current = order.clause;
    if (source === null) {
      this.#matcher.values = values;
      this.#resolve(owner, order, at);
      return;
    }
    const { node } = order.steps[at] as ResolutionStep & { kind: "call" };
    while (consumer.consumed < source.answers.length && !owner.isComplete) {
      this.#matcher.values = values;
      if (this.#matcher.match(node, source.answers[consumer.consumed++] as number)) this.#resolve(owner, order, at + 1);
    }
    consumer.isQueued = false;
  }

  /** Resumes a consumer delayed by negation; all tables it depends on are complete. */
  #resumeDelayed(): boolean {
    for (const delayed of this.#delayed) {
      const consumer = delayed?.pop();
      if (!consumer) continue;
      const { owner, order, at, source, values } = consumer;
      if (owner.isComplete || (source as Table).answers.length > 0) return true;
      this.#matcher.values = values;
      this.#current = order.clause;
      this.#resolve(owner, order, at + 1);
      return true;
    }
    return false;
  }

  /** Continues a clause from a step with the matcher's values. */
  #resolve(owner: Table, order: JoinOrder, at: number): void {
    if (++this.#steps % CHECK_EVERY === 0) this.#check();
    const matcher = this.#matcher;
    const step = order.steps[at];
    if (step === undefined) {
      this.#add(owner, matcher.build(order.clause.head), order.clause);
      return;
    }
    switch (step.kind) {
      case "distinct":
        if ((matcher.build(step.left) !== matcher.build(step.right)) !== step.negated)
          this.#resolve(owner, order, at + 1);
        return;
      case "lookup":
        if (this.#database.holds(matcher.build(step.pattern)) !== step.negated) this.#resolve(owner, order, at + 1);
        return;
      case "join":
        this.#join(step, owner, order, at);
        return;
      case "call":
        this.#consume(step, owner, order, at);
        return;
      case "negation": {
        const source = this.#tableFor(matcher.build(step.pattern));
        if (source.answers.length > 0) return;
        if (source.isComplete) return this.#resolve(owner, order, at + 1);
        this.#suspensions++;
        const values = matcher.values.slice();
        const rank = this.#program.ranks.get(step.symbol) ?? 0;
        (this.#delayed[rank] ??= []).push({ owner, order, at, values, source, consumed: 0, isQueued: false });
      }
    }
  }

  #join(step: ResolutionStep & { kind: "join" }, owner: Table, order: JoinOrder, at: number): void {
    const { relation, index, node, pattern } = step;
    const matcher = this.#matcher;
    if (index === null) {
      for (let i = 0; i < relation.size && !owner.isComplete; i++)
        if (matcher.match(node, relation.facts[i] as number)) this.#resolve(owner, order, at + 1);
      return;
    }
    for (
      let entry = index.last(matcher.key(index.pattern, pattern, 0));
      entry >= 0 && !owner.isComplete;
      entry = index.previous[entry] as number
    )
      if (matcher.match(node, index.facts[entry] as number)) this.#resolve(owner, order, at + 1);
  }

  #consume(step: ResolutionStep & { kind: "call" }, owner: Table, order: JoinOrder, at: number): void {
    const matcher = this.#matcher;
    const source = this.#tableFor(this.#callOf(step));
    if (source.isComplete) {
      for (let i = 0; i < source.answers.length && !owner.isComplete; i++)
        if (matcher.match(step.node, source.answers[i] as number)) this.#resolve(owner, order, at + 1);
      return;
    }
    this.#suspensions++;
    const isQueued = source.answers.length > 0;
    const consumer: Consumer = { owner, order, at, values: matcher.values.slice(), source, consumed: 0, isQueued };
    source.consumers.push(consumer);
    if (isQueued) this.#ready.push(consumer);
  }

  /** The call of a step: unbound variables are numbered in order of occurrence. */
  #callOf({ pattern, bound }: ResolutionStep & { kind: "call" }): number {
    const { values } = this.#matcher;
    const names: number[] = [];
    const build = (part: Pattern): number => {
      if (part.kind === "ground") return part.term;
      if (part.kind === "variable") {
        if (bound.has(part.variable)) return values[part.variable] as number;
        if (!names.includes(part.variable)) names.push(part.variable);
        return this.variable(names.indexOf(part.variable));
      }
      return this.#terms.make(part.symbol, Int32Array.from(part.arguments, build), 0);
    };
    return build(pattern);
  }

  #countEntry(): void {
    if (++this.#entries + this.#suspensions > this.#control.maxFacts)
      throw new GameloreError(
        "too-large",
        `more than ${this.#control.maxFacts.toLocaleString("en")} answers and calls in one state`,
      );
  }

  #add(table: Table, fact: number, clause: Clause): void {
    if (table.answerSet.has(fact)) return;
    if (table.isGround ? fact !== table.call : !this.#isAnswer(table.call, fact, new Map())) return;
    this.#countEntry();
    table.answerSet.add(fact);
    table.answers.push(fact);
    if (this.#justifications && !this.#justifications.has(fact))
      this.#justifications.set(fact, { clause, values: this.#matcher.values.slice() });
    for (const consumer of table.consumers) {
      if (consumer.isQueued) continue;
      consumer.isQueued = true;
      this.#ready.push(consumer);
    }
    // A ground call has at most one answer.
    if (table.isGround) table.isComplete = true;
  }

  #isVariable(term: number): boolean {
    return this.#isNonGround(term) && this.#terms.symbols.arity(this.#terms.symbol(term)) === 0;
  }

  #isNonGround(term: number): boolean {
    const known = this.#groundness[term] ?? 0;
    if (known !== 0) return known === NON_GROUND;
    const arity = this.#terms.symbols.arity(this.#terms.symbol(term));
    let isNonGround = false;
    for (let i = 0; i < arity && !isNonGround; i++) isNonGround = this.#isNonGround(this.#terms.argument(term, i));
    this.#mark(term, isNonGround ? NON_GROUND : GROUND);
    return isNonGround;
  }

  #mark(term: number, groundness: number): number {
    if (term >= this.#groundness.length) {
      const larger = new Uint8Array(Math.max(2 * this.#groundness.length, term + 1));
      larger.set(this.#groundness);
      this.#groundness = larger;
    }
    this.#groundness[term] = groundness;
    return term;
  }
}
