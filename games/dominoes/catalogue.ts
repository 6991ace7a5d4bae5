/** The catalogue of sets in kernel memory: equivalence classes and the entries of their representatives (sets.as.ts). */
import type { Exports } from "../../build/kernels/dominoes.ts";
import { GameloreError, throwIfAborted } from "../../engine/contracts/errors.ts";
import { binomial } from "../../engine/index/combinations.ts";
import type { KernelCall } from "../../engine/kernel/call.ts";
import type { KernelPool } from "../../engine/kernel/pool.ts";
import type { CountOptions } from "../../engine/contracts/symmetry.ts";
import type { Kernel } from "../../engine/kernel/kernel.ts";
import type { Address } from "../../engine/kernel/memory.ts";
import { type BlockRule, MIN_ELEMENTS } from "./options.ts";

/** Numbers of representatives and positions from 3 elements, needed before a table is built. Every build checks them. */
const EXPECTED_COUNTS: Readonly<Record<BlockRule, readonly (readonly [representatives: number, positions: number])[]>> =
  {
    draw: [
      [21, 98],
      [64, 1_050],
      [194, 8_204],
      [581, 55_230],
      [1_636, 319_052],
      [4_270, 1_630_818],
      [10_113, 7_437_374],
    ],
    pips: [
      [37, 194],
      [482, 10_758],
      [6_205, 409_822],
      [70_466, 11_703_030],
      [542_113, 184_888_154],
    ],
  };

/** How sets are classified: soundly for a block rule, or not at all: every set is its own representative, for comparisons. */
export type Classes = BlockRule | "none";

/** Kinds of classes in the kernel (classes.as.ts). */
const KINDS: Readonly<Record<Classes, number>> = { draw: 0, pips: 1, none: 2 };

const PROGRESS_MS = 200;
/** Places in the kernel's record of a size (sets.as.ts). */
const REPRESENTATIVE_OF_SET = 0;
const PERMUTATION_OF_SET = 1;
const SET_OF_REPRESENTATIVE = 2;
const ENTRY_OF_REPRESENTATIVE = 3;

/** Sets of distinct tiles, any of which may be the ends, and sets with one tile twice. */
export function setsOf(elements: number): number {
  return binomial(28, elements) + (elements - 1) * binomial(28, elements - 1);
}

/** The ends times the splits of the other tiles into two non-empty hands. */
export function positionsOf(elements: number): number {
  return 28 * binomial(28, elements - 1) * (2 ** (elements - 1) - 2);
}

export function representativesOf(rule: Classes, elements: number): number {
  if (rule === "none") return setsOf(elements);
  return EXPECTED_COUNTS[rule][elements - MIN_ELEMENTS]?.[0] ?? Number.NaN;
}

export function entriesOf(rule: Classes, elements: number): number {
  if (rule === "none") return positionsOf(elements);
  return EXPECTED_COUNTS[rule][elements - MIN_ELEMENTS]?.[1] ?? Number.NaN;
}

function sizesUpTo(elements: number): number[] {
  return Array.from({ length: elements - MIN_ELEMENTS + 1 }, (_, i) => MIN_ELEMENTS + i);
}

/** Entries of all sizes up to this one. */
export function entriesUpTo(rule: Classes, elements: number): number {
  return sizesUpTo(elements).reduce((sum, size) => sum + entriesOf(rule, size), 0);
}

export function catalogueBytes(rule: Classes, elements: number): number {
  return sizesUpTo(elements).reduce((sum, size) => sum + 6 * setsOf(size) + 8 * representativesOf(rule, size), 300_000);
}

export class Catalogue {
  readonly rule: Classes;
  readonly sizes: readonly number[];
  /** Setup calls of threads that use the catalogue. */
  readonly use: readonly KernelCall[];
  readonly #regions = new Map<number, readonly number[]>();
  readonly #kernel: Kernel<Exports>;

  /** Allocates memory; the classes are not built yet. */
  constructor(kernel: Kernel<Exports>, rule: Classes, elements: number) {
    this.rule = rule;
    this.#kernel = kernel;
    this.sizes = sizesUpTo(elements);
    const { memory } = kernel;
    this.use = [
      this.#kernel.calls.usePermutations(memory.allocate(kernel.exports.permutationBytes())),
      this.#kernel.calls.useCatalogue(memory.allocateZeroed(kernel.exports.catalogueBytes())),
    ];
    kernel.run(this.use);
    kernel.exports.buildPermutations();
    kernel.exports.buildBinomials();
    for (const size of this.sizes) {
      const bytes = [
        4 * setsOf(size),
        2 * setsOf(size),
        4 * representativesOf(rule, size),
        4 * representativesOf(rule, size),
      ];
      const regions = bytes.map((each) => memory.allocate(each));
      regions.forEach((region, place) => kernel.exports.setField(size, place, region));
      this.#regions.set(size, regions);
    }
  }

  /** The call that builds the classes of a size and returns their number. */
  #buildCall(size: number, scratch: Address): KernelCall {
    const first = size === MIN_ELEMENTS ? 0 : entriesUpTo(this.rule, size - 1);
    return this.#kernel.calls.buildClasses(size, KINDS[this.rule], first, scratch);
  }

  /** Builds one size on a thread of a pool. */
  async buildOn(pool: KernelPool, size: number, { signal, onProgress }: CountOptions = {}): Promise<void> {
    const { memory } = this.#kernel;
    const scratch = memory.allocateZeroed(this.#kernel.exports.classScratchBytes());
    const timer = setInterval(() => {
      onProgress?.(((memory.words(scratch, 1)[0] as number) >>> 0) / setsOf(size));
    }, PROGRESS_MS);
    try {
      const count = await pool.run([this.#buildCall(size, scratch)], { signal });
      throwIfAborted(signal);
      this.#expect(size, count);
    } finally {
      clearInterval(timer);
      memory.free(scratch);
    }
  }

  #expect(size: number, representatives: number): void {
    if (representatives === representativesOf(this.rule, size)) return;
    throw new GameloreError(
      "check-failed",
      `${representatives} classes of ${size} elements; expected ${representativesOf(this.rule, size)}`,
    );
  }

  /** Builds all sizes on this thread. */
  build(): this {
    const scratch = this.#kernel.memory.allocate(this.#kernel.exports.classScratchBytes());
    for (const size of this.sizes) {
      this.#expect(size, this.#kernel.run([this.#buildCall(size, scratch)]));
    }
    this.#kernel.memory.free(scratch);
    return this;
  }

  /** By set: its representative. */
  representativesOfSets(size: number): Uint32Array {
    return this.#words(size, REPRESENTATIVE_OF_SET, setsOf(size));
  }

  /** By set: the permutation that leads to its representative. */
  permutationsOfSets(size: number): Uint16Array {
    const start = this.#regions.get(size)?.[PERMUTATION_OF_SET] ?? 0;
    return new Uint16Array(this.#kernel.memory.memory.buffer, start, setsOf(size));
  }

  /** By representative: its set. */
  setsOfRepresentatives(size: number): Uint32Array {
    return this.#words(size, SET_OF_REPRESENTATIVE, representativesOf(this.rule, size));
  }

  /** By representative: its first entry. */
  entriesOfRepresentatives(size: number): Uint32Array {
    return this.#words(size, ENTRY_OF_REPRESENTATIVE, representativesOf(this.rule, size));
  }

  #words(size: number, place: number, count: number): Uint32Array {
    return new Uint32Array(this.#kernel.memory.memory.buffer, this.#regions.get(size)?.[place] ?? 0, count);
  }
}
