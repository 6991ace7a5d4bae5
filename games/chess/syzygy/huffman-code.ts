/**
 * The canonical Huffman code of a table's symbols. Symbols are numbered by decreasing code length, and codes of equal length are consecutive,
 * so the first symbol of each length defines the code.
 */
import { damaged } from "./damage.ts";
import type { PagedFile } from "./paged-files.ts";

/** Maximum code length. */
const MAX_CODE_BITS = 32;

export class HuffmanCode {
  readonly shortest: number;
  readonly longest: number;
  /** First symbol by code length, from the shortest. */
  readonly #firstSymbol: Uint16Array;
  /** First code by code length, from the shortest, left-aligned in 32 bits. */
  readonly #firstCode: Float64Array;

  /** Reads the first symbol of each length, 16 bits each. */
  constructor(file: PagedFile, at: number, shortest: number, longest: number) {
    if (shortest < 1 || shortest > longest || longest > MAX_CODE_BITS)
      throw damaged(file.path, `codes of ${shortest} to ${longest} bits; expected lengths from 1 to ${MAX_CODE_BITS}`);
    this.shortest = shortest;
    this.longest = longest;
    const lengths = longest - shortest + 1;
    this.#firstSymbol = Uint16Array.from({ length: lengths }, (_, i) => file.u16(at + 2 * i));
    this.#firstCode = new Float64Array(lengths);
    // The longest codes start at 0. Shorter codes start where the longer ones end, without the last bit.
    let first = 0;
    for (let i = lengths - 2; i >= 0; i--) {
      const longer = this.#symbol(i) - this.#symbol(i + 1);
      if (longer < 0) throw damaged(file.path, "the first symbols of the code lengths do not decrease");
      first = Math.floor((first + longer) / 2);
      const bits = shortest + i;
      if (first > 2 ** bits) throw damaged(file.path, `more codes than ${bits} bits have`);
      this.#firstCode[i] = first * 2 ** (MAX_CODE_BITS - bits);
    }
  }

  /** Length of the code at the start of the next 32 bits. */
  bitsOf(next: number): number {
    let i = 0;
    while (next < (this.#firstCode[i] as number)) i++;
    return this.shortest + i;
  }

  symbolOf(next: number, bits: number): number {
    const i = bits - this.shortest;
    return this.#symbol(i) + Math.floor((next - (this.#firstCode[i] as number)) / 2 ** (MAX_CODE_BITS - bits));
  }

  #symbol(i: number): number {
    return this.#firstSymbol[i] as number;
  }
}
