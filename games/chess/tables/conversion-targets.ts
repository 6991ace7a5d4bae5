/** Conversion targets of an ending: loads their compact tables and unpacks them to wide ones. */
import { Target as TargetRecord } from "../../../build/layouts/games/chess/tables/ending.ts";
import type { Exports } from "../../../build/kernels/chess.ts";
import { throwIfAborted } from "../../../engine/contracts/errors.ts";
import type { Kernel } from "../../../engine/kernel/kernel.ts";
import { NULL_ADDRESS } from "../../../engine/kernel/memory.ts";
import type { KernelPool } from "../../../engine/kernel/pool.ts";
import type { Tablebase, TableGeometry } from "./tablebase.ts";
import { compactShapeOf, copyPlan } from "./compact-table.ts";
import { MAX_GROUPS } from "./ending-constants.ts";
import { canonicalMaterial, isBareKings, materialText, pieceCount, type Material } from "./material.ts";
import {
  conversionMoves,
  materialAfter,
  moverOf,
  promotedAfter,
  shapeOf,
  shapeText,
  writeOwnTarget,
  type Piece,
  type Shape,
  type WideTable,
} from "./wide-table.ts";

/** Tables of up to this many pieces stay in memory, because many endings convert to them. */
export const RESIDENT_PIECES = 4;

/** Loads the stored table of a material, or one side to move of it, into the tablebase. */
export type LoadTable = (tablebase: Tablebase, material: Material, side: number | null) => Promise<void>;

/** Targets of conversions and the side to move there; largest first, so that later ones reuse the freed memory. */
export function targetsOf(shape: Shape): Target[] {
  const found = new Map<string, Target>();
  for (const conversion of conversionMoves(shape)) {
    const promoted = promotedAfter(shape, conversion);
    const target = shapeOf(materialAfter(shape, conversion), promoted);
    found.set(shapeText(target.material, promoted), { shape: target, promoted, side: 1 - moverOf(shape, conversion) });
  }
  return [...found.values()].toSorted((a, b) => b.shape.sideBytes - a.shape.sideBytes);
}

interface Target {
  readonly shape: Shape;
  readonly promoted: Piece | null;
  readonly side: number;
}

/** Whether a wide table is larger than each of the compact tables that its targets are unpacked from. */
export function isLargerThanSources(shape: Shape): boolean {
  const sources = targetsOf(shape).map((target) => canonicalMaterial(target.shape.material).material);
  const largest = Math.max(
    0,
    ...sources.filter((each) => !isBareKings(each)).map((each) => compactShapeOf(each).entries),
  );
  return 2 * shape.sideBytes > largest;
}

export class ConversionTargets {
  readonly #kernel: Kernel<Exports>;
  readonly #tablebase: Tablebase;
  readonly #geometry: TableGeometry;
  readonly #load: LoadTable;
  readonly #loading = new Map<string, { readonly loaded: Promise<void>; users: number }>();

  constructor(kernel: Kernel<Exports>, tablebase: Tablebase, geometry: TableGeometry, load: LoadTable) {
    this.#kernel = kernel;
    this.#tablebase = tablebase;
    this.#geometry = geometry;
    this.#load = load;
  }

  /** Wide tables of the conversion targets, only for the side to move after the conversion. */
  async unpack(shape: Shape, pool: KernelPool, signal: AbortSignal | undefined): Promise<Map<string, WideTable>> {
    const found = new Map<string, WideTable>();
    try {
      for (const target of targetsOf(shape)) {
        const { material } = target.shape;
        if (isBareKings(material)) continue;
        throwIfAborted(signal);
        found.set(shapeText(material, target.promoted), await this.#unpackOne(target, pool, signal));
      }
      return found;
    } catch (error) {
      for (const { values } of found.values())
        for (const address of values) if (address !== 0) this.#kernel.memory.free(address);
      throw error;
    }
  }

  async #unpackOne({ shape, side }: Target, pool: KernelPool, signal: AbortSignal | undefined): Promise<WideTable> {
    const kernel = this.#kernel;
    const { memory } = kernel;
    const { material: own, swapped } = canonicalMaterial(shape.material);
    await this.acquire(own, swapped ? 1 - side : side);
    const plan = copyPlan(shape);
    const values = memory.allocate(shape.sideBytes);
    const table: WideTable = {
      shape,
      values: side === 0 ? [values, NULL_ADDRESS] : [NULL_ADDRESS, values],
      stalemates: [NULL_ADDRESS, NULL_ADDRESS],
    };
    const regions = [
      memory.allocate(TargetRecord.BYTES),
      memory.allocate(4 * MAX_GROUPS),
      memory.allocate(4 * plan.slices.length),
      memory.allocate(kernel.exports.unpackMapBytes()),
    ] as const;
    const [target, strides, slices, maps] = regions;
    try {
      writeOwnTarget(memory, target, table, this.#geometry.slices(shape));
      memory.words(strides, plan.strides.length).set(plan.strides);
      new Uint32Array(memory.memory.buffer, slices, plan.slices.length).set(plan.slices);
      const count = shape.slices?.squares.length ?? 1;
      await pool.run(
        [
          kernel.calls.unpack(
            target,
            this.#tablebase.layoutOf(own),
            strides,
            slices,
            count,
            Number(plan.swapped),
            side,
            maps,
          ),
        ],
        { signal },
      );
      throwIfAborted(signal);
      return table;
    } catch (error) {
      memory.free(values);
      throw error;
    } finally {
      for (const region of regions) memory.free(region);
      this.#release(own);
    }
  }

  /** Loads a table, one side to move if it is not resident. Several endings may share a resident table. */
  async acquire(material: Material, side: number | null = null): Promise<void> {
    const text = materialText(material);
    const cached = this.#loading.get(text);
    if (cached) {
      cached.users++;
      return cached.loaded;
    }
    if (this.#tablebase.has(material)) return;
    const loaded = this.#load(this.#tablebase, material, pieceCount(material) <= RESIDENT_PIECES ? null : side);
    this.#loading.set(text, { loaded, users: 1 });
    return loaded;
  }

  #release(material: Material): void {
    const text = materialText(material);
    const cached = this.#loading.get(text);
    if (!cached || --cached.users > 0 || pieceCount(material) <= RESIDENT_PIECES) return;
    this.#loading.delete(text);
    this.#tablebase.remove(material);
  }
}
