/** Endgame tables in kernel memory: loading, solving, probing and checking. */
import { DirectorySlot, EndgameProblem, IndexLayout } from "../../build/layouts/games/chinese-dark-chess/tables.ts";
import type { Exports } from "../../build/kernels/chinese-dark-chess.ts";
import { disableBaselineCompiler } from "#platform/compile";
import { GameloreError, throwIfAborted } from "../../engine/contracts/errors.ts";
import type { CheckedEntries, Rank, SolveOptions } from "../../engine/contracts/table.ts";
import type { KernelCall } from "../../engine/kernel/call.ts";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { NULL_ADDRESS, addressAfter, type Address } from "../../engine/kernel/memory.ts";
import { Anchors } from "./board.ts";
import { entriesOf, layoutFor, tablesBelow, writeProblem, type RepresentativeOf } from "./layouts.ts";
import { classesOf, materialText, setsOf, swapped, type Material, type MaterialClasses } from "./material.ts";
import { kernelNumbers, type Captures, type VariantNumbers } from "./options.ts";

/** Upper bound for a list of predecessors. */
const LIST_BYTES = 4_096;
const COUNT_WORDS = 1_024;
/** SIMD loads may read this many bytes beyond the values. */
const MARGIN = 16;
/** log2 of the directory's slots: twice the number of sets of up to five pieces. */
const DIRECTORY_BITS = 14;
const CHECK_BATCH = 65_536;
/** Result of `solveEndgame` if interrupted. */
const STOPPED = -1;

export interface SolvedEndgame {
  readonly material: Material;
  /** Address of the entries. */
  readonly address: Address;
  readonly histogram: readonly number[];
  readonly plies: number;
}

export interface EndgameOptions {
  /** Every set has its own table instead of one per class: for comparisons. */
  readonly direct?: boolean;
  /** Outcomes count plies to the next capture, up to this limit: the draw rule, starting from a count of 0. */
  readonly limit?: number;
}

export type Solving = Pick<SolveOptions, "threads" | "signal"> & {
  readonly onProgress?: ((done: number, note: string) => void) | undefined;
};

export class Endgames {
  readonly kernel: Kernel<Exports>;
  readonly captures: Captures;
  readonly classes: MaterialClasses;
  readonly representativeOf: RepresentativeOf;
  readonly anchors: Anchors;
  readonly #limit: number;
  readonly #addresses = new Map<string, Address>();
  /** By address of a layout: the set of its table. */
  readonly #tables = new Map<Address, Material>();
  /** By set: the address of its layout. */
  readonly #layoutAddresses = new Map<string, Address>();
  #directory: Address = NULL_ADDRESS;
  #layouts: Address = NULL_ADDRESS;
  #pieces = 0;
  cpuMilliseconds = 0;

  /** A given kernel must already have its variant set. */
  constructor(captures: Captures, options: EndgameOptions = {}, kernel?: Kernel<Exports>) {
    this.captures = captures;
    this.kernel = kernel ?? new Kernel<Exports>("chinese-dark-chess");
    this.anchors = new Anchors(this.kernel.memory);
    this.classes = classesOf(captures);
    this.#limit = options.limit ?? 0;
    this.representativeOf = options.direct
      ? (material) => ({ material, pieces: new Map(material.map((piece) => [piece, piece])) })
      : (material) => this.classes.representativeOf(material);
    if (kernel) return;
    const thread = this.kernel.memory.allocate(this.kernel.exports.threadBytes());
    this.kernel.exports.setVariant(...this.#numbers(), thread);
  }

  has(material: Material): boolean {
    return this.#addresses.has(materialText(material));
  }

  addressOf(material: Material): Address {
    const address = this.#addresses.get(materialText(material));
    if (address === undefined) throw new Error(`the table of ${materialText(material)} is not loaded`);
    return address;
  }

  /** Allocates a table; the caller writes the entries. */
  allocate(material: Material): Address {
    const address = this.kernel.memory.allocate(entriesOf(material) + MARGIN);
    this.#addresses.set(materialText(material), address);
    return address;
  }

  entries(material: Material): Uint8Array {
    return this.kernel.memory.bytes(this.addressOf(material), entriesOf(material));
  }

  drop(material: Material): void {
    this.kernel.memory.free(this.addressOf(material));
    this.#addresses.delete(materialText(material));
  }

  /** The set that is solved together with this one: the representative of the swapped colours. */
  partnerOf(material: Material): Material {
    return this.representativeOf(swapped(material)).material;
  }

  /** The other tables that a set's entries depend on. */
  dependenciesOf(material: Material): Material[] {
    return [...tablesBelow(material, this.representativeOf), this.partnerOf(material)].filter(
      (each) => materialText(each) !== materialText(material),
    );
  }

  /**
   * Solves sets in order of size, each with its partner, one pair per thread. The sets reached by captures must be loaded or among them.
   * Solved tables stay in memory until dropped.
   */
  async solve(
    sets: readonly Material[],
    { threads, signal, onProgress }: Solving,
    done?: (solved: SolvedEndgame) => Promise<void>,
  ): Promise<void> {
    const { kernel } = this;
    disableBaselineCompiler();
    const pool = kernel.startPool(threads, () => []);
    const all = sets.reduce((sum, material) => sum + entriesOf(material), 0);
    let finished = 0;
    try {
      for (const elements of new Set(sets.map(({ length }) => length).toSorted((a, b) => a - b))) {
        const pairs = this.pairs(sets.filter(({ length }) => length === elements));
        // Largest first, to balance the threads.
        pairs.sort((a, b) => entriesOf(b[0] as Material) - entriesOf(a[0] as Material));
        const work = async (): Promise<void> => {
          for (let pair = pairs.shift(); pair; pair = pairs.shift()) {
            throwIfAborted(signal);
            onProgress?.(finished / all, `${elements} pieces`);
            const solved = await this.#solvePair(pair, (calls) => pool.run(calls, { signal }));
            for (const each of solved) {
              await done?.(each);
              finished += entriesOf(each.material);
            }
          }
        };
        await Promise.all(Array.from({ length: threads }, work));
      }
    } finally {
      this.cpuMilliseconds += pool.cpuMilliseconds;
      await pool.close();
    }
  }

  /** Pairs each set with its partner, if that is requested too. */
  pairs(sets: readonly Material[]): Material[][] {
    const left = new Map(sets.map((material) => [materialText(material), material]));
    const pairs: Material[][] = [];
    for (const [text, material] of left) {
      left.delete(text);
      const partner = left.get(materialText(this.partnerOf(material)));
      if (partner) left.delete(materialText(partner));
      pairs.push(partner ? [material, partner] : [material]);
    }
    return pairs;
  }

  async #solvePair(
    requested: readonly Material[],
    run: (calls: readonly KernelCall[]) => Promise<number>,
  ): Promise<SolvedEndgame[]> {
    const { kernel } = this;
    const { memory } = kernel;
    const material = requested[0] as Material;
    const partner = this.partnerOf(material);
    const sizes = [entriesOf(material), entriesOf(partner)] as const;
    const tables = sizes.map((entries) => memory.allocate(entries + MARGIN)) as [Address, Address];
    const kept = new Set<Address>();
    const regions = [
      memory.allocateZeroed(EndgameProblem.BYTES),
      memory.allocate(kernel.exports.solverThreadBytes()),
      memory.allocate(sizes[0] + sizes[1]),
      memory.allocate(LIST_BYTES),
      memory.allocate(4 * COUNT_WORDS),
    ] as const;
    const [problem, thread, counters, list, counts] = regions;
    try {
      writeProblem(
        new EndgameProblem(memory, problem),
        material,
        this.classes,
        this.representativeOf,
        this.anchors,
        (table) => this.addressOf(table),
      );
      const plies = await run([
        kernel.calls.setProblem(problem, thread, Number(this.#limit > 0)),
        kernel.calls.solveEndgame(...tables, counters, list, this.#limit),
      ]);
      if (plies === STOPPED) throw new GameloreError("interrupted", "interrupted");
      if (plies < 0)
        throw new GameloreError("too-large", `an outcome of ${materialText(material)} takes over 248 plies`);
      const solved: SolvedEndgame[] = [];
      for (const [i, each] of requested.entries()) {
        const address = tables[i] as Address;
        await run([kernel.calls.countValues(address, 0, sizes[i] as number, counts)]);
        const histogram = sumCounts(memory.words(counts, COUNT_WORDS));
        kept.add(address);
        this.#addresses.set(materialText(each), address);
        solved.push({ material: each, address, histogram, plies });
      }
      return solved;
    } finally {
      for (const address of [...tables, ...regions]) if (!kept.has(address)) memory.free(address);
    }
  }

  /** Builds the directory of all sets of up to `pieces` pieces with the loaded tables. */
  openDirectory(pieces: number): void {
    const { kernel } = this;
    const { memory } = kernel;
    for (const region of [this.#directory, this.#layouts]) if (region !== 0) memory.free(region);
    this.#tables.clear();
    this.#layoutAddresses.clear();
    this.#pieces = pieces;
    const sets = Array.from({ length: pieces - 1 }, (_, i) => [...setsOf(i + 2)]).flat();
    this.#directory = memory.allocateZeroed(DirectorySlot.BYTES * 2 ** DIRECTORY_BITS);
    this.#layouts = memory.allocateZeroed(IndexLayout.BYTES * sets.length);
    kernel.run([this.directoryCall()]);
    sets.forEach((material, i) => {
      const address = addressAfter(this.#layouts, IndexLayout.BYTES * i);
      const table = this.writeLayout(new IndexLayout(memory, address), material);
      kernel.exports.addLayout(address);
      this.#tables.set(address, table);
      this.#layoutAddresses.set(materialText(material), address);
    });
  }

  /** The call that sets a thread's directory. */
  directoryCall(): KernelCall {
    return this.kernel.calls.setDirectory(this.#directory, DIRECTORY_BITS, this.#pieces);
  }

  /** The set of a layout's table. */
  tableAt(layout: Address): Material | null {
    return this.#tables.get(layout) ?? null;
  }

  /** The layout of a set in the directory. */
  layoutOf(material: Material): Address {
    const text = materialText(material);
    const layout = this.#layoutAddresses.get(text);
    if (layout === undefined) throw new Error(`${text} has no layout`);
    const loaded = this.#addresses.get(materialText(this.#tables.get(layout) as Material)) ?? NULL_ADDRESS;
    if (new IndexLayout(this.kernel.memory, layout).table !== loaded)
      throw new Error(`the table of ${text} was loaded or dropped after the directory was opened`);
    return layout;
  }

  /** Writes the layout of these pieces, White to move, in the table of their representative, which is returned. */
  writeLayout(record: IndexLayout, material: Material): Material {
    const layout = layoutFor(material, 0, this.representativeOf);
    layout.write(record, this.#addresses.get(materialText(layout.table)) ?? NULL_ADDRESS, this.anchors);
    return layout.table;
  }

  /** Checks every entry of the tables against its successors by the rules. Requires an open directory. */
  async check(sets: readonly Material[], { threads, signal, onProgress }: Solving): Promise<CheckedEntries> {
    const { kernel } = this;
    const { memory } = kernel;
    const batches = sets.flatMap((material) => {
      const entries = entriesOf(material);
      const layout = this.layoutOf(material);
      return Array.from({ length: Math.ceil(entries / CHECK_BATCH) }, (_, i) => {
        const start = i * CHECK_BATCH;
        return { layout, start, end: Math.min(entries, start + CHECK_BATCH) };
      });
    });
    const pool = kernel.startPool(threads, () => [
      kernel.calls.setVariant(...this.#numbers(), memory.allocate(kernel.exports.threadBytes())),
      this.directoryCall(),
    ]);
    let wrong = 0;
    let checked = 0;
    let example: Rank | null = null;
    let next = 0;
    const work = async (): Promise<void> => {
      const found = memory.allocate(4);
      for (let batch = batches[next++]; batch; batch = batches[next++]) {
        const { layout, start, end } = batch;
        const count = await pool.run([kernel.calls.checkEntries(layout, start, end, found)], { signal });
        throwIfAborted(signal);
        onProgress?.(next / batches.length, "definition");
        checked += end - start;
        wrong += count;
        if (count > 0) example = ((memory.words(found, 1)[0] as number) >>> 0) as Rank;
      }
      memory.free(found);
    };
    try {
      await Promise.all(Array.from({ length: threads }, work));
      return { checked, wrong, example };
    } finally {
      this.cpuMilliseconds += pool.cpuMilliseconds;
      await pool.close();
    }
  }

  /** The variant of the tables: their captures, and a ply limit that a check never reaches. */
  #numbers(): VariantNumbers {
    const defaults = { limit: 250, flipsReset: false, jumpsOnDark: false, repetition: "allowed" } as const;
    return kernelNumbers({ ...defaults, ...this.captures });
  }
}

function sumCounts(words: Int32Array): number[] {
  const histogram = new Array<number>(256).fill(0);
  words.forEach((count, i) => (histogram[i % 256] = (histogram[i % 256] ?? 0) + (count >>> 0)));
  while (histogram.at(-1) === 0) histogram.pop();
  return histogram;
}
