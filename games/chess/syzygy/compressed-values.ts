/**
 * The compressed values of one part of a table: blocks of equal size in bytes with the codes of complete symbols. A list has the number of
 * values of each block; a sparse index locates every `span`th value.
 */
import type { HuffmanCode } from "./huffman-code.ts";
import { damaged } from "./damage.ts";
import type { PagedFile } from "./paged-files.ts";
import type { Symbols } from "./symbols.ts";

export const SPARSE_ENTRY_BYTES = 6;
export const LENGTH_BYTES = 2;
/** Limit on blocks between a sparse index entry and a value; real tables need a few. */
const MAX_BLOCK_STEPS = 65_536;

export interface ValueSections {
  readonly positions: number;
  readonly blockBytes: number;
  /** Entry k of the sparse index locates value k * span + span / 2. */
  readonly span: number;
  readonly blocks: number;
  /** Entries in the list of lengths, at least one per block. */
  readonly lengths: number;
  readonly code: HuffmanCode;
  readonly symbols: Symbols;
}

/** File offsets of the sections. */
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
      throw damaged(this.#file.path, `value ${number} requested, the table has ${positions}`);
    const nearest = Math.floor(number / span);
    const place = this.#locate(number, nearest);
    // Two neighbouring entries must agree, which detects most damage to the sparse index and the lengths.
    const neighbour = nearest > 0 ? nearest - 1 : 1;
    if (neighbour * span < positions) {
      const again = this.#locate(number, neighbour);
      if (again.block !== place.block || again.offset !== place.offset)
        throw damaged(this.#file.path, `entries ${nearest} and ${neighbour} of the sparse index contradict each other`);
    }
    if (place.block >= blocks)
      throw damaged(this.#file.path, `value ${number} is located in block ${place.block} of only ${blocks}`);
    return this.#decode(place);
  }

  /** Steps from a sparse index entry to the block that contains a value. */
  #locate(number: number, entry: number): Place {
    const { span } = this.#sections;
    const at = this.#offsets.sparseIndex + SPARSE_ENTRY_BYTES * entry;
    let block = this.#file.u32(at);
    let offset = this.#file.u16(at + 4) + number - (entry * span + Math.floor(span / 2));
    for (let steps = 0; steps < MAX_BLOCK_STEPS; steps++) {
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

  /** Decodes the complete block and checks its number of values against the list of lengths. */
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

/** The next 32 bits as an unsigned number, zero-padded at the end. */
function bitsFrom(bytes: Uint8Array, bit: number): number {
  const at = bit >> 3;
  const shift = bit & 7;
  const word =
    ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
  return (shift === 0 ? word : (word << shift) | ((bytes[at + 4] ?? 0) >> (8 - shift))) >>> 0;
}
