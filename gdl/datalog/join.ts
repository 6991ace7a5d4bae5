/** Joining a clause: all ways to make its body hold, given one fact for one of its literals. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import { literalVariables, patternVariables, type Clause, type ClauseLiteral, type Pattern } from "./clauses.ts";
import type { Database, Index, Relation } from "./database.ts";
import { Matcher, nodeOf, skeletonOf, type Node } from "./matcher.ts";

/** Which relations may grow while clauses are joined, and what `not` means for each. */
export interface JoinRules {
  /** Facts of it come in during the derivation. */
  grows(symbol: number): boolean;
  /** Whether `not` is left open: the atom is reported, not looked up. */
  isOpen(symbol: number): boolean;
}

/** What a join found: the head, and the sentences that were not settled. The arrays are used again. */
export interface Found {
  head: number;
  /** Facts of growing relations, then of open `not`s. */
  readonly positive: number[];
  readonly negative: number[];
}

type Step =
  | {
      readonly kind: "join";
      readonly relation: Relation;
      readonly node: Node;
      readonly pattern: Pattern;
      readonly index: Index | null;
      readonly exclude: boolean;
      readonly reported: boolean;
    }
  | { readonly kind: "distinct"; readonly negated: boolean; readonly left: Pattern; readonly right: Pattern }
  | { readonly kind: "absent"; readonly pattern: Pattern; readonly open: boolean }
  | { readonly kind: "present"; readonly pattern: Pattern; readonly exclude: boolean; readonly reported: boolean };

interface Plan {
  readonly steps: readonly Step[];
  /** The pattern of the literal that the given fact is for. */
  readonly trigger: Node | null;
  readonly reported: boolean;
  /** Facts in all its relations when it was made. */
  readonly size: number;
}

/** A plan is made anew when its relations have grown so many times. */
const STALE = 4;

/** Called every so many steps, so that joins that find nothing can be ended too. */
export interface Clock {
  readonly every: number;
  tick(): void;
}

export class Joiner {
  readonly #database: Database;
  readonly #rules: JoinRules;
  readonly #clause: Clause;
  readonly #clock: Clock;
  #taken = 0;
  readonly #plans = new Map<number, Plan>();
  readonly #matcher: Matcher;
  readonly #found: Found = { head: 0, positive: [], negative: [] };
  #fact = -1;
  #steps: readonly Step[] = [];
  #report: (found: Found) => void = () => {};

  constructor(database: Database, rules: JoinRules, clause: Clause, clock: Clock) {
    this.#clock = clock;
    this.#database = database;
    this.#rules = rules;
    this.#clause = clause;
    this.#matcher = new Matcher(database.terms, new Int32Array(clause.variables));
  }

  get clause(): Clause {
    return this.#clause;
  }

  /** All ways to make the body hold in which the literal of this number is this fact; of any, with -1 for both. */
  run(literal: number, fact: number, report: (found: Found) => void): void {
    const plan = this.#plan(literal);
    if (plan.trigger && !this.#matcher.match(plan.trigger, fact)) return;
    this.#fact = fact;
    this.#steps = plan.steps;
    this.#report = report;
    this.#found.positive.length = 0;
    this.#found.negative.length = 0;
    if (plan.reported) this.#found.positive.push(fact);
    this.#go(0);
  }

  #go(at: number): void {
    if (++this.#taken === this.#clock.every) {
      this.#taken = 0;
      this.#clock.tick();
    }
    const step = this.#steps[at];
    if (step === undefined) {
      this.#found.head = this.#matcher.build(this.#clause.head);
      this.#report(this.#found);
      return;
    }
    const { positive, negative } = this.#found;
    switch (step.kind) {
      case "distinct":
        if ((this.#matcher.build(step.left) !== this.#matcher.build(step.right)) !== step.negated) this.#go(at + 1);
        return;
      case "absent": {
        const term = this.#matcher.build(step.pattern);
        if (!step.open) {
          if (!this.#database.holds(term)) this.#go(at + 1);
          return;
        }
        negative.push(term);
        this.#go(at + 1);
        negative.pop();
        return;
      }
      case "present": {
        // A fact that waits to be joined holds already, but joins only when its turn comes.
        const term = this.#matcher.build(step.pattern);
        if (!this.#database.isJoined(term) || (step.exclude && term === this.#fact)) return;
        if (!step.reported) return this.#go(at + 1);
        positive.push(term);
        this.#go(at + 1);
        positive.pop();
        return;
      }
      case "join":
        this.#join(step, at);
    }
  }

  #join(step: Step & { kind: "join" }, at: number): void {
    const { relation, index, node, exclude, reported } = step;
    const { positive } = this.#found;
    const tryFact = (fact: number): void => {
      if (exclude && fact === this.#fact) return;
      if (!this.#matcher.match(node, fact)) return;
      if (!reported) return this.#go(at + 1);
      positive.push(fact);
      this.#go(at + 1);
      positive.pop();
    };
    if (index === null) {
      const count = relation.size;
      for (let i = 0; i < count; i++) tryFact(relation.facts[i] as number);
      return;
    }
    for (
      let entry = index.last(this.#matcher.key(index.skeleton, step.pattern, 0));
      entry >= 0;
      entry = index.before[entry] as number
    )
      tryFact(index.facts[entry] as number);
  }

  #plan(literal: number): Plan {
    const plan = this.#plans.get(literal);
    const size = this.#size();
    if (plan && size <= STALE * plan.size) return plan;
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

  #makePlan(trigger: number, size: number): Plan {
    const { body } = this.#clause;
    const bound = new Set<number>();
    const given = body[trigger];
    const node = given?.kind === "sentence" ? nodeOf(given.pattern, bound) : null;
    const left = new Set(body.keys());
    left.delete(trigger);
    const steps: Step[] = [];
    while (left.size > 0) {
      const next = this.#cheapest(left, bound);
      left.delete(next);
      steps.push(this.#stepOf(body[next] as ClauseLiteral, next < trigger, bound));
    }
    const reported = given?.kind === "sentence" && !given.guard;
    return { steps, trigger: node, reported, size };
  }

  /** What only checks comes first, then what is expected to give the fewest. */
  #cheapest(left: ReadonlySet<number>, bound: ReadonlySet<number>): number {
    let best = -1;
    let bestCost = Number.POSITIVE_INFINITY;
    for (const number of left) {
      const literal = this.#clause.body[number] as ClauseLiteral;
      const free = new Set(literalVariables(literal).filter((variable) => !bound.has(variable))).size;
      let cost: number;
      if (literal.kind === "distinct" || literal.negated) cost = free === 0 ? -1 : Number.POSITIVE_INFINITY;
      else if (free === 0) cost = 0;
      else cost = 1 + this.#expected(literal, free);
      if (cost < bestCost || best < 0) [best, bestCost] = [number, cost];
    }
    return best;
  }

  #expected(literal: ClauseLiteral & { kind: "sentence" }, free: number): number {
    const all = new Set(patternVariables(literal.pattern)).size;
    const size = Math.max(this.#database.relation(literal.symbol).size, this.#rules.grows(literal.symbol) ? 64 : 1);
    return size ** (free / all);
  }

  #stepOf(literal: ClauseLiteral, isBefore: boolean, bound: Set<number>): Step {
    if (literal.kind === "distinct") {
      this.#demandBound(literal, bound);
      return { kind: "distinct", negated: literal.negated, left: literal.left, right: literal.right };
    }
    const { pattern, symbol } = literal;
    if (literal.negated) {
      this.#demandBound(literal, bound);
      return { kind: "absent", pattern, open: this.#rules.isOpen(symbol) };
    }
    const grows = this.#rules.grows(symbol);
    const exclude = isBefore && grows;
    const reported = grows && !literal.guard;
    if (literalVariables(literal).every((variable) => bound.has(variable)))
      return { kind: "present", pattern, exclude, reported };
    const skeleton = skeletonOf(pattern, bound);
    const relation = this.#database.relation(symbol);
    const index = skeleton ? relation.index(skeleton) : null;
    return { kind: "join", relation, node: nodeOf(pattern, bound), pattern, index, exclude, reported };
  }

  #demandBound(literal: ClauseLiteral, bound: ReadonlySet<number>): void {
    if (literalVariables(literal).every((variable) => bound.has(variable))) return;
    const { line } = this.#clause.rule.at;
    throw new GameloreError("bad-rules", `line ${line}: a variable under "not" or "distinct" is bound by nothing else`);
  }
}
