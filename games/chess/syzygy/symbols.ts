/**
 * The symbols of a table (recursive pairing, Re-Pair): a symbol is one value, or a pair of symbols, and so expands to a sequence of values.
 */
import { damaged } from "./damage.ts";
import type { PagedFile } from "./paged-files.ts";

/** The right half of a symbol with a single value. */
const NO_SYMBOL = 0xfff;
const SYMBOL_BYTES = 3;
/** Upper bound for the values of a block. */
const MAX_VALUES = 65_536;

export class Symbols {
  readonly count: number;
  /** Number of values of each symbol. */
  readonly lengths: Uint32Array;
  readonly #left: Uint16Array;
  readonly #right: Uint16Array;

  /** Reads `count` symbols of two 12-bit halves each. */
  constructor(file: PagedFile, at: number, count: number) {
    if (count === 0 || count > NO_SYMBOL) throw damaged(file.path, `${count} symbols; expected 1 to ${NO_SYMBOL}`);
    const bytes = file.bytes(at, SYMBOL_BYTES * count);
    this.count = count;
    this.#left = new Uint16Array(count);
    this.#right = new Uint16Array(count);
    for (let symbol = 0; symbol < count; symbol++) {
      const [low = 0, middle = 0, high = 0] = bytes.subarray(SYMBOL_BYTES * symbol);
      this.#left[symbol] = low | ((middle & 15) << 8);
      this.#right[symbol] = (middle >> 4) | (high << 4);
    }
    this.lengths = new Uint32Array(count);
    for (let symbol = 0; symbol < count; symbol++) this.#measure(file.path, symbol);
  }

  /** The value at a place of a symbol's expansion. */
  valueIn(symbol: number, place: number): number {
    let at = symbol;
    let rest = place;
    while (this.#right[at] !== NO_SYMBOL) {
      const first = this.#left[at] as number;
      const length = this.lengths[first] as number;
      if (rest < length) at = first;
      else {
        rest -= length;
        at = this.#right[at] as number;
      }
    }
    return this.#left[at] as number;
  }

  /** Computes the lengths of a symbol and its parts, with an explicit stack: a damaged file may nest deeply or have cycles. */
  #measure(path: string, start: number): void {
    const open = new Set<number>();
    const stack = [start];
    while (stack.length > 0) {
      const symbol = stack.at(-1) as number;
      const halves = this.#right[symbol] === NO_SYMBOL ? [] : this.#halves(path, symbol);
      const unknown = this.lengths[symbol] === 0 ? halves.filter((half) => this.lengths[half] === 0) : [];
      if (unknown.length === 0) {
        stack.pop();
        open.delete(symbol);
        this.lengths[symbol] = halves.reduce((sum, half) => sum + (this.lengths[half] as number), 0) || 1;
        if ((this.lengths[symbol] as number) > MAX_VALUES)
          throw damaged(path, `symbol ${symbol} expands to more than ${MAX_VALUES} values`);
        continue;
      }
      if (open.has(symbol)) throw damaged(path, `symbol ${symbol} contains itself`);
      open.add(symbol);
      stack.push(...unknown);
    }
  }

  #halves(path: string, symbol: number): [left: number, right: number] {
    const halves: [number, number] = [this.#left[symbol] as number, this.#right[symbol] as number];
    for (const half of halves)
      if (half >= this.count) throw damaged(path, `symbol ${symbol} contains symbol ${half} of only ${this.count}`);
    return halves;
  }
}
