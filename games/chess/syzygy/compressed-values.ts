/**
 * The values of one part of a table: blocks of equal size in bytes, each holding the codes of whole symbols. How many values each block
 * holds is listed; a sparse index says in which block every `span`th value is.
 */
import type { CanonicalCode } from "./canonical-code.ts";
import { damaged } from "./damage.ts";
import type { PagedFile } from "./paged-files.ts";
import type { Symbols } from "./symbols.ts";

export const SPARSE_ENTRY_BYTES = 6;
export const LENGTH_BYTES = 2;
/** Blocks between a value and the nearest entry of the sparse index; real tables have a few. */
const MAX_WALK = 65_536;

export interface ValueSections {
  readonly positions: number;
  readonly blockBytes: number;
  /** Entry k of the sparse index is about the value number k * span + span / 2. */
  readonly span: number;
  readonly blocks: number;
  /** Entries in the list of lengths: as many as blocks, or more. */
  readonly lengths: number;
  readonly code: CanonicalCode;
  readonly symbols: Symbols;
}

/** Where the sections begin in the file. */
export interface SectionOffsets {
  readonly sparseIndex: number;
  readonly lengths: number;
  readonly blocks: number;
}

interface Place {
  readonly block: number;
  readonly offset: number;
}

export class CompressedValues {
  readonly #file: PagedFile;
  readonly #sections: ValueSections;
  readonly #offsets: SectionOffsets;

  constructor(file: PagedFile, sections: ValueSections, offsets: SectionOffsets) {
    this.#file = file;
    this.#sections = sections;
    this.#offsets = offsets;
  }

  get(number: number): number {
    const { positions, span, blocks } = this.#sections;
    if (!(number >= 0 && number < positions))
      throw damaged(this.#file.path, `value ${number} of only ${positions} wanted`);
    const nearest = Math.floor(number / span);
    const place = this.#locate(number, nearest);
    // Two entries that agree make an undetected fault of the sparse index or the lengths unlikely.
    const neighbour = nearest > 0 ? nearest - 1 : 1;
    if (neighbour * span < positions) {
      const again = this.#locate(number, neighbour);
      if (again.block !== place.block || again.offset !== place.offset)
        throw damaged(this.#file.path, `entries ${nearest} and ${neighbour} of the sparse index contradict each other`);
    }
    if (place.block >= blocks)
      throw damaged(this.#file.path, `value ${number} is said to be in block ${place.block} of only ${blocks}`);
    return this.#decode(place);
  }

  /** Walks from an entry of the sparse index to the block that holds a value. */
  #locate(number: number, entry: number): Place {
    const { span } = this.#sections;
    const at = this.#offsets.sparseIndex + SPARSE_ENTRY_BYTES * entry;
    let block = this.#file.u32(at);
    let offset = this.#file.u16(at + 4) + number - (entry * span + Math.floor(span / 2));
    for (let steps = 0; steps < MAX_WALK; steps++) {
      if (offset < 0) offset += this.#valuesIn(--block);
      else if (offset >= this.#valuesIn(block)) offset -= this.#valuesIn(block++);
      else return { block, offset };
    }
    throw damaged(this.#file.path, `entry ${entry} of the sparse index is too far from value ${number}`);
  }

  #valuesIn(block: number): number {
    const { lengths } = this.#sections;
    if (block < 0 || block >= lengths)
      throw damaged(this.#file.path, `the sparse index leads to block ${block}, the list of lengths has ${lengths}`);
    return this.#file.u16(this.#offsets.lengths + LENGTH_BYTES * block) + 1;
  }

  /** Decodes the whole block, also behind the value: its symbols must stand for as many values as the list of lengths says. */
  #decode({ block, offset }: Place): number {
    const { blockBytes, code, symbols } = this.#sections;
    const bytes = this.#file.bytes(this.#offsets.blocks + block * blockBytes, blockBytes);
    const values = this.#valuesIn(block);
    let found = -1;
    let bit = 0;
    let done = 0;
    while (done < values) {
      const next = bitsFrom(bytes, bit);
      const bits = code.bitsOf(next);
      const symbol = code.symbolOf(next, bits);
      bit += bits;
      if (symbol >= symbols.count || bit > 8 * blockBytes)
        throw damaged(this.#file.path, `block ${block} cannot be decoded after ${done} of ${values} values`);
      const length = symbols.lengths[symbol] as number;
      if (found < 0 && offset < done + length) found = symbols.valueIn(symbol, offset - done);
      done += length;
    }
    if (done > values) throw damaged(this.#file.path, `block ${block} holds ${done} values, ${values} are listed`);
    return found;
  }
}

/** The 32 bits from a bit on, as a number that is not negative; zeros behind the end. */
function bitsFrom(bytes: Uint8Array, bit: number): number {
  const at = bit >> 3;
  const shift = bit & 7;
  const word =
    ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
  return (shift === 0 ? word : (word << shift) | ((bytes[at + 4] ?? 0) >> (8 - shift))) >>> 0;
}
