/** Hash-consed ground terms: equal terms have equal numbers. Sentences are terms too. */
import { GameloreError } from "../../engine/contracts/errors.ts";

const FIRST_CAPACITY = 1 << 12;
/** Maximum nesting; detects terms that grow without end long before memory is full. */
const MAX_DEPTH = 500;
/** Maximum total size of all terms. */
const MAX_CELLS = 80_000_000;

/** Interned names with arity. */
export class Symbols {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  readonly #arities: number[] = [];

  get size(): number {
    return this.#names.length;
  }

  intern(name: string, arity: number): number {
    const key = `${arity} ${name}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#names.length;
      this.#numbers.set(key, number);
      this.#names.push(name);
      this.#arities.push(arity);
    }
    return number;
  }

  name(symbol: number): string {
    return this.#names[symbol] as string;
  }

  arity(symbol: number): number {
    return this.#arities[symbol] as number;
  }
}

export class Terms {
  readonly symbols: Symbols = new Symbols();
  /** Offset of a term in `cells`: its symbol, then its arguments. */
  starts: Int32Array = new Int32Array(FIRST_CAPACITY);
  cells: Int32Array = new Int32Array(4 * FIRST_CAPACITY);
  #depths: Int32Array = new Int32Array(FIRST_CAPACITY);
  readonly #limit: number;
  #count = 0;
  #used = 0;
  #slots: Int32Array = new Int32Array(4 * FIRST_CAPACITY).fill(-1);

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#count;
  }

  symbol(term: number): number {
    return this.cells[this.starts[term] as number] as number;
  }

  argument(term: number, place: number): number {
    return this.cells[(this.starts[term] as number) + 1 + place] as number;
  }

  /** Interns the term of a symbol with arguments `parts[from]` and following. */
  make(symbol: number, parts: Int32Array, from: number): number {
    const arity = this.symbols.arity(symbol);
    let hash = Math.imul(symbol + 1, 0x9e3779b1);
    for (let i = 0; i < arity; i++) hash = Math.imul(hash ^ (parts[from + i] as number), 0x85ebca6b) ^ (hash >>> 15);
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 13)) & mask;
    for (let term = this.#slots[slot] as number; term >= 0; term = this.#slots[slot] as number) {
      if (this.#is(term, symbol, parts, from, arity)) return term;
      slot = (slot + 1) & mask;
    }
    return this.#add(slot, symbol, parts, from, arity);
  }

  constant(name: string): number {
    return this.make(this.symbols.intern(name, 0), this.cells, 0);
  }

  format(term: number): string {
    const symbol = this.symbol(term);
    const arity = this.symbols.arity(symbol);
    const name = this.symbols.name(symbol);
    if (arity === 0) return name;
    return `(${name} ${Array.from({ length: arity }, (_, i) => this.format(this.argument(term, i))).join(" ")})`;
  }

  #is(term: number, symbol: number, parts: Int32Array, from: number, arity: number): boolean {
    const start = this.starts[term] as number;
    if (this.cells[start] !== symbol) return false;
    for (let i = 0; i < arity; i++) if (this.cells[start + 1 + i] !== parts[from + i]) return false;
    return true;
  }

  #add(slot: number, symbol: number, parts: Int32Array, from: number, arity: number): number {
    if (this.#count >= this.#limit)
      throw new GameloreError("too-large", `more than ${this.#limit.toLocaleString("en")} different terms`);
    if (this.#used + arity >= MAX_CELLS) throw new GameloreError("too-large", "the terms take too much memory");
    let depth = 0;
    for (let i = 0; i < arity; i++) depth = Math.max(depth, (this.#depths[parts[from + i] as number] as number) + 1);
    if (depth > MAX_DEPTH)
      throw new GameloreError("too-large", `terms grow without end: nested more than ${MAX_DEPTH} deep`);
    if (this.#count === this.starts.length) {
      this.starts = grown(this.starts);
      this.#depths = grown(this.#depths);
    }
    while (this.#used + arity + 1 > this.cells.length) this.cells = grown(this.cells);
    this.#depths[this.#count] = depth;
    const term = this.#count++;
    this.starts[term] = this.#used;
    this.cells[this.#used++] = symbol;
    for (let i = 0; i < arity; i++) this.cells[this.#used++] = parts[from + i] as number;
    this.#slots[slot] = term;
    if (2 * this.#count > this.#slots.length) this.#rehash();
    return term;
  }

  #rehash(): void {
    this.#slots = new Int32Array(2 * this.#slots.length).fill(-1);
    const mask = this.#slots.length - 1;
    for (let term = 0; term < this.#count; term++) {
      const start = this.starts[term] as number;
      const symbol = this.cells[start] as number;
      const arity = this.symbols.arity(symbol);
      let hash = Math.imul(symbol + 1, 0x9e3779b1);
      for (let i = 0; i < arity; i++)
        hash = Math.imul(hash ^ (this.cells[start + 1 + i] as number), 0x85ebca6b) ^ (hash >>> 15);
      let slot = (hash ^ (hash >>> 13)) & mask;
      while ((this.#slots[slot] as number) >= 0) slot = (slot + 1) & mask;
      this.#slots[slot] = term;
    }
  }
}

export function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}
