/** Syzygy encoder for tests: recursive pairing (Re-Pair), canonical Huffman code, blocks, sparse index, header. */
import { codesOf } from "./reference-moves.fixture.ts";

/** A value that is never read: the encoder chooses what compresses well. */
export const DONT_CARE = 0xffff;

export interface PartToWrite {
  readonly codes: readonly number[];
  readonly order: readonly number[];
  readonly flags: number;
  /** In table order; DONT_CARE if the value does not matter. */
  readonly values: Uint16Array;
}

export interface EncodingOptions {
  /** Blocks have 2 to this power bytes. */
  readonly blockBits: number;
  /** The sparse index has an entry for every 2 to this power values. */
  readonly spanBits: number;
  readonly maxSymbols: number;
  /** Entries in the list of lengths beyond the number of blocks. */
  readonly extraLengths: number;
}

export const DEFAULT_ENCODING: EncodingOptions = { blockBits: 6, spanBits: 9, maxSymbols: 200, extraLengths: 0 };

const SINGLE_VALUE = 128;
const MAX_VALUES_OF_SYMBOL = 256;

export interface TableToWrite {
  readonly kind: "wdl" | "dtz";
  readonly material: string;
  /** By file of the leading pawn (one without pawns), then by side to move. */
  readonly parts: readonly (readonly PartToWrite[])[];
  /** For each file: lists of distances for wins, losses, cursed wins and blessed losses. */
  readonly maps?: readonly (readonly (readonly number[])[])[];
  readonly options?: EncodingOptions;
}

class Bytes {
  readonly list: number[] = [];
  u8(...values: number[]): void {
    for (const value of values) this.list.push(value & 255);
  }
  u16(value: number): void {
    this.u8(value, value >> 8);
  }
  u32(value: number): void {
    this.u16(value & 0xffff);
    this.u16(Math.floor(value / 65_536));
  }
  add(other: Bytes): void {
    for (const byte of other.list) this.list.push(byte);
  }
  align(to: number): void {
    while (this.list.length % to !== 0) this.list.push(0);
  }
}

interface Compressed {
  readonly part: PartToWrite;
  readonly single: number | null;
  readonly header: Bytes;
  readonly sparse: Bytes;
  readonly lengths: Bytes;
  readonly blocks: Bytes;
}

export function encodeTable(table: TableToWrite): Uint8Array {
  const { kind, material, parts, maps } = table;
  const [white, black] = material.split("v");
  const hasPawns = material.includes("P");
  const bothHavePawns = (white ?? "").includes("P") && (black ?? "").includes("P");
  const out = new Bytes();
  out.u8(...(kind === "wdl" ? [0x71, 0xe8, 0x23, 0x5d] : [0xd7, 0x66, 0x0c, 0xa5]));
  out.u8((white === black ? 0 : 1) | (hasPawns ? 2 : 0));
  for (const [first, second] of parts) {
    const both = (pick: (part: PartToWrite) => number): number =>
      (first ? pick(first) : 0) | ((second ? pick(second) : 0) << 4);
    out.u8(both((part) => part.order[0] ?? 0));
    if (bothHavePawns) out.u8(both((part) => part.order[1] ?? 0));
    codesOf(material).forEach((_, i) => out.u8(both((part) => part.codes[i] as number)));
  }
  out.align(2);
  const compressed = parts.flat().map((part) => compress(part, table.options ?? DEFAULT_ENCODING));
  for (const { part, single, header } of compressed) {
    if (single === null) out.u8(part.flags, ...header.list);
    else out.u8(part.flags | SINGLE_VALUE, single);
  }
  parts.forEach(([first], column) => {
    const flags = first?.flags ?? 0;
    if ((flags & 2) === 0) return;
    const wide = (flags & 16) !== 0;
    if (wide) out.align(2);
    for (const list of maps?.[column] ?? [])
      for (const value of [list.length, ...list]) {
        if (wide) out.u16(value);
        else out.u8(value);
      }
  });
  out.align(2);
  for (const { sparse } of compressed) out.add(sparse);
  for (const { lengths } of compressed) out.add(lengths);
  for (const { single, blocks } of compressed) {
    if (single === null) out.align(64);
    out.add(blocks);
  }
  out.align(64);
  out.u8(...new Array(16).fill(0xab));
  return Uint8Array.from(out.list);
}

/** A symbol: a value, or two symbols. */
interface Pairing {
  readonly left: number;
  readonly right: number | null;
  readonly length: number;
}

function compress(part: PartToWrite, options: EncodingOptions): Compressed {
  const values = withoutGaps(part.values);
  const empty = { header: new Bytes(), sparse: new Bytes(), lengths: new Bytes(), blocks: new Bytes() };
  if (values.every((value) => value === values[0])) return { part, single: values[0] as number, ...empty };
  const paired = pairUp(values, options.maxSymbols);
  const code = canonicalCode(paired.symbols, paired.sequence);
  const packed = pack(paired, code, options);

  const header = new Bytes();
  header.u8(options.blockBits, options.spanBits, options.extraLengths);
  header.u32(packed.starts.length);
  header.u8(code.longest, code.shortest);
  for (const first of code.firstSymbols) header.u16(first);
  header.u16(paired.symbols.length);
  for (const symbol of code.symbolOrder) {
    const { left, right } = paired.symbols[symbol] as Pairing;
    const low = right === null ? left : (code.numberOf[left] as number);
    const high = right === null ? 0xfff : (code.numberOf[right] as number);
    header.u8(low, (low >> 8) | ((high & 15) << 4), high >> 4);
  }
  if (paired.symbols.length % 2 === 1) header.u8(0);
  const { sparse, lengths } = directory(packed.starts, values.length, options);
  return { part, single: null, header, sparse, lengths, blocks: packed.blocks };
}

function withoutGaps(values: Uint16Array): Uint16Array {
  const filled = values.slice();
  let last = filled.find((value) => value !== DONT_CARE) ?? 0;
  filled.forEach((value, i) => {
    if (value === DONT_CARE) filled[i] = last;
    else last = value;
  });
  return filled;
}

interface Paired {
  readonly symbols: readonly Pairing[];
  readonly sequence: Uint16Array;
}

/** Re-Pair: repeatedly replaces the most frequent pair of neighbours by a new symbol. */
function pairUp(values: Uint16Array, maxSymbols: number): Paired {
  const distinct = [...new Set(values)].toSorted((a, b) => a - b);
  const symbols: Pairing[] = distinct.map((value) => ({ left: value, right: null, length: 1 }));
  let sequence = values.map((value) => distinct.indexOf(value));
  while (symbols.length < maxSymbols) {
    const counts = new Map<number, number>();
    for (let i = 1; i < sequence.length; i++) {
      const pair = (sequence[i - 1] as number) * 4096 + (sequence[i] as number);
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
    const lengthOf = (pair: number): number =>
      (symbols[pair >> 12] as Pairing).length + (symbols[pair & 4095] as Pairing).length;
    const [best, times] = [...counts]
      .filter(([pair]) => lengthOf(pair) <= MAX_VALUES_OF_SYMBOL)
      .reduce((a, b) => (b[1] > a[1] ? b : a), [-1, 3]);
    if (best < 0 || times < 4) break;
    const [left, right] = [best >> 12, best & 4095];
    symbols.push({ left, right, length: lengthOf(best) });
    let kept = 0;
    for (let i = 0; i < sequence.length; i++) {
      const pairs = sequence[i] === left && sequence[i + 1] === right;
      sequence[kept++] = pairs ? symbols.length - 1 : (sequence[i] as number);
      if (pairs) i++;
    }
    sequence = sequence.slice(0, kept);
  }
  return { symbols, sequence };
}

interface Code {
  readonly shortest: number;
  readonly longest: number;
  /** From the shortest length on. */
  readonly firstSymbols: readonly number[];
  /** The symbols by their new numbers, and the new numbers by symbol. */
  readonly symbolOrder: readonly number[];
  readonly numberOf: readonly number[];
  readonly bits: readonly number[];
  readonly codes: readonly number[];
}

function canonicalCode(symbols: readonly Pairing[], sequence: Uint16Array): Code {
  const weights = symbols.map(() => 1);
  for (const symbol of sequence) weights[symbol]!++;
  const bits = huffmanLengths(weights);
  const symbolOrder = symbols.map((_, symbol) => symbol).toSorted((a, b) => (bits[b] as number) - (bits[a] as number));
  const numberOf = symbols.map((_, symbol) => symbolOrder.indexOf(symbol));
  const [shortest, longest] = [Math.min(...bits), Math.max(...bits)];
  const firstSymbols: number[] = [];
  const codes = symbols.map(() => 0);
  // From the longest codes, which are the smallest numbers, to the shortest.
  let next = 0;
  for (let length = longest; length >= shortest; length--) {
    const own = symbolOrder.filter((symbol) => bits[symbol] === length);
    firstSymbols.unshift(symbolOrder.filter((symbol) => (bits[symbol] as number) > length).length);
    for (const symbol of own) codes[symbol] = next++;
    next = next / 2;
  }
  return { shortest, longest, firstSymbols, symbolOrder, numberOf, bits, codes };
}

function huffmanLengths(weights: readonly number[]): number[] {
  const lengths = weights.map(() => 0);
  const trees = weights.map((weight, symbol) => ({ weight, symbols: [symbol] }));
  while (trees.length > 1) {
    trees.sort((a, b) => b.weight - a.weight);
    const [a, b] = [trees.pop(), trees.pop()] as [(typeof trees)[number], (typeof trees)[number]];
    const together = [...a.symbols, ...b.symbols];
    for (const symbol of together) lengths[symbol]!++;
    trees.push({ weight: a.weight + b.weight, symbols: together });
  }
  return lengths;
}

/** Packs complete symbols into blocks. */
function pack(
  { symbols, sequence }: Paired,
  code: Code,
  options: EncodingOptions,
): { starts: number[]; blocks: Bytes } {
  const blockBits = 8 * 2 ** options.blockBits;
  const blocks = new Bytes();
  const starts = [0];
  let done = 0;
  let used = 0;
  let buffer: number[] = [];
  const flush = (): void => {
    const bytes = new Array(blockBits / 8).fill(0);
    buffer.forEach((bit, i) => {
      bytes[i >> 3] |= bit << (7 - (i & 7));
    });
    for (const byte of bytes) blocks.list.push(byte);
    buffer = [];
    used = 0;
  };
  for (const symbol of sequence) {
    const bits = code.bits[symbol] as number;
    const { length } = symbols[symbol] as Pairing;
    if (used + bits > blockBits || done + length - (starts.at(-1) as number) > 65_536) {
      flush();
      starts.push(done);
    }
    for (let bit = bits - 1; bit >= 0; bit--) buffer.push(Math.floor((code.codes[symbol] as number) / 2 ** bit) & 1);
    used += bits;
    done += length;
  }
  flush();
  return { starts, blocks };
}

function directory(
  starts: readonly number[],
  count: number,
  options: EncodingOptions,
): { sparse: Bytes; lengths: Bytes } {
  const lengths = new Bytes();
  starts.forEach((start, block) => lengths.u16((starts[block + 1] ?? count) - start - 1));
  for (let i = 0; i < options.extraLengths; i++) lengths.u16(0xffff);
  const sparse = new Bytes();
  const span = 2 ** options.spanBits;
  let block = 0;
  for (let at = span / 2; at < count + span / 2; at += span) {
    while (block + 1 < starts.length && (starts[block + 1] as number) <= at) block++;
    const beyond = at >= count && options.extraLengths > 0;
    sparse.u32(beyond ? starts.length : block);
    sparse.u16(at - (beyond ? count : (starts[block] as number)));
  }
  return { sparse, lengths };
}
