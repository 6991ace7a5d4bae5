/** The in-memory tablebase of a kernel: compact tables by material key, for players, probes and checks. */
import { Compact, TablebaseRecord } from "../../../build/layouts/games/chess/tables/ending.ts";
import type { Exports } from "../../../build/kernels/chess.ts";
import type { Kernel } from "../../../engine/kernel/kernel.ts";
import type { KernelCall } from "../../../engine/kernel/call.ts";
import { NULL_ADDRESS, addressAfter, type Address } from "../../../engine/kernel/memory.ts";
import { materialKey, compactShapeOf, mirrorOf, writeCompact, type CompactShape } from "./compact-table.ts";
import { SWAPPED } from "./ending-constants.ts";
import { materialText, MAX_PIECES, type Material } from "./material.ts";
import type { Shape } from "./wide-table.ts";

/** Shared memory of the tables: geometry, and slice indices of pawn placements. */
export class TableGeometry {
  readonly kernel: Kernel<Exports>;
  readonly address: Address;
  readonly #numbers = new Map<string, Address>();
  readonly #squares = new Map<string, Address>();

  constructor(kernel: Kernel<Exports>) {
    this.kernel = kernel;
    this.address = kernel.memory.allocateZeroed(kernel.exports.geometryBytes());
    kernel.exports.fillGeometry(this.address);
  }

  /** Address of the slice indices by pawn placement; 0 without pawns. */
  slices(shape: Shape): Address {
    return this.#stored(this.#numbers, shape, () => shape.slices?.numbers ?? new Uint32Array(0));
  }

  /** Address of the pawn squares by slice, four bytes each. */
  squares(shape: Shape): Address {
    return this.#stored(this.#squares, shape, () =>
      Uint32Array.from(shape.slices?.squares ?? [], (squares) => packedSquares(squares)),
    );
  }

  #stored(cache: Map<string, Address>, shape: Shape, make: () => Uint32Array): Address {
    if (!shape.slices) return NULL_ADDRESS;
    const key = shape.pawnCounts.join("/");
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const words = make();
    const { memory } = this.kernel;
    const address = memory.allocate(4 * words.length);
    new Uint32Array(memory.memory.buffer, address, words.length).set(words);
    cache.set(key, address);
    return address;
  }
}

/** Entries in memory: both sides to move, White first, or one side. */
interface Values {
  readonly address: Address;
  readonly side: number | null;
}

function addressesOf(values: Values | undefined, sideEntries: number): [Address, Address] {
  if (!values) return [NULL_ADDRESS, NULL_ADDRESS];
  const { address, side } = values;
  if (side === null) return [address, addressAfter(address, sideEntries)];
  return side === 0 ? [address, NULL_ADDRESS] : [NULL_ADDRESS, address];
}

export function packedSquares(squares: readonly number[]): number {
  return squares.reduce((sum, square, i) => sum + square * 2 ** (8 * i), 0);
}

export class Tablebase {
  readonly kernel: Kernel<Exports>;
  readonly geometry: TableGeometry;
  readonly #record: TablebaseRecord;
  readonly #layouts = new Map<string, Address>();
  readonly #values = new Map<string, Values>();

  constructor(kernel: Kernel<Exports>, geometry: TableGeometry = new TableGeometry(kernel)) {
    this.kernel = kernel;
    this.geometry = geometry;
    const { memory } = kernel;
    this.#record = new TablebaseRecord(memory, memory.allocateZeroed(TablebaseRecord.BYTES));
    kernel.run(this.calls());
  }

  /** The calls that give a thread access; positions of up to this many pieces get exact values. */
  calls(pieces: number = MAX_PIECES): KernelCall[] {
    return [
      this.kernel.calls.setGeometry(this.geometry.address),
      this.kernel.calls.setTablebase(this.#record.address, pieces),
    ];
  }

  /** Address of the layout of a table; creates and registers it if needed, even if its entries are not loaded. */
  layoutOf(material: Material): Address {
    const text = materialText(material);
    const cached = this.#layouts.get(text);
    if (cached !== undefined) return cached;
    const at = this.kernel.memory.allocate(Compact.BYTES);
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

  /** Allocates the entries of a table, or of one side to move; the caller fills them before any lookup. */
  add(material: Material, side: number | null = null): Uint8Array {
    const { entries, sideEntries } = compactShapeOf(material);
    const address = this.kernel.memory.allocate(side === null ? entries : sideEntries);
    this.#values.set(materialText(material), { address, side });
    this.#write(material);
    return this.bytes(material);
  }

  /** The entries allocated by `add`. */
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
    writeCompact(this.kernel.memory, at, compact, addresses);
  }

  #enter(material: Material, entry: number): void {
    this.#record.entries[materialKey(material)] = entry;
  }
}
