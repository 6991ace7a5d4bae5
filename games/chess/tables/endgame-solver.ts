/** Builds compact tables: unpacks the tables that conversions lead to, solves the slices of an ending on all threads, packs the result. */
import type { Exports } from "../../../build/kernels/chess.ts";
import { SliceToSolve } from "../../../build/layouts/games/chess/tables/ending.ts";
import { disableBaselineCompiler } from "#platform/compile";
import { GameloreError, throwIfAborted } from "../../../engine/contracts/errors.ts";
import { Kernel } from "../../../engine/kernel/kernel.ts";
import { setFields } from "../../../engine/kernel/record.ts";
import type { KernelPool } from "../../../engine/kernel/pool.ts";
import { valueCount, valuesOfBytes } from "../../../engine/solve/outcome-values.ts";
import { NULL_ADDRESS, addressAfter, type Address } from "../../../engine/kernel/memory.ts";
import { Tablebase, packedSquares, TableGeometry } from "./tablebase.ts";
import { compactShapeOf, hasPawns, latestOf } from "./compact-table.ts";
import {
  ConversionTargets,
  isLargerThanSources,
  RESIDENT_PIECES,
  targetsOf,
  type LoadTable,
} from "./conversion-targets.ts";
import { STOPPED, TOO_LONG } from "./ending-constants.ts";
import { canonicalMaterial, isBareKings, materialText, pieceCount, type Material } from "./material.ts";
import { endingBytes, shapeOf, shapeText, writeEnding, type Shape, type WideTable } from "./wide-table.ts";

const COUNT_WORDS = 1_024;
/** Work items per thread and level, for load balancing. */
const PARTS = 4;

/** Of endings solved at the same time. A kernel can address 4 GiB, and tables of up to four pieces stay in memory. */
const BATCH_BYTES = 2.5e9;

const NO_VALUES: readonly [Address, Address] = [NULL_ADDRESS, NULL_ADDRESS];

export interface SolvedEnding {
  readonly material: Material;
  readonly bytes: Uint8Array;
  readonly histogram: readonly number[];
  /** The longest distance to mate. */
  readonly plies: number;
  /** CPU seconds, if nothing else was solved at the same time. */
  readonly seconds: { readonly unpack: number; readonly solve: number; readonly pack: number };
}

export interface SolvingOptions {
  readonly threads: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, note: string) => void) | undefined;
}

/** Peak memory while an ending is solved: its wide table, conversion targets, and the layers of the threads. */
export function solvingBytes(material: Material, threads: number): number {
  const shape = shapeOf(material);
  const targets = targetsOf(shape).reduce((sum, target) => sum + target.shape.sideBytes, 0);
  const lanes = shape.slices ? threads : 1;
  const solving = 2 * shape.sideBytes + stalemateBytes(shape) + targets + lanes * shape.sliceRows * 50;
  return Math.max(solving, 2 * shape.sideBytes + compactShapeOf(material).entries);
}

function stalemateBytes(shape: Shape): number {
  return shape.pawnCounts.includes(0) ? 0 : shape.sideBytes / 4;
}

export class EndgameSolver {
  readonly kernel: Kernel<Exports>;
  readonly tablebase: Tablebase;
  readonly #geometry: TableGeometry;
  readonly #targets: ConversionTargets;
  readonly #bareKings: WideTable;
  cpuMilliseconds = 0;

  constructor(load: LoadTable) {
    this.kernel = new Kernel<Exports>("chess");
    this.#geometry = new TableGeometry(this.kernel);
    this.tablebase = new Tablebase(this.kernel, this.#geometry);
    this.#targets = new ConversionTargets(this.kernel, this.tablebase, this.#geometry, load);
    this.#bareKings = this.#makeBareKings();
  }

  /**
   * Solves endings; their conversion targets must be stored or come earlier in the list. `done` receives each solved ending; its bytes are
   * valid until `done` resolves.
   */
  async solve(
    endings: readonly Material[],
    { threads, signal, onProgress }: SolvingOptions,
    done: (solved: SolvedEnding) => Promise<void>,
  ): Promise<void> {
    disableBaselineCompiler();
    const pool = this.kernel.startPool(threads, () => [this.kernel.calls.setGeometry(this.#geometry.address)]);
    const size = (material: Material): number => 2 * shapeOf(material).sideBytes;
    const all = endings.reduce((sum, material) => sum + size(material), 0);
    let finished = 0;
    const work = async (material: Material): Promise<void> => {
      let before = 0;
      const report = (share: number): void => {
        finished += (share - before) * size(material);
        before = share;
        onProgress?.(finished / all, materialText(material));
      };
      report(0);
      await done(await this.#solveOne(material, pool, signal, report));
      if (pieceCount(material) > RESIDENT_PIECES) this.tablebase.remove(material);
      report(1);
    };
    try {
      for (const batch of batchesOf(endings, threads)) {
        throwIfAborted(signal);
        await Promise.all(batch.map(work));
      }
    } finally {
      this.cpuMilliseconds += pool.cpuMilliseconds;
      await pool.close();
    }
  }

  async #solveOne(
    material: Material,
    pool: KernelPool,
    signal: AbortSignal | undefined,
    report: (share: number) => void,
  ): Promise<SolvedEnding> {
    const { memory } = this.kernel;
    const shape = shapeOf(material);
    const regions: Address[] = [];
    const allocate = (bytes: number): Address => {
      const region = memory.allocate(bytes);
      regions.push(region);
      return region;
    };
    const stalemates = stalemateBytes(shape) / 2;
    const allocateBoth = (bytes: number): readonly [Address, Address] =>
      bytes === 0 ? NO_VALUES : [allocate(bytes), allocate(bytes)];
    const marks = [pool.cpuMilliseconds];
    try {
      // Kernel memory never shrinks. Resident data is allocated first, then the largest parts, so that later allocations reuse freed regions.
      const ending = allocate(endingBytes(shape));
      for (const { shape: each } of [{ shape }, ...targetsOf(shape)]) {
        this.#geometry.slices(each);
        if (isBareKings(each.material)) continue;
        const own = canonicalMaterial(each.material).material;
        this.tablebase.layoutOf(own);
        if (each !== shape && pieceCount(own) <= RESIDENT_PIECES) await this.#targets.acquire(own);
      }
      const make = (): WideTable => ({
        shape,
        values: allocateBoth(shape.sideBytes),
        stalemates: allocateBoth(stalemates),
      });
      const early = isLargerThanSources(shape) ? make() : null;
      const targets = await this.#targets.unpack(shape, pool, signal);
      marks.push(pool.cpuMilliseconds);
      regions.push(...targets.values().flatMap(({ values }) => values.filter((address) => address !== 0)));
      const wide = early ?? make();
      writeEnding(memory, ending, wide, {
        table: (target, promoted) =>
          isBareKings(target) ? this.#bareKings : (targets.get(shapeText(target, promoted)) as WideTable),
        slicesAddress: (each) => this.#geometry.slices(each),
      });
      const plies = await this.#solveSlices(ending, shape, pool, signal, report);
      marks.push(pool.cpuMilliseconds);
      for (const region of regions.splice(0))
        if (region !== ending && !wide.values.includes(region)) memory.free(region);
      regions.push(ending, ...wide.values);
      this.tablebase.add(material);
      await this.#pack(material, ending, pool, signal);
      const histogram = await this.#count(material, pool);
      marks.push(pool.cpuMilliseconds);
      const [unpack, solve, pack] = marks.slice(1).map((mark, i) => (mark - (marks[i] as number)) / 1_000) as [
        number,
        number,
        number,
      ];
      const bytes = this.tablebase.bytes(material);
      return { material, bytes, histogram, plies, seconds: { unpack, solve, pack } };
    } catch (error) {
      this.tablebase.remove(material);
      throw error;
    } finally {
      for (const region of regions) memory.free(region);
    }
  }

  /** Slices of equal pawn advancement are independent. */
  async #solveSlices(
    ending: Address,
    shape: Shape,
    pool: KernelPool,
    signal: AbortSignal | undefined,
    report: (share: number) => void,
  ): Promise<number> {
    const { kernel } = this;
    const { memory } = kernel;
    const levels = shape.slices?.levels ?? [[0]];
    const total = levels.reduce((sum, level) => sum + level.length, 0);
    const lanes = Math.min(pool.size, Math.max(...levels.map(({ length }) => length)));
    const scratches = Array.from({ length: lanes }, () =>
      memory.allocate(kernel.exports.sliceScratchBytes(shape.sliceRows)),
    );
    const list = memory.allocate(SliceToSolve.BYTES * total);
    let longest = 0;
    let solved = 0;
    try {
      for (const level of levels) {
        SliceToSolve.list(memory, list, level.length).forEach((record, i) => {
          const slice = level[i] as number;
          setFields(record, { slice, pawnSquares: packedSquares(shape.slices?.squares[slice] ?? []) });
        });
        const part = Math.max(1, Math.ceil(level.length / (lanes * PARTS)));
        let next = 0;
        const work = async (scratch: Address): Promise<void> => {
          while (next < level.length) {
            const first = next;
            const count = Math.min(part, level.length - first);
            next += count;
            const plies = await pool.run(
              [this.kernel.calls.solveSlices(ending, addressAfter(list, SliceToSolve.BYTES * first), count, scratch)],
              {
                signal,
              },
            );
            if (plies === STOPPED) throw new GameloreError("interrupted", "interrupted");
            if (plies === TOO_LONG)
              throw new GameloreError("too-large", `${materialText(shape.material)} has a mate of more than 254 plies`);
            longest = Math.max(longest, plies);
            solved += count;
            report(solved / total);
          }
        };
        const outcomes = await Promise.allSettled(scratches.map(work));
        for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
      }
      return longest;
    } finally {
      for (const region of [...scratches, list]) memory.free(region);
    }
  }

  async #pack(material: Material, wide: Address, pool: KernelPool, signal: AbortSignal | undefined): Promise<void> {
    const slices = shapeOf(material).slices?.squares.length ?? 1;
    const compact = this.tablebase.layoutOf(material);
    await Promise.all(
      [0, 1].map((side) => pool.run([this.kernel.calls.pack(wide, compact, side, 0, slices)], { signal })),
    );
    throwIfAborted(signal);
  }

  async #count(material: Material, pool: KernelPool): Promise<number[]> {
    const { memory } = this.kernel;
    const counts = memory.allocate(4 * COUNT_WORDS);
    const { byteOffset, length } = this.tablebase.bytes(material);
    const histogram = new Array<number>(valueCount("turns")).fill(0);
    try {
      for (const side of [0, 1]) {
        await pool.run([
          this.kernel.calls.countValues(byteOffset as Address, (side * length) / 2, ((side + 1) * length) / 2, counts),
        ]);
        const bytes = new Array<number>(256).fill(0);
        memory.words(counts, COUNT_WORDS).forEach((count, i) => (bytes[i % 256]! += count >>> 0));
        valuesOfBytes(bytes, latestOf(side).latest).forEach((count, value) => (histogram[value]! += count));
      }
      while (histogram.at(-1) === 0) histogram.pop();
      return histogram;
    } finally {
      memory.free(counts);
    }
  }

  /** Bare kings: drawn, unless adjacent. */
  #makeBareKings(): WideTable {
    const { memory } = this.kernel;
    const shape = shapeOf([[], []]);
    const values = memory.allocate(shape.sideBytes);
    const bytes = memory.bytes(values, shape.sideBytes);
    const triangle = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];
    triangle.forEach((white, i) => {
      for (let black = 0; black < 64; black++) {
        const apart = Math.max(Math.abs((white & 7) - (black & 7)), Math.abs((white >> 3) - (black >> 3)));
        bytes[64 * i + black] = apart > 1 ? 0 : 255;
      }
    });
    return { shape, values: [values, values], stalemates: NO_VALUES };
  }
}

/** Pawnless endings are solved in parallel, one per thread, as far as they fit the kernel's memory; an ending with pawns uses all threads. */
function batchesOf(endings: readonly Material[], threads: number): Material[][] {
  const batches: Material[][] = [];
  let bytes = 0;
  for (const material of endings) {
    const last = batches.at(-1);
    const alike =
      last?.[0] && !hasPawns(material) && !hasPawns(last[0]) && pieceCount(last[0]) === pieceCount(material);
    bytes += solvingBytes(material, threads);
    if (last && alike && last.length < threads && bytes <= BATCH_BYTES) {
      last.push(material);
      continue;
    }
    batches.push([material]);
    bytes = solvingBytes(material, threads);
  }
  return batches;
}
