/** Compact tables in a kernel's memory, found by the material of a position: for players, probes and checks. */
import type { Kernel } from "../../../engine/kernel/kernel.ts";
import type { KernelCall } from "../../../engine/kernel/call.ts";
import { bookKey, compactShapeOf, mirrorOf, writeCompact, type CompactShape } from "./compact-table.ts";
import * as layout from "./ending-layout.ts";
import { materialText, MAX_PIECES, type Material } from "./material.ts";
import type { Shape } from "./wide-table.ts";

/** In an entry of the book: the colours are the other way round (probe.as.ts). */
const SWAPPED = 1;
const BOOK_WORDS = 2 ** layout.BOOK_BITS;

/** Memory that kernels of one thread share: geometry, and numbers of pawn placements. */
export class TableGeometry {
  readonly kernel: Kernel;
  readonly address: number;
  readonly #numbers = new Map<string, number>();
  readonly #squares = new Map<string, number>();

  constructor(kernel: Kernel) {
    this.kernel = kernel;
    this.address = kernel.memory.allocateZeroed(kernel.call("geometryBytes"));
    kernel.call("fillGeometry", this.address);
  }

  /** Address of the slice numbers by pawn placement; 0 without pawns. */
  slices(shape: Shape): number {
    return this.#stored(this.#numbers, shape, () => shape.slices?.numbers ?? new Uint32Array(0));
  }

  /** Address of the pawns' squares by slice, four bytes each. */
  squares(shape: Shape): number {
    return this.#stored(this.#squares, shape, () =>
      Uint32Array.from(shape.slices?.squares ?? [], (squares) => packedSquares(squares)),
    );
  }

  #stored(kept: Map<string, number>, shape: Shape, make: () => Uint32Array): number {
    if (!shape.slices) return 0;
    const key = shape.pawnCounts.join("/");
    const known = kept.get(key);
    if (known !== undefined) return known;
    const words = make();
    const { memory } = this.kernel;
    const address = memory.allocate(4 * words.length);
    new Uint32Array(memory.memory.buffer, address, words.length).set(words);
    kept.set(key, address);
    return address;
  }
}

/** Entries in memory, White to move first, or those of one side to move. */
interface Values {
  readonly address: number;
  readonly side: number | null;
}

function addressesOf(values: Values | undefined, sideEntries: number): [number, number] {
  if (!values) return [0, 0];
  const { address, side } = values;
  if (side === null) return [address, address + sideEntries];
  return side === 0 ? [address, 0] : [0, address];
}

export function packedSquares(squares: readonly number[]): number {
  return squares.reduce((sum, square, i) => sum + square * 2 ** (8 * i), 0);
}

export class EndgameBook {
  readonly kernel: Kernel;
  readonly geometry: TableGeometry;
  readonly #book: number;
  readonly #layouts = new Map<string, number>();
  readonly #values = new Map<string, Values>();

  constructor(kernel: Kernel, geometry: TableGeometry = new TableGeometry(kernel)) {
    this.kernel = kernel;
    this.geometry = geometry;
    const { memory } = kernel;
    this.#book = memory.allocateZeroed(4 * BOOK_WORDS);
    for (const [name, ...args] of this.calls()) kernel.call(name, ...args);
  }

  /** The calls that point a thread at the book; positions of up to this many pieces get exact values. */
  calls(pieces: number = MAX_PIECES): KernelCall[] {
    return [
      ["setGeometry", this.geometry.address],
      ["setBook", this.#book, pieces],
    ];
  }

  /** Address of the description of a table of its own, whether its entries are in memory or not; from now on positions are found there. */
  layoutOf(material: Material): number {
    const text = materialText(material);
    const known = this.#layouts.get(text);
    if (known !== undefined) return known;
    const at = this.kernel.memory.allocate(layout.COMPACT_BYTES);
    this.#layouts.set(text, at);
    this.#write(material);
    this.#enter(material, at);
    const mirror = mirrorOf(material);
    if (mirror) this.#enter(mirror, at + SWAPPED);
    return at;
  }

  has(material: Material): boolean {
    return this.#values.has(materialText(material));
  }

  /** Room for the entries of a table, or of one side to move alone, which the caller writes before anything is looked up. */
  add(material: Material, side: number | null = null): Uint8Array {
    const { entries, sideEntries } = compactShapeOf(material);
    const address = this.kernel.memory.allocate(side === null ? entries : sideEntries);
    this.#values.set(materialText(material), { address, side });
    this.#write(material);
    return this.bytes(material);
  }

  /** What `add` made room for. */
  bytes(material: Material): Uint8Array {
    const values = this.#values.get(materialText(material));
    if (!values) throw new Error(`the table of ${materialText(material)} is not in memory`);
    const { entries, sideEntries } = compactShapeOf(material);
    return this.kernel.memory.bytes(values.address, values.side === null ? entries : sideEntries);
  }

  remove(material: Material): void {
    const text = materialText(material);
    const values = this.#values.get(text);
    if (!values) return;
    this.kernel.memory.free(values.address);
    this.#values.delete(text);
    this.#write(material);
  }

  #write(material: Material): void {
    const compact: CompactShape = compactShapeOf(material);
    const at = this.layoutOf(material);
    const addresses = {
      values: addressesOf(this.#values.get(materialText(material)), compact.sideEntries),
      slices: this.geometry.slices(compact.shape),
      squares: this.geometry.squares(compact.shape),
    };
    // The buffer last: each of these may let the memory grow.
    writeCompact(this.kernel.memory.memory.buffer, at, compact, addresses);
  }

  #enter(material: Material, entry: number): void {
    new Uint32Array(this.kernel.memory.memory.buffer, this.#book, BOOK_WORDS)[bookKey(material)] = entry;
  }
}
