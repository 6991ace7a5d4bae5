/**
 * What follows from clauses, found out only where it is asked for. Every question that comes up has a table of its answers; who asked
 * hears of each answer once, whenever it comes, so recursion needs no order. What asks for a `not` waits until nothing else is left to
 * do, those first whose relation needs the fewest others: by then the answers it waits for are complete.
 */
import { GameloreError } from "../../engine/contracts/errors.ts";
import { bodyPlan, type BodyPlan, type BodyStep } from "./join-order.ts";
import type { Clause, Pattern } from "./clauses.ts";
import type { Database } from "./database.ts";
import { namedAfter, type Control } from "./semi-naive.ts";
import { Matcher } from "./matcher.ts";
import type { Terms } from "./terms.ts";

/** A question with what is known of its answers. */
interface Table {
  /** A term in which places that are asked for hold a blank. */
  readonly call: number;
  readonly isGround: boolean;
  readonly answers: number[];
  readonly known: Set<number>;
  consumers: Consumer[];
  isComplete: boolean;
}

/** A clause that waits for answers at one of its steps. */
interface Consumer {
  readonly owner: Table;
  readonly plan: BodyPlan;
  readonly at: number;
  readonly values: Int32Array;
  /** What it waits for; null where it has only to begin. */
  readonly source: Table | null;
  /** How many answers it has heard. */
  heard: number;
  isQueued: boolean;
}

/** How a fact was first found: its clause with the values of the variables. */
export interface Reason {
  readonly clause: Clause;
  readonly values: Int32Array;
}

export interface InquiryRules {
  readonly clauses: readonly Clause[];
  /** For each relation that rules conclude, a number above those of all that it needs. */
  readonly ranks: ReadonlyMap<number, number>;
  /** Whether all facts of a relation are at hand in the database. */
  isGiven(symbol: number): boolean;
}

const GROUND = 1;
const OPEN = 2;
const CHECK_EVERY = 1 << 12;

export class Inquiry {
  readonly #database: Database;
  readonly #terms: Terms;
  readonly #rules: InquiryRules;
  readonly #control: Control;
  readonly #clauses: ReadonlyMap<number, readonly Clause[]>;
  readonly #plans = new Map<Clause, Map<string, BodyPlan>>();
  readonly #tables = new Map<number, Map<number, Table>>();
  readonly #matcher: Matcher;
  /** By term: whether it has blanks. */
  #openness: Uint8Array = new Uint8Array(1 << 12);
  readonly #blanks: number[] = [];
  readonly #ready: Consumer[] = [];
  readonly #waiting: Consumer[][] = [];
  #fresh: Table[] = [];
  /** Facts, questions and who waits for answers: what takes memory. */
  #facts = 0;
  #current: Clause | null = null;
  #waiters = 0;
  #steps = 0;
  /** Steps when the question came up. */
  #begun = 0;
  readonly #reasons: Map<number, Reason> | null;

  constructor(database: Database, rules: InquiryRules, control: Control, traced: boolean) {
    this.#database = database;
    this.#terms = database.terms;
    this.#rules = rules;
    this.#control = control;
    this.#clauses = Map.groupBy(rules.clauses, ({ headSymbol }) => headSymbol);
    this.#matcher = new Matcher(database.terms, new Int32Array(0));
    this.#reasons = traced ? new Map() : null;
  }

  /** All facts that fit a question; places to be filled hold blanks. */
  ask(call: number): readonly number[] {
    const { answers, isComplete } = this.#tableOf(call);
    if (!isComplete) this.#run();
    return answers;
  }

  /** A place to be filled; the same number is the same value. */
  blank(number: number): number {
    return (this.#blanks[number] ??= this.#marked(this.#terms.constant(`?${number}`), OPEN));
  }

  reason(fact: number): Reason | undefined {
    return this.#reasons?.get(fact);
  }

  /** What is known of a relation no longer holds. */
  forget(symbol: number): void {
    for (const { answers } of this.#tables.get(symbol)?.values() ?? []) {
      this.#facts -= answers.length + 1;
      if (this.#reasons) for (const fact of answers) this.#reasons.delete(fact);
    }
    this.#tables.delete(symbol);
  }

  #tableOf(call: number): Table {
    const symbol = this.#terms.symbol(call);
    let tables = this.#tables.get(symbol);
    if (!tables) this.#tables.set(symbol, (tables = new Map()));
    const known = tables.get(call);
    if (known) return known;
    const isGround = !this.#isOpen(call);
    const table: Table = { call, isGround, answers: [], known: new Set(), consumers: [], isComplete: false };
    tables.set(call, table);
    this.#fresh.push(table);
    this.#count();
    for (const clause of this.#clauses.get(symbol) ?? []) {
      const values = new Int32Array(clause.variables).fill(-1);
      if (!this.#agrees(clause.head, call, values)) continue;
      const plan = this.#planOf(clause, values);
      this.#ready.push({ owner: table, plan, at: 0, values, source: null, heard: 0, isQueued: true });
    }
    return table;
  }

  /** Whether a head may give what is asked for; variables that the question settles get their values. */
  #agrees(head: Pattern, call: number, values: Int32Array): boolean {
    if (head.kind === "variable") {
      if (this.#isOpen(call)) return true;
      const value = values[head.variable] as number;
      values[head.variable] = call;
      return value < 0 || value === call;
    }
    if (head.kind === "ground") return this.#fits(call, head.term);
    if (this.#isBlank(call)) return true;
    if (this.#terms.symbol(call) !== head.symbol) return false;
    return head.arguments.every((part, i) => this.#agrees(part, this.#terms.argument(call, i), values));
  }

  /** Whether a term without blanks is of the form of another, equal blanks aside. */
  #fits(call: number, term: number): boolean {
    if (call === term || this.#isBlank(call)) return true;
    const symbol = this.#terms.symbol(call);
    if (!this.#isOpen(call) || this.#terms.symbol(term) !== symbol) return false;
    for (let i = 0; i < this.#terms.symbols.arity(symbol); i++)
      if (!this.#fits(this.#terms.argument(call, i), this.#terms.argument(term, i))) return false;
    return true;
  }

  /** Equal blanks must have equal values. */
  #isAnswer(call: number, term: number, values: Map<number, number>): boolean {
    if (call === term) return true;
    if (this.#isBlank(call)) {
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

  #planOf(clause: Clause, values: Int32Array): BodyPlan {
    let plans = this.#plans.get(clause);
    if (!plans) this.#plans.set(clause, (plans = new Map()));
    const known = [...values.keys()].filter((variable) => (values[variable] as number) >= 0);
    const key = known.join();
    let plan = plans.get(key);
    if (!plan)
      plans.set(key, (plan = bodyPlan(clause, known, this.#database, (symbol) => this.#rules.isGiven(symbol))));
    return plan;
  }

  #run(): void {
    try {
      while (true) {
        const consumer = this.#ready.pop();
        if (consumer) this.#serve(consumer);
        else if (!this.#serveWaiting()) break;
      }
      this.#waiters = 0;
      this.#begun = this.#steps;
      for (const table of this.#fresh) this.#complete(table);
      this.#fresh = [];
    } catch (error) {
      // Tables that are not complete must not be taken for it later.
      this.#ready.length = 0;
      this.#waiting.length = 0;
      this.#fresh = [];
      this.#tables.clear();
      this.#facts = 0;
      this.#waiters = 0;
      this.#begun = this.#steps;
      throw namedAfter(this.#current?.rule, error);
    }
  }

  #check(): void {
    if (this.#waiters > this.#control.maxFacts) this.#count();
    if (this.#steps - this.#begun > (this.#control.maxSteps ?? Number.POSITIVE_INFINITY))
      throw new GameloreError("too-large", "there are too many ways to try in one state");
    this.#control.check?.();
  }

  #complete(table: Table): void {
    table.isComplete = true;
    table.consumers = [];
  }

  #serve(consumer: Consumer): void {
    const { owner, plan, at, source, values } = consumer;
    if (owner.isComplete) return;
    this.#current = plan.clause;
    if (source === null) {
      this.#matcher.values = values;
      this.#go(owner, plan, at);
      return;
    }
    const { node } = plan.steps[at] as BodyStep & { kind: "ask" };
    while (consumer.heard < source.answers.length && !owner.isComplete) {
      this.#matcher.values = values;
      if (this.#matcher.match(node, source.answers[consumer.heard++] as number)) this.#go(owner, plan, at + 1);
    }
    consumer.isQueued = false;
  }

  /** One that waits for a `not`, once all that it may depend on is settled. */
  #serveWaiting(): boolean {
    for (const waiting of this.#waiting) {
      const consumer = waiting?.pop();
      if (!consumer) continue;
      const { owner, plan, at, source, values } = consumer;
      if (owner.isComplete || (source as Table).answers.length > 0) return true;
      this.#matcher.values = values;
      this.#current = plan.clause;
      this.#go(owner, plan, at + 1);
      return true;
    }
    return false;
  }

  /** From a step on, with the matcher's values. */
  #go(owner: Table, plan: BodyPlan, at: number): void {
    if (++this.#steps % CHECK_EVERY === 0) this.#check();
    const matcher = this.#matcher;
    const step = plan.steps[at];
    if (step === undefined) {
      this.#add(owner, matcher.build(plan.clause.head), plan.clause);
      return;
    }
    switch (step.kind) {
      case "distinct":
        if ((matcher.build(step.left) !== matcher.build(step.right)) !== step.negated) this.#go(owner, plan, at + 1);
        return;
      case "look":
        if (this.#database.holds(matcher.build(step.pattern)) !== step.negated) this.#go(owner, plan, at + 1);
        return;
      case "join":
        this.#join(step, owner, plan, at);
        return;
      case "ask":
        this.#consume(step, owner, plan, at);
        return;
      case "refute": {
        const source = this.#tableOf(matcher.build(step.pattern));
        if (source.answers.length > 0) return;
        if (source.isComplete) return this.#go(owner, plan, at + 1);
        this.#waiters++;
        const values = matcher.values.slice();
        const rank = this.#rules.ranks.get(step.symbol) ?? 0;
        (this.#waiting[rank] ??= []).push({ owner, plan, at, values, source, heard: 0, isQueued: false });
      }
    }
  }

  #join(step: BodyStep & { kind: "join" }, owner: Table, plan: BodyPlan, at: number): void {
    const { relation, index, node, pattern } = step;
    const matcher = this.#matcher;
    if (index === null) {
      for (let i = 0; i < relation.size && !owner.isComplete; i++)
        if (matcher.match(node, relation.facts[i] as number)) this.#go(owner, plan, at + 1);
      return;
    }
    for (
      let entry = index.last(matcher.key(index.skeleton, pattern, 0));
      entry >= 0 && !owner.isComplete;
      entry = index.before[entry] as number
    )
      if (matcher.match(node, index.facts[entry] as number)) this.#go(owner, plan, at + 1);
  }

  #consume(step: BodyStep & { kind: "ask" }, owner: Table, plan: BodyPlan, at: number): void {
    const matcher = this.#matcher;
    const source = this.#tableOf(this.#callOf(step));
    if (source.isComplete) {
      for (let i = 0; i < source.answers.length && !owner.isComplete; i++)
        if (matcher.match(step.node, source.answers[i] as number)) this.#go(owner, plan, at + 1);
      return;
    }
    this.#waiters++;
    const isQueued = source.answers.length > 0;
    const consumer: Consumer = { owner, plan, at, values: matcher.values.slice(), source, heard: 0, isQueued };
    source.consumers.push(consumer);
    if (isQueued) this.#ready.push(consumer);
  }

  /** The question of a step: what is not known are blanks, numbered as they come. */
  #callOf({ pattern, bound }: BodyStep & { kind: "ask" }): number {
    const { values } = this.#matcher;
    const names: number[] = [];
    const build = (part: Pattern): number => {
      if (part.kind === "ground") return part.term;
      if (part.kind === "variable") {
        if (bound.has(part.variable)) return values[part.variable] as number;
        if (!names.includes(part.variable)) names.push(part.variable);
        return this.blank(names.indexOf(part.variable));
      }
      return this.#terms.make(part.symbol, Int32Array.from(part.arguments, build), 0);
    };
    return build(pattern);
  }

  #count(): void {
    if (++this.#facts + this.#waiters > this.#control.maxFacts)
      throw new GameloreError(
        "too-large",
        `more than ${this.#control.maxFacts.toLocaleString("en")} facts and questions come up in one state`,
      );
  }

  #add(table: Table, fact: number, clause: Clause): void {
    if (table.known.has(fact)) return;
    if (table.isGround ? fact !== table.call : !this.#isAnswer(table.call, fact, new Map())) return;
    this.#count();
    table.known.add(fact);
    table.answers.push(fact);
    if (this.#reasons && !this.#reasons.has(fact))
      this.#reasons.set(fact, { clause, values: this.#matcher.values.slice() });
    for (const consumer of table.consumers) {
      if (consumer.isQueued) continue;
      consumer.isQueued = true;
      this.#ready.push(consumer);
    }
    // A question without blanks has one answer.
    if (table.isGround) table.isComplete = true;
  }

  #isBlank(term: number): boolean {
    return this.#isOpen(term) && this.#terms.symbols.arity(this.#terms.symbol(term)) === 0;
  }

  #isOpen(term: number): boolean {
    const known = this.#openness[term] ?? 0;
    if (known !== 0) return known === OPEN;
    const arity = this.#terms.symbols.arity(this.#terms.symbol(term));
    let open = false;
    for (let i = 0; i < arity && !open; i++) open = this.#isOpen(this.#terms.argument(term, i));
    this.#marked(term, open ? OPEN : GROUND);
    return open;
  }

  #marked(term: number, openness: number): number {
    if (term >= this.#openness.length) {
      const larger = new Uint8Array(Math.max(2 * this.#openness.length, term + 1));
      larger.set(this.#openness);
      this.#openness = larger;
    }
    this.#openness[term] = openness;
    return term;
  }
}
