/** Everything that follows from clauses: each new fact is joined in its turn with those that came before it. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Clause } from "./clauses.ts";
import type { Database } from "./database.ts";
import type { Rule } from "../language/rulesheet.ts";
import { Joiner, type Found, type JoinRules } from "./join.ts";
import { grown } from "./terms.ts";

export interface Control {
  readonly maxFacts: number;
  /** Called when a relation has grown to so many facts that it may be better found out on demand; throws to end it. */
  readonly onLarge?: (symbol: number) => void;
  readonly large?: number;
  /** Attempts to match something that a derivation may make. */
  readonly maxSteps?: number;
  /** Called now and then; throws to end it. */
  readonly check?: () => void;
}

/** Facts of one relation from which on it is large, unless said otherwise. */
const LARGE = 300_000;
/** How many steps of joins are made between two checks. */
const CHECK_EVERY = 1 << 14;

/** The same error with the rule at which it came up, where it is one of a rulesheet that is too large. */
export function namedAfter(rule: Rule | undefined, error: unknown): unknown {
  if (!rule || !(error instanceof GameloreError) || error.code !== "too-large" || /^line \d/.test(error.message))
    return error;
  // Names with a space are none of the rulesheet's: such a rule is a part of the one in this line.
  const name = rule.head.name.includes(" ") ? "" : `, the rule for "${rule.head.name}"`;
  return new GameloreError("too-large", `line ${rule.at.line}${name}: ${error.message}`);
}

export class Derivation {
  readonly #database: Database;
  readonly #control: Control;
  readonly #alone: Joiner[] = [];
  readonly #triggers = new Map<number, { readonly joiner: Joiner; readonly literal: number }[]>();
  #queue: Int32Array = new Int32Array(256);
  /** Facts by relation. */
  readonly #counts: number[] = [];
  #next = 0;
  #end = 0;
  #steps = 0;
  #begun = false;
  /** Whose rule is joined. */
  #current: Joiner | null = null;

  constructor(database: Database, clauses: readonly Clause[], rules: JoinRules, control: Control) {
    this.#database = database;
    this.#control = control;
    const tick = (): void => {
      this.#steps += CHECK_EVERY;
      if (this.#steps > (control.maxSteps ?? Number.POSITIVE_INFINITY))
        throw new GameloreError("too-large", `there are too many ways to try`);
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
      if (!triggered) this.#alone.push(joiner);
    }
  }

  /** A fact from outside. */
  add(fact: number): void {
    if (!this.#database.note(fact)) return;
    if (this.#end === this.#queue.length) this.#queue = grown(this.#queue);
    if (this.#end >= this.#control.maxFacts)
      throw new GameloreError(
        "too-large",
        `more than ${this.#control.maxFacts.toLocaleString("en")} facts follow from the rules`,
      );
    this.#queue[this.#end++] = fact;
    const symbol = this.#database.terms.symbol(fact);
    const count = (this.#counts[symbol] ?? 0) + 1;
    this.#counts[symbol] = count;
    if (count === (this.#control.large ?? LARGE)) this.#control.onLarge?.(symbol);
  }

  /** Takes back all that was derived. */
  undo(): void {
    for (let i = 0; i < this.#end; i++) this.#database.clear(this.#database.terms.symbol(this.#queue[i] as number));
    for (let i = this.#next; i < this.#end; i++) this.#database.forget(this.#queue[i] as number);
    this.reset();
  }

  /** As if nothing had been derived; the relations are for the caller to clear. */
  reset(): void {
    this.#next = 0;
    this.#end = 0;
    this.#begun = false;
    this.#counts.length = 0;
  }

  /** Derives all that follows; `onFound` hears of every way in which a fact follows, before the fact is added. */
  run(onFound: (clause: Clause, found: Found) => void = () => {}): void {
    const handler = (joiner: Joiner): ((found: Found) => void) => {
      const { clause } = joiner;
      return (found) => {
        onFound(clause, found);
        this.add(found.head);
      };
    };
    try {
      this.#derive(handler);
    } catch (error) {
      throw namedAfter(this.#current?.clause.rule, error);
    }
  }

  #derive(handler: (joiner: Joiner) => (found: Found) => void): void {
    if (!this.#begun)
      for (const joiner of this.#alone) {
        this.#current = joiner;
        joiner.run(-1, -1, handler(joiner));
      }
    this.#begun = true;
    const { terms } = this.#database;
    const handlers = new Map<Joiner, (found: Found) => void>();
    while (this.#next < this.#end) {
      const fact = this.#queue[this.#next++] as number;
      this.#database.join(fact);
      for (const { joiner, literal } of this.#triggers.get(terms.symbol(fact)) ?? []) {
        let handle = handlers.get(joiner);
        if (!handle) handlers.set(joiner, (handle = handler(joiner)));
        this.#current = joiner;
        joiner.run(literal, fact, handle);
      }
    }
  }
}
