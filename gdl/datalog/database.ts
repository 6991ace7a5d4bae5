/** Facts by relation, with indexes made when a join first asks for them. */
import { grown, type Terms } from "./terms.ts";

/** What of a fact an index goes by: the whole of a place, nothing of it, or what is inside a term of a given symbol. */
export type Skeleton =
  | { readonly kind: "key" }
  | { readonly kind: "any" }
  | { readonly kind: "inside"; readonly symbol: number; readonly arguments: readonly Skeleton[] };

export const NO_KEY = -1;

/** Facts with equal values at the places of a skeleton, one after the other. A hash may bring others too. */
export class Index {
  readonly skeleton: Skeleton;
  readonly #terms: Terms;
  readonly #last = new Map<number, number>();
  /** The fact of an entry, and the entry before it with the same key. */
  facts: Int32Array = new Int32Array(16);
  before: Int32Array = new Int32Array(16);
  #size = 0;

  constructor(terms: Terms, skeleton: Skeleton) {
    this.#terms = terms;
    this.skeleton = skeleton;
  }

  add(fact: number): void {
    const key = this.#keyOf(this.skeleton, fact, 0);
    if (key === NO_KEY) return;
    if (this.#size === this.facts.length) {
      this.facts = grown(this.facts);
      this.before = grown(this.before);
    }
    const entry = this.#size++;
    this.facts[entry] = fact;
    this.before[entry] = this.#last.get(key) ?? -1;
    this.#last.set(key, entry);
  }

  /** The newest entry of a key; -1 where there is none. */
  last(key: number): number {
    return this.#last.get(key) ?? -1;
  }

  clear(): void {
    this.#last.clear();
    this.#size = 0;
  }

  #keyOf(skeleton: Skeleton, term: number, key: number): number {
    if (skeleton.kind === "any") return key;
    if (skeleton.kind === "key") return mixedKey(key, term);
    const terms = this.#terms;
    const start = terms.starts[term] as number;
    if (terms.cells[start] !== skeleton.symbol) return NO_KEY;
    let mixed = key;
    for (let i = 0; i < skeleton.arguments.length; i++) {
      mixed = this.#keyOf(skeleton.arguments[i] as Skeleton, terms.cells[start + 1 + i] as number, mixed);
      if (mixed === NO_KEY) return NO_KEY;
    }
    return mixed;
  }
}

/** Never negative, so never NO_KEY. */
export function mixedKey(key: number, term: number): number {
  const hash = Math.imul(key ^ (term + 1), 0x9e3779b1);
  return (hash ^ (hash >>> 15)) & 0x7fffffff;
}

export function skeletonText(skeleton: Skeleton): string {
  if (skeleton.kind !== "inside") return skeleton.kind === "key" ? "k" : "-";
  return `${skeleton.symbol}(${skeleton.arguments.map(skeletonText).join("")})`;
}

/** The facts of one relation, in the order in which they came in. */
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

  index(skeleton: Skeleton): Index {
    const text = skeletonText(skeleton);
    let index = this.#indexes.get(text);
    if (!index) {
      index = new Index(this.#terms, skeleton);
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

/** What is known of a term as a fact. */
const NOTED = 1;
const JOINED = 2;

export class Database {
  readonly terms: Terms;
  readonly #relations = new Map<number, Relation>();
  /** By term: nothing, that it holds but waits for its turn, or that it is among the facts that are joined with. */
  #known: Uint8Array = new Uint8Array(1 << 12);

  constructor(terms: Terms) {
    this.terms = terms;
  }

  relation(symbol: number): Relation {
    let relation = this.#relations.get(symbol);
    if (!relation) this.#relations.set(symbol, (relation = new Relation(this.terms)));
    return relation;
  }

  holds(fact: number): boolean {
    return (this.#known[fact] ?? 0) !== 0;
  }

  isJoined(fact: number): boolean {
    return this.#known[fact] === JOINED;
  }

  /** Says that a fact holds; whether this was news. */
  note(fact: number): boolean {
    if (this.holds(fact)) return false;
    if (fact >= this.#known.length) {
      const larger = new Uint8Array(Math.max(2 * this.#known.length, fact + 1));
      larger.set(this.#known);
      this.#known = larger;
    }
    this.#known[fact] = NOTED;
    return true;
  }

  /** From now on it is found by joins. */
  join(fact: number): void {
    this.#known[fact] = JOINED;
    this.relation(this.terms.symbol(fact)).add(fact);
  }

  /** Takes back what was noted but not joined yet. */
  forget(fact: number): void {
    this.#known[fact] = 0;
  }

  clear(symbol: number): void {
    const relation = this.relation(symbol);
    for (let i = 0; i < relation.size; i++) this.#known[relation.facts[i] as number] = 0;
    relation.clear();
  }
}
