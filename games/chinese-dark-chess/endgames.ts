/** Tables of revealed pieces in a kernel's memory: loaded, solved, asked and checked. */
import { disableBaselineCompiler } from "#platform/compile.ts";
import { GameloreError, throwIfAborted } from "../../engine/contracts/errors.ts";
import type { CheckedEntries, SolveOptions } from "../../engine/contracts/table.ts";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { Anchors } from "./board.ts";
import { entriesOf, layoutFor, problemWords, tablesBelow, type RepresentativeOf } from "./layouts.ts";
import { classesOf, materialText, setsOf, swapped, type Material, type MaterialClasses } from "./material.ts";
import { kernelNumbers, type Captures } from "./options.ts";

/** A list of predecessors is far shorter. */
const LIST_BYTES = 4_096;
const COUNT_WORDS = 1_024;
/** Vectors read up to so many bytes beyond the values. */
const MARGIN = 16;
/** Places of the book of layouts, as a power of 2: twice as many as sets of up to five pieces. */
const DIRECTORY_BITS = 14;
const SLOT_BYTES = 16;
const CHECK_BATCH = 65_536;
/** What `solveEndgame` returns where it did not end. */
const STOPPED = -1;

export interface SolvedEndgame {
  readonly material: Material;
  /** Address of the entries. */
  readonly address: number;
  readonly histogram: readonly number[];
  readonly plies: number;
}

export interface EndgameOptions {
  /** Every set has a table of its own, and none stands for another: for comparing. */
  readonly direct?: boolean;
  /** Outcomes count plies to the next capture, and take at most so many: the rule of the drawn game, from a count of 0. */
  readonly limit?: number;
}

export type Solving = Pick<SolveOptions, "threads" | "signal"> & {
  readonly onProgress?: ((done: number, note: string) => void) | undefined;
};

export class Endgames {
  readonly kernel: Kernel;
  readonly captures: Captures;
  readonly classes: MaterialClasses;
  readonly representativeOf: RepresentativeOf;
  readonly anchors: Anchors;
  readonly #limit: number;
  readonly #addresses = new Map<string, number>();
  /** By address of a layout, the set whose table it is about. */
  readonly #tables = new Map<number, Material>();
  #book = 0;
  #layouts = 0;
  #pieces = 0;
  cpuMilliseconds = 0;

  /** A kernel that is given has its variant set already. */
  constructor(captures: Captures, options: EndgameOptions = {}, kernel?: Kernel) {
    this.captures = captures;
    this.kernel = kernel ?? new Kernel("chinese-dark-chess");
    this.anchors = new Anchors(this.kernel.memory);
    this.classes = classesOf(captures);
    this.#limit = options.limit ?? 0;
    this.representativeOf = options.direct
      ? (material) => ({ material, pieces: new Map(material.map((piece) => [piece, piece])) })
      : (material) => this.classes.representativeOf(material);
    if (kernel) return;
    const thread = this.kernel.memory.allocate(this.kernel.call("threadBytes"));
    this.kernel.call("setVariant", ...this.#numbers(), thread);
  }

  has(material: Material): boolean {
    return this.#addresses.has(materialText(material));
  }

  addressOf(material: Material): number {
    const address = this.#addresses.get(materialText(material));
    if (address === undefined) throw new Error(`the table of ${materialText(material)} is not loaded`);
    return address;
  }

  /** Room for a table whose entries the caller writes. */
  allocate(material: Material): number {
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

  /** The other set that is solved with a set: what its colours swapped stand for. */
  partnerOf(material: Material): Material {
    return this.representativeOf(swapped(material)).material;
  }

  /** The tables that the values of a set's entries follow from, itself not among them. */
  dependenciesOf(material: Material): Material[] {
    return [...tablesBelow(material, this.representativeOf), this.partnerOf(material)].filter(
      (each) => materialText(each) !== materialText(material),
    );
  }

  /**
   * Solves sets, fewer pieces first, each with its partner; as many at a time as there are threads. What their captures lead to must be
   * loaded or among them. Solved tables stay in memory until they are dropped.
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
        const pairs = this.#pairs(sets.filter(({ length }) => length === elements));
        // Big ones first, so that the threads end together.
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

  /** Sets with their partners, where those are asked for too. */
  #pairs(sets: readonly Material[]): Material[][] {
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
    wanted: readonly Material[],
    run: (calls: (readonly [string, ...number[]])[]) => Promise<number>,
  ): Promise<SolvedEndgame[]> {
    const { kernel } = this;
    const { memory } = kernel;
    const material = wanted[0] as Material;
    const partner = this.partnerOf(material);
    const words = problemWords(material, this.classes, this.representativeOf, this.anchors, (table) => this.addressOf(table));
    const sizes = [entriesOf(material), entriesOf(partner)] as const;
    const tables = sizes.map((entries) => memory.allocate(entries + MARGIN)) as [number, number];
    const kept = new Set<number>();
    const regions = [
      memory.allocate(kernel.call("problemBytes")),
      memory.allocate(kernel.call("solverThreadBytes")),
      memory.allocate(sizes[0] + sizes[1]),
      memory.allocate(LIST_BYTES),
      memory.allocate(4 * COUNT_WORDS),
    ] as const;
    const [problem, thread, counters, list, counts] = regions;
    try {
      memory.words(problem, words.length).set(words);
      const plies = await run([
        ["setProblem", problem, thread, Number(this.#limit > 0)],
        ["solveEndgame", ...tables, counters, list, this.#limit],
      ]);
      if (plies === STOPPED) throw new GameloreError("interrupted", "interrupted");
      if (plies < 0)
        throw new GameloreError("too-large", `an outcome of ${materialText(material)} takes over 248 plies`);
      const solved: SolvedEndgame[] = [];
      for (const [i, each] of wanted.entries()) {
        const address = tables[i] as number;
        await run([["countValues", address, 0, sizes[i] as number, counts]]);
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

  /** Makes the book by which positions of up to so many pieces are found, with the tables that are loaded. */
  openDirectory(pieces: number): void {
    const { kernel } = this;
    const { memory } = kernel;
    for (const region of [this.#book, this.#layouts]) if (region !== 0) memory.free(region);
    this.#tables.clear();
    this.#pieces = pieces;
    const sets = Array.from({ length: pieces - 1 }, (_, i) => [...setsOf(i + 2)]).flat();
    const layoutBytes = kernel.call("layoutBytes");
    this.#book = memory.allocateZeroed(SLOT_BYTES * 2 ** DIRECTORY_BITS);
    this.#layouts = memory.allocate(layoutBytes * sets.length);
    const [name, ...args] = this.directoryCall();
    kernel.call(name, ...args);
    sets.forEach((material, i) => {
      const layout = layoutFor(material, 0, this.representativeOf);
      const address = this.#layouts + layoutBytes * i;
      const words = layout.words(this.#addresses.get(materialText(layout.table)) ?? 0, this.anchors);
      memory.words(address, words.length).set(words);
      kernel.call("enterLayout", address);
      this.#tables.set(address, layout.table);
    });
  }

  /** The call that points a thread at the book. */
  directoryCall(): [string, ...number[]] {
    return ["setBook", this.#book, DIRECTORY_BITS, this.#pieces];
  }

  /** The set whose table a layout of the book is about. */
  tableAt(layout: number): Material | null {
    return this.#tables.get(layout) ?? null;
  }

  /** The layout of a set that stands for itself. */
  layoutOf(material: Material): number {
    const text = materialText(material);
    const words = this.layoutWords(material);
    for (const [layout, table] of this.#tables) {
      if (materialText(table) !== text) continue;
      const there = this.kernel.memory.words(layout, words.length);
      if (words.every((word, i) => there[i] === word)) return layout;
    }
    throw new Error(`${text} has no layout`);
  }

  /** A layout of these pieces, White to move, about the table that stands for them. */
  layoutWords(material: Material): number[] {
    const layout = layoutFor(material, 0, this.representativeOf);
    return layout.words(this.#addresses.get(materialText(layout.table)) ?? 0, this.anchors);
  }

  /** Compares every entry of tables with what its successors by the rules of the game make it. The book must be open. */
  async check(sets: readonly Material[], { threads, signal, onProgress }: Solving): Promise<CheckedEntries> {
    const { kernel } = this;
    const { memory } = kernel;
    const portions = sets.flatMap((material) => {
      const entries = entriesOf(material);
      const layout = this.layoutOf(material);
      return Array.from({ length: Math.ceil(entries / CHECK_BATCH) }, (_, i) => {
        const start = i * CHECK_BATCH;
        return { layout, start, end: Math.min(entries, start + CHECK_BATCH) };
      });
    });
    const pool = kernel.startPool(threads, () => [
      ["setVariant", ...this.#numbers(), memory.allocate(kernel.call("threadBytes"))],
      this.directoryCall(),
    ]);
    let wrong = 0;
    let checked = 0;
    let example: number | null = null;
    let next = 0;
    const work = async (): Promise<void> => {
      const found = memory.allocate(4);
      for (let portion = portions[next++]; portion; portion = portions[next++]) {
        const { layout, start, end } = portion;
        const count = await pool.run([["checkEntries", layout, start, end, found]], { signal });
        throwIfAborted(signal);
        onProgress?.(next / portions.length, "definition");
        checked += end - start;
        wrong += count;
        if (count > 0) example = (memory.words(found, 1)[0] as number) >>> 0;
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

  /** The variant of the tables: its captures, and no draw that a check could run into. */
  #numbers(): number[] {
    const usual = { limit: 250, flipsReset: false, jumpsOnDark: false, repetition: "allowed" } as const;
    return kernelNumbers({ ...usual, ...this.captures });
  }
}

function sumCounts(words: Int32Array): number[] {
  const histogram = new Array<number>(256).fill(0);
  words.forEach((count, i) => (histogram[i % 256] = (histogram[i % 256] ?? 0) + (count >>> 0)));
  while (histogram.at(-1) === 0) histogram.pop();
  return histogram;
}
