/** Semi-naive evaluation: each new fact (the delta) is joined once with the facts inserted before it. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Clause } from "./clauses.ts";
import type { Database } from "./database.ts";
import type { Rule } from "../language/rulesheet.ts";
import { Joiner, type RuleInstance, type JoinContext } from "./join.ts";
import { grown } from "./terms.ts";

export interface Control {
  readonly maxFacts: number;
  /** Called when a relation reaches `large` facts, so that magic sets may be better; may throw. */
  readonly onLarge?: (symbol: number) => void;
  readonly large?: number;
  /** Maximum number of join steps. */
  readonly maxSteps?: number;
  /** Called periodically; may throw. */
  readonly check?: () => void;
}

/** Default of `large`. */
const LARGE = 300_000;
/** Join steps between two checks. */
const CHECK_EVERY = 1 << 14;

/** Adds the rule to an error of the kind "too-large". */
export function withRule(rule: Rule | undefined, error: unknown): unknown {
  if (!rule || !(error instanceof GameloreError) || error.code !== "too-large" || /^line \d/.test(error.message))
    return error;
  // Auxiliary relations have a space in their name; the line is that of the original rule.
  const name = rule.head.name.includes(" ") ? "" : `, the rule for "${rule.head.name}"`;
  return new GameloreError("too-large", `line ${rule.at.line}${name}: ${error.message}`);
}

export class SemiNaiveEvaluation {
  readonly #database: Database;
  readonly #control: Control;
  readonly #untriggered: Joiner[] = [];
  readonly #triggers = new Map<number, { readonly joiner: Joiner; readonly literal: number }[]>();
  #queue: Int32Array = new Int32Array(256);
  /** Number of facts by relation. */
  readonly #counts: number[] = [];
  #next = 0;
  #end = 0;
  #steps = 0;
  #hasStarted = false;
  #current: Joiner | null = null;

  constructor(database: Database, clauses: readonly Clause[], rules: JoinContext, control: Control) {
    this.#database = database;
    this.#control = control;
    const tick = (): void => {
      this.#steps += CHECK_EVERY;
      if (this.#steps > (control.maxSteps ?? Number.POSITIVE_INFINITY))
        throw new GameloreError("too-large", "the rules take too many join steps");
      control.check?.();
    };
    for (const clause of clauses) {
      const joiner = new Joiner(database, rules, clause, { every: CHECK_EVERY, tick });
      let triggered = false;
      for (const [literal, each] of clause.body.entries()) {
        if (each.kind !== "sentence" || each.negated || !rules.grows(each.symbol)) continue;
        triggered = true;
        const triggers = this.#triggers.get(each.symbol) ?? [];
        triggers.push({ joiner, literal });
        this.#triggers.set(each.symbol, triggers);
      }
      if (!triggered) this.#untriggered.push(joiner);
    }
  }

  add(fact: number): void {
    if (!this.#database.addPending(fact)) return;
    if (this.#end === this.#queue.length) this.#queue = grown(this.#queue);
    if (this.#end >= this.#control.maxFacts)
      throw new GameloreError(
        "too-large",
        `more than ${this.#control.maxFacts.toLocaleString("en")} facts are derived from the rules`,
      );
    this.#queue[this.#end++] = fact;
    const symbol = this.#database.terms.symbol(fact);
    const count = (this.#counts[symbol] ?? 0) + 1;
    this.#counts[symbol] = count;
    if (count === (this.#control.large ?? LARGE)) this.#control.onLarge?.(symbol);
  }

  /** Retracts all derived facts. */
  undo(): void {
    for (let i = 0; i < this.#end; i++) this.#database.clear(this.#database.terms.symbol(this.#queue[i] as number));
    for (let i = this.#next; i < this.#end; i++) this.#database.retractPending(this.#queue[i] as number);
    this.reset();
  }

  /** Forgets all derived facts; the caller clears their relations. */
  reset(): void {
    this.#next = 0;
    this.#end = 0;
    this.#hasStarted = false;
    this.#counts.length = 0;
  }

  /** Runs to the fixpoint. `onInstance` receives every rule instance before its head is added. */
  run(onInstance: (clause: Clause, instance: RuleInstance) => void = () => {}): void {
    const handler = (joiner: Joiner): ((instance: RuleInstance) => void) => {
      const { clause } = joiner;
      return (instance) => {
        onInstance(clause, instance);
        this.add(instance.head);
      };
    };
    try {
      this.#evaluate(handler);
    } catch (error) {
      throw withRule(this.#current?.clause.rule, error);
    }
  }

  #evaluate(handler: (joiner: Joiner) => (instance: RuleInstance) => void): void {
    if (!this.#hasStarted)
      for (const joiner of this.#untriggered) {
        this.#current = joiner;
        joiner.run(-1, -1, handler(joiner));
      }
    this.#hasStarted = true;
    const { terms } = this.#database;
    const handlers = new Map<Joiner, (instance: RuleInstance) => void>();
    while (this.#next < this.#end) {
      const fact = this.#queue[this.#next++] as number;
      this.#database.insert(fact);
      for (const { joiner, literal } of this.#triggers.get(terms.symbol(fact)) ?? []) {
        let handle = handlers.get(joiner);
        if (!handle) handlers.set(joiner, (handle = handler(joiner)));
        this.#current = joiner;
        joiner.run(literal, fact, handle);
      }
    }
  }
}
