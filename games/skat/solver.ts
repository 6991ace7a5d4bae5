/** The double-dummy solver: exact values of card play with all hands visible, by the search in the kernel. */
import type { Exports } from "../../build/kernels/skat.ts";
import { PositionTally, TableBucket } from "../../build/layouts/games/skat/solver.ts";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { addressAfter, type Address } from "../../engine/kernel/memory.ts";

/** Hands as card sets, by seat clockwise from the declarer. */
export interface OpenDeal {
  /** 0–3 suit game with that suit as trump, 4 grand, 5 null. */
  readonly game: number;
  readonly mustTrump?: boolean;
  readonly hands: readonly [number, number, number];
  /** The seat that leads the trick, and its cards so far in order. */
  readonly leader: number;
  readonly trick?: readonly number[];
}

export interface CardValue {
  readonly card: number;
  /** The declarer's share of the points in play after this card, or 1 for yes and 0 for no. */
  readonly value: number;
}

export interface CardQuery {
  /** Ask only whether the declarer gets at least this many points. */
  readonly need?: number;
  readonly guess?: number;
}

/** Called between slices of a long search; false aborts it. */
export type ShouldContinue = () => Promise<boolean>;

/** Search reductions by the kernel's bits (switches.as.ts). None changes a value. */
export const REDUCTIONS = {
  equivalentCards: 1,
  relativeRanks: 2,
  suitSymmetry: 4,
  transpositions: 8,
  sureTricks: 16,
  moveOrdering: 32,
  quasiSymmetry: 64,
  rankClassBounds: 128,
} as const;

/** Added to the reductions: counts positions for `Solver.tally`. */
export const TALLY = 256;

/** Two are off: next to rank class bounds they cost more than they save (`gamelore bench skat`). */
export const DEFAULT_REDUCTIONS: number =
  Object.values(REDUCTIONS).reduce((all, bit) => all | bit, 0) & ~(REDUCTIONS.suitSymmetry | REDUCTIONS.quasiSymmetry);

/** 1 MiB. Four times that saves 1 to 2 % of the nodes but is slower, because of cache misses. */
const DEFAULT_BUCKETS = 2 ** 14;
const CARDS = 32;
/** Nodes of a slice (about 3 ms), and the slices after which the size doubles. */
const SLICE_NODES = 2 ** 14;
const SLICES_PER_SIZE = 32;

/** Solves one position at a time. The transposition table has `buckets`, a power of two, and is kept between positions. */
export class Solver {
  readonly kernel: Kernel<Exports>;
  readonly #regions: Address[];
  readonly #values: Address;
  readonly #setUp: readonly [own: Address, tt: Address, buckets: number];
  #reductions: number = DEFAULT_REDUCTIONS;

  constructor(kernel: Kernel<Exports> = new Kernel<Exports>("skat"), buckets: number = DEFAULT_BUCKETS) {
    this.kernel = kernel;
    const { memory } = kernel;
    const own = memory.allocateZeroed(kernel.exports.solverBytes());
    const tt = memory.allocateZeroed(TableBucket.BYTES * buckets);
    this.#values = memory.allocateZeroed(CARDS);
    this.#regions = [own, tt, this.#values];
    this.#setUp = [own, tt, buckets];
  }

  setReductions(reductions: number): void {
    this.#reductions = reductions;
  }

  /** The declarer's share of the points in play; in null 1 if he must take a trick, 0 if not. */
  value(deal: OpenDeal, guess = 60): number {
    this.#setPosition(deal);
    return this.kernel.exports.declarerPoints(guess);
  }

  /** Whether the declarer gets at least `need` of the points in play: much cheaper than `value`. */
  gets(deal: OpenDeal, need: number): boolean {
    this.#setPosition(deal);
    return this.kernel.exports.declarerGets(need) !== 0;
  }

  /** The declarer's points after each legal card, in card order. */
  cardValues(deal: OpenDeal, guess = 60): CardValue[] {
    return this.#cards(deal, -1, guess);
  }

  /** Whether the declarer gets at least `need` points (1) or not (0) after each legal card. */
  cardGets(deal: OpenDeal, need: number): CardValue[] {
    return this.#cards(deal, Math.max(0, need), 0);
  }

  /**
   * `cardValues` or `cardGets` in time slices of a few milliseconds; null if `shouldContinue` returns false in between. Each slice starts
   * over with the transposition table of the last one. Slices grow, so the search ends even if the table is too small.
   */
  async solveInSlices(
    deal: OpenDeal,
    { need, guess = 60 }: CardQuery,
    shouldContinue: ShouldContinue,
  ): Promise<CardValue[] | null> {
    const query = need === undefined ? -1 : Math.max(0, need);
    for (let count = 1, nodeLimit = SLICE_NODES; ; count++) {
      const found = this.#cards(deal, query, guess, nodeLimit, count > 1);
      if (!this.kernel.exports.aborted()) return found;
      if (!(await shouldContinue())) return null;
      if (count % SLICES_PER_SIZE === 0) nodeLimit *= 2;
    }
  }

  /** Nodes (tricks begun) of the last search. */
  get nodes(): number {
    return this.kernel.exports.searchedNodes();
  }

  /** Counts by cards in a hand (0 to 10) since the solver was created, with `TALLY` set: positions visited and expanded. */
  tally(): { visited: number[]; expanded: number[] } {
    const { exports, memory } = this.kernel;
    const { visited, expanded } = new PositionTally(memory, addressAfter(this.#setUp[0], exports.tallyOffset()));
    return { visited: [...visited.subarray(0, 11)], expanded: [...expanded.subarray(0, 11)] };
  }

  /** Frees the memory. */
  close(): void {
    for (const region of this.#regions) this.kernel.memory.free(region);
  }

  /** Solvers may share a kernel, so its globals are set before each search. */
  #setPosition(
    { game, mustTrump, hands, leader, trick }: OpenDeal,
    nodeLimit = Number.MAX_SAFE_INTEGER,
    resume = false,
  ): void {
    const [first = -1, second = -1] = trick ?? [];
    this.kernel.exports.setSolver(...this.#setUp, this.#reductions);
    this.kernel.exports.setPosition(
      game,
      Number(mustTrump ?? false),
      ...hands,
      leader,
      first,
      second,
      nodeLimit,
      Number(resume),
    );
  }

  #cards(deal: OpenDeal, need: number, guess: number, nodeLimit?: number, resume?: boolean): CardValue[] {
    this.#setPosition(deal, nodeLimit, resume);
    const legal = this.kernel.exports.cardValues(this.#values, need, guess);
    const values = this.kernel.memory.bytes(this.#values, CARDS);
    const found: CardValue[] = [];
    for (let card = 0; card < CARDS; card++) {
      if ((legal >>> card) & 1) found.push({ card, value: values[card] as number });
    }
    return found;
  }
}
