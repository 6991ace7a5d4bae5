/** Joins the body of a clause: all rule instances in which a given new fact matches a given literal. The join order is greedy by selectivity. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import { literalVariables, patternVariables, type Clause, type ClauseLiteral, type Pattern } from "./clauses.ts";
import type { Database, Index, Relation } from "./database.ts";
import { Matcher, compilePattern, bindingPatternOf, type MatchNode } from "./matcher.ts";

export interface JoinContext {
  /** Whether facts are added to the relation during the evaluation. */
  grows(symbol: number): boolean;
  /** Whether a negated literal of the relation is reported instead of tested. */
  isOpen(symbol: number): boolean;
}

/** A rule instance: its head and the atoms that are not settled yet. The arrays are reused. */
export interface RuleInstance {
  head: number;
  /** Facts of growing relations, and of open negated literals. */
  readonly positive: number[];
  readonly negative: number[];
}

type Step =
  | {
      readonly kind: "join";
      readonly relation: Relation;
      readonly node: MatchNode;
      readonly pattern: Pattern;
      readonly index: Index | null;
      readonly exclude: boolean;
      readonly reported: boolean;
    }
  | { readonly kind: "distinct"; readonly negated: boolean; readonly left: Pattern; readonly right: Pattern }
  | { readonly kind: "absent"; readonly pattern: Pattern; readonly open: boolean }
  | { readonly kind: "present"; readonly pattern: Pattern; readonly exclude: boolean; readonly reported: boolean };

interface JoinPlan {
  readonly steps: readonly Step[];
  /** The literal that the new fact must match. */
  readonly trigger: MatchNode | null;
  readonly reported: boolean;
  /** Total size of its relations when the plan was made. */
  readonly size: number;
}

/** A plan is recomputed when its relations have grown by this factor. */
const REPLAN_FACTOR = 4;

/** Called every `every` steps, so that joins without results can be interrupted too. */
interface Ticker {
  readonly every: number;
  tick(): void;
}

export class Joiner {
  readonly #database: Database;
  readonly #context: JoinContext;
  readonly #clause: Clause;
  readonly #ticker: Ticker;
  #sinceTick = 0;
  readonly #plans = new Map<number, JoinPlan>();
  readonly #matcher: Matcher;
  readonly #instance: RuleInstance = { head: 0, positive: [], negative: [] };
  #newFact = -1;
  #steps: readonly Step[] = [];
  #report: (instance: RuleInstance) => void = () => {};

  constructor(database: Database, context: JoinContext, clause: Clause, ticker: Ticker) {
    this.#ticker = ticker;
    this.#database = database;
    this.#context = context;
    this.#clause = clause;
    this.#matcher = new Matcher(database.terms, new Int32Array(clause.variables));
  }

  get clause(): Clause {
    return this.#clause;
  }

  /** Reports all instances in which the literal matches the fact; all instances if both are -1. */
  run(literal: number, fact: number, report: (instance: RuleInstance) => void): void {
    const plan = this.#plan(literal);
    if (plan.trigger && !this.#matcher.match(plan.trigger, fact)) return;
    this.#newFact = fact;
    this.#steps = plan.steps;
    this.#report = report;
    this.#instance.positive.length = 0;
    this.#instance.negative.length = 0;
    if (plan.reported) this.#instance.positive.push(fact);
    this.#run(0);
  }

  #run(at: number): void {
    if (++this.#sinceTick === this.#ticker.every) {
      this.#sinceTick = 0;
      this.#ticker.tick();
    }
    const step = this.#steps[at];
    if (step === undefined) {
      this.#instance.head = this.#matcher.build(this.#clause.head);
      this.#report(this.#instance);
      return;
    }
    const { positive, negative } = this.#instance;
    switch (step.kind) {
      case "distinct":
        if ((this.#matcher.build(step.left) !== this.#matcher.build(step.right)) !== step.negated) this.#run(at + 1);
        return;
      case "absent": {
        const term = this.#matcher.build(step.pattern);
        if (!step.open) {
          if (!this.#database.holds(term)) this.#run(at + 1);
          return;
        }
        negative.push(term);
        this.#run(at + 1);
        negative.pop();
        return;
      }
      case "present": {
        // A pending fact already holds, but takes part in joins only after its insertion.
        const term = this.#matcher.build(step.pattern);
        if (!this.#database.isInserted(term) || (step.exclude && term === this.#newFact)) return;
        if (!step.reported) return this.#run(at + 1);
        positive.push(term);
        this.#run(at + 1);
        positive.pop();
        return;
      }
      case "join":
        this.#join(step, at);
    }
  }

  #join(step: Step & { kind: "join" }, at: number): void {
    const { relation, index, node, exclude, reported } = step;
    const { positive } = this.#instance;
    const tryFact = (fact: number): void => {
      if (exclude && fact === this.#newFact) return;
      if (!this.#matcher.match(node, fact)) return;
      if (!reported) return this.#run(at + 1);
      positive.push(fact);
      this.#run(at + 1);
      positive.pop();
    };
    if (index === null) {
      const count = relation.size;
      for (let i = 0; i < count; i++) tryFact(relation.facts[i] as number);
      return;
    }
    for (
      let entry = index.last(this.#matcher.key(index.pattern, step.pattern, 0));
      entry >= 0;
      entry = index.previous[entry] as number
    )
      tryFact(index.facts[entry] as number);
  }

  #plan(literal: number): JoinPlan {
    const plan = this.#plans.get(literal);
    const size = this.#size();
    if (plan && size <= REPLAN_FACTOR * plan.size) return plan;
    const made = this.#makePlan(literal, size);
    this.#plans.set(literal, made);
    return made;
  }

  #size(): number {
    let size = 64;
    for (const literal of this.#clause.body)
      if (literal.kind === "sentence" && !literal.negated) size += this.#database.relation(literal.symbol).size;
    return size;
  }

  #makePlan(trigger: number, size: number): JoinPlan {
    const { body } = this.#clause;
    const bound = new Set<number>();
    const given = body[trigger];
    const node = given?.kind === "sentence" ? compilePattern(given.pattern, bound) : null;
    const left = new Set(body.keys());
    left.delete(trigger);
    const steps: Step[] = [];
    while (left.size > 0) {
      const next = this.#cheapest(left, bound);
      left.delete(next);
      steps.push(this.#stepOf(body[next] as ClauseLiteral, next < trigger, bound));
    }
    const reported = given?.kind === "sentence" && !given.magic;
    return { steps, trigger: node, reported, size };
  }

  /** Tests first, then the literal with the fewest expected matches. */
  #cheapest(left: ReadonlySet<number>, bound: ReadonlySet<number>): number {
    let best = -1;
    let bestCost = Number.POSITIVE_INFINITY;
    for (const number of left) {
      const literal = this.#clause.body[number] as ClauseLiteral;
      const free = new Set(literalVariables(literal).filter((variable) => !bound.has(variable))).size;
      let cost: number;
      if (literal.kind === "distinct" || literal.negated) cost = free === 0 ? -1 : Number.POSITIVE_INFINITY;
      else if (free === 0) cost = 0;
      else cost = 1 + this.#estimatedMatches(literal, free);
      if (cost < bestCost || best < 0) [best, bestCost] = [number, cost];
    }
    return best;
  }

  #estimatedMatches(literal: ClauseLiteral & { kind: "sentence" }, free: number): number {
    const all = new Set(patternVariables(literal.pattern)).size;
    const size = Math.max(this.#database.relation(literal.symbol).size, this.#context.grows(literal.symbol) ? 64 : 1);
    return size ** (free / all);
  }

  #stepOf(literal: ClauseLiteral, isBefore: boolean, bound: Set<number>): Step {
    if (literal.kind === "distinct") {
      this.#requireBound(literal, bound);
      return { kind: "distinct", negated: literal.negated, left: literal.left, right: literal.right };
    }
    const { pattern, symbol } = literal;
    if (literal.negated) {
      this.#requireBound(literal, bound);
      return { kind: "absent", pattern, open: this.#context.isOpen(symbol) };
    }
    const grows = this.#context.grows(symbol);
    const exclude = isBefore && grows;
    const reported = grows && !literal.magic;
    if (literalVariables(literal).every((variable) => bound.has(variable)))
      return { kind: "present", pattern, exclude, reported };
    const bindings = bindingPatternOf(pattern, bound);
    const relation = this.#database.relation(symbol);
    const index = bindings ? relation.index(bindings) : null;
    return { kind: "join", relation, node: compilePattern(pattern, bound), pattern, index, exclude, reported };
  }

  #requireBound(literal: ClauseLiteral, bound: ReadonlySet<number>): void {
    if (literalVariables(literal).every((variable) => bound.has(variable))) return;
    const { line } = this.#clause.rule.at;
    throw new GameloreError(
      "bad-rules",
      `line ${line}: a variable under "not" or "distinct" is not bound by a positive condition`,
    );
  }
}
