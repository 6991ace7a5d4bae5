/**
 * The canonical Huffman code of a table's symbols. Symbols are numbered by falling code length, and the codes of one length are consecutive
 * numbers; so the code is given by the first symbol of each length.
 */
import { damaged } from "./damage.ts";
import type { PagedFile } from "./paged-files.ts";

/** Longer codes do not occur. */
const MAX_CODE_BITS = 32;

export class CanonicalCode {
  readonly shortest: number;
  readonly longest: number;
  /** By code length, from the shortest on: the first symbol. */
  readonly #firstSymbol: Uint16Array;
  /** By code length, from the shortest on: the first code, as the highest bits of 32. */
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
    // Codes of the greatest length begin with 0. Those of each other length begin where the longer ones end, less a bit.
    let first = 0;
    for (let i = lengths - 2; i >= 0; i--) {
      const longer = this.#symbol(i) - this.#symbol(i + 1);
      if (longer < 0) throw damaged(file.path, "the first symbols of the code lengths do not fall");
      first = Math.floor((first + longer) / 2);
      const bits = shortest + i;
      if (first > 2 ** bits) throw damaged(file.path, `more codes than ${bits} bits have`);
      this.#firstCode[i] = first * 2 ** (MAX_CODE_BITS - bits);
    }
  }

  /** The number of bits of the code that a sequence of bits begins with; the sequence is given by its first 32 bits. */
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
