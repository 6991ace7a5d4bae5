/** Facts by relation, with indexes created on first use by a join. */
import { grown, type Terms } from "./terms.ts";

/** Which argument positions are bound in a lookup (the adornment), down into compound terms. */
export type BindingPattern =
  | { readonly kind: "bound" }
  | { readonly kind: "free" }
  | { readonly kind: "compound"; readonly symbol: number; readonly arguments: readonly BindingPattern[] };

const NO_KEY = -1;

/** Hash index on the bound positions. Entries with equal keys are chained; callers check for hash collisions. */
export class Index {
  readonly pattern: BindingPattern;
  readonly #terms: Terms;
  readonly #heads = new Map<number, number>();
  /** The fact of an entry, and the previous entry with the same key. */
  facts: Int32Array = new Int32Array(16);
  previous: Int32Array = new Int32Array(16);
  #size = 0;

  constructor(terms: Terms, pattern: BindingPattern) {
    this.#terms = terms;
    this.pattern = pattern;
  }

  add(fact: number): void {
    const key = this.#keyOf(this.pattern, fact, 0);
    if (key === NO_KEY) return;
    if (this.#size === this.facts.length) {
      this.facts = grown(this.facts);
      this.previous = grown(this.previous);
    }
    const entry = this.#size++;
    this.facts[entry] = fact;
    this.previous[entry] = this.#heads.get(key) ?? -1;
    this.#heads.set(key, entry);
  }

  /** The newest entry of a key, or -1. */
  last(key: number): number {
    return this.#heads.get(key) ?? -1;
  }

  clear(): void {
    this.#heads.clear();
    this.#size = 0;
  }

  #keyOf(pattern: BindingPattern, term: number, key: number): number {
    if (pattern.kind === "free") return key;
    if (pattern.kind === "bound") return mixKey(key, term);
    const terms = this.#terms;
    const start = terms.starts[term] as number;
    if (terms.cells[start] !== pattern.symbol) return NO_KEY;
    let mixed = key;
    for (let i = 0; i < pattern.arguments.length; i++) {
      mixed = this.#keyOf(pattern.arguments[i] as BindingPattern, terms.cells[start + 1 + i] as number, mixed);
      if (mixed === NO_KEY) return NO_KEY;
    }
    return mixed;
  }
}

/** Never negative, so never NO_KEY. */
export function mixKey(key: number, term: number): number {
  const hash = Math.imul(key ^ (term + 1), 0x9e3779b1);
  return (hash ^ (hash >>> 15)) & 0x7fffffff;
}

function bindingKey(pattern: BindingPattern): string {
  if (pattern.kind !== "compound") return pattern.kind === "bound" ? "k" : "-";
  return `${pattern.symbol}(${pattern.arguments.map(bindingKey).join("")})`;
}

/** The facts of one relation in insertion order. */
export class Relation {
  facts: Int32Array = new Int32Array(16);
  readonly #terms: Terms;
  #size = 0;
  readonly #indexes = new Map<string, Index>();

  constructor(terms: Terms) {
    this.#terms = terms;
  }

  get size(): number {
    return this.#size;
  }

  add(fact: number): void {
    if (this.#size === this.facts.length) this.facts = grown(this.facts);
    this.facts[this.#size++] = fact;
    for (const index of this.#indexes.values()) index.add(fact);
  }

  index(pattern: BindingPattern): Index {
    const text = bindingKey(pattern);
    let index = this.#indexes.get(text);
    if (!index) {
      index = new Index(this.#terms, pattern);
      for (let i = 0; i < this.#size; i++) index.add(this.facts[i] as number);
      this.#indexes.set(text, index);
    }
    return index;
  }

  clear(): void {
    this.#size = 0;
    for (const index of this.#indexes.values()) index.clear();
  }
}

const PENDING = 1;
const INSERTED = 2;

export class Database {
  readonly terms: Terms;
  readonly #relations = new Map<number, Relation>();
  /** By term: 0, PENDING or INSERTED. */
  #status: Uint8Array = new Uint8Array(1 << 12);

  constructor(terms: Terms) {
    this.terms = terms;
  }

  relation(symbol: number): Relation {
    let relation = this.#relations.get(symbol);
    if (!relation) this.#relations.set(symbol, (relation = new Relation(this.terms)));
    return relation;
  }

  holds(fact: number): boolean {
    return (this.#status[fact] ?? 0) !== 0;
  }

  isInserted(fact: number): boolean {
    return this.#status[fact] === INSERTED;
  }

  /** Marks a fact as true before it takes part in joins; returns whether it is new. */
  addPending(fact: number): boolean {
    if (this.holds(fact)) return false;
    if (fact >= this.#status.length) {
      const larger = new Uint8Array(Math.max(2 * this.#status.length, fact + 1));
      larger.set(this.#status);
      this.#status = larger;
    }
    this.#status[fact] = PENDING;
    return true;
  }

  /** Makes a pending fact visible to joins. */
  insert(fact: number): void {
    this.#status[fact] = INSERTED;
    this.relation(this.terms.symbol(fact)).add(fact);
  }

  retractPending(fact: number): void {
    this.#status[fact] = 0;
  }

  clear(symbol: number): void {
    const relation = this.relation(symbol);
    for (let i = 0; i < relation.size; i++) this.#status[relation.facts[i] as number] = 0;
    relation.clear();
  }
}
