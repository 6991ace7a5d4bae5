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

export function packedSquares(squares: readonly number[]): number {
  return squares.reduce((sum, square, i) => sum + square * 2 ** (8 * i), 0);
}

export class EndgameBook {
  readonly kernel: Kernel;
  readonly geometry: TableGeometry;
  readonly #book: number;
  readonly #layouts = new Map<string, number>();
  readonly #values = new Map<string, number>();

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

  /** Room for the entries of a table, which the caller writes before anything is looked up. */
  add(material: Material): Uint8Array {
    const { entries } = compactShapeOf(material);
    const address = this.kernel.memory.allocate(entries);
    this.#values.set(materialText(material), address);
    this.#write(material);
    return this.kernel.memory.bytes(address, entries);
  }

  bytes(material: Material): Uint8Array {
    const address = this.#values.get(materialText(material));
    if (address === undefined) throw new Error(`the table of ${materialText(material)} is not in memory`);
    return this.kernel.memory.bytes(address, compactShapeOf(material).entries);
  }

  remove(material: Material): void {
    const text = materialText(material);
    const address = this.#values.get(text);
    if (address === undefined) return;
    this.kernel.memory.free(address);
    this.#values.delete(text);
    this.#write(material);
  }

  #write(material: Material): void {
    const compact: CompactShape = compactShapeOf(material);
    writeCompact(this.kernel.memory.memory.buffer, this.layoutOf(material), compact, {
      values: this.#values.get(materialText(material)) ?? 0,
      slices: this.geometry.slices(compact.shape),
      squares: this.geometry.squares(compact.shape),
    });
  }

  #enter(material: Material, entry: number): void {
    new Uint32Array(this.kernel.memory.memory.buffer, this.#book, BOOK_WORDS)[bookKey(material)] = entry;
  }
}
