/** Exact values with open cards: the solver in the kernel, as TypeScript asks it. */
import { Kernel } from "../../engine/kernel/kernel.ts";

/** Hands as sets of cards, by seats counted from the declarer: he, the next to him, the one after. */
export interface OpenDeal {
  /** 0–3 suit game with that suit as trump, 4 grand, 5 null. */
  readonly game: number;
  readonly mustTrump?: boolean;
  readonly hands: readonly [number, number, number];
  /** The seat that leads the trick, and what has been played to it, in order. */
  readonly leader: number;
  readonly trick?: readonly number[];
}

export interface CardValue {
  readonly card: number;
  /** What the declarer gets after it: points of those in play, or 1 for yes and 0 for no. */
  readonly value: number;
}

export interface CardQuestion {
  /** Whether the declarer gets so many; without it, how many he gets. */
  readonly need?: number;
  readonly guess?: number;
}

/** Whether a search that takes longer is to go on. */
export type GoOn = () => Promise<boolean>;

/** What the search may leave out, by the kernel's bits (switches.as.ts): all values stay as they are. */
export const REDUCTIONS = {
  alikeCards: 1,
  closedGaps: 2,
  sortedSuits: 4,
  knownPositions: 8,
  sureTricks: 16,
  moveOrder: 32,
  nearCards: 64,
  nearPositions: 128,
} as const;

/** Added to reductions: counts positions, see `Solver.tally`. */
export const TALLY = 256;

/** Two are left out, as finding what they save costs more: with positions of one class bounding each other they save next to nothing (`gamelore bench skat`). */
export const USUAL_REDUCTIONS: number =
  Object.values(REDUCTIONS).reduce((all, bit) => all | bit, 0) & ~(REDUCTIONS.sortedSuits | REDUCTIONS.nearCards);

const LINE_BYTES = 64;
/** 1 MiB. Four times as much saves 1 or 2 per cent of the search and is slower, as less of it is in the processor's caches. */
const USUAL_LINES = 2 ** 14;
const CARDS = 32;
/** Tricks searched in a portion, about 3 ms, and how many portions have this size before they grow. */
const PORTION = 2 ** 14;
const PORTIONS_OF_A_SIZE = 32;

/**
 * Asks about one position at a time. All memory is taken at once: `lines` (a power of two) of 64 bytes for positions that were
 * searched, which later positions profit from.
 */
export class Solver {
  readonly kernel: Kernel;
  readonly #regions: readonly number[];
  readonly #values: number;
  readonly #setUp: readonly number[];
  #reductions: number = USUAL_REDUCTIONS;

  constructor(kernel: Kernel = new Kernel("skat"), lines: number = USUAL_LINES) {
    this.kernel = kernel;
    const { memory } = kernel;
    const own = memory.allocateZeroed(kernel.call("solverBytes"));
    const known = memory.allocateZeroed(LINE_BYTES * lines);
    this.#values = memory.allocateZeroed(CARDS);
    this.#regions = [own, known, this.#values];
    this.#setUp = [own, known, lines];
  }

  /** Which reductions the search makes; the usual ones by default. */
  use(reductions: number): void {
    this.#reductions = reductions;
  }

  /** The points of those in play that the declarer gets; in null 1 if he must take a trick, 0 if not. */
  value(deal: OpenDeal, guess = 60): number {
    this.#open(deal);
    return this.kernel.call("declarerPoints", guess);
  }

  /** Whether the declarer gets at least so many of the points in play: much cheaper than all of the value. */
  gets(deal: OpenDeal, need: number): boolean {
    this.#open(deal);
    return this.kernel.call("declarerGets", need) !== 0;
  }

  /** For every card that may be played now the declarer's points after it, in the order of cards. */
  cardValues(deal: OpenDeal, guess = 60): CardValue[] {
    return this.#cards(deal, -1, guess);
  }

  /** For every card that may be played now whether the declarer then gets at least so many (1) or not (0). */
  cardGets(deal: OpenDeal, need: number): CardValue[] {
    return this.#cards(deal, Math.max(0, need), 0);
  }

  /**
   * Either of the two, in portions of a few milliseconds: after each it is asked whether to go on, and null is the answer if not. What a
   * portion has found the next one knows; portions grow, so that it ends even where there is no room to know it.
   */
  async inPortions(deal: OpenDeal, { need, guess = 60 }: CardQuestion, goOn: GoOn): Promise<CardValue[] | null> {
    const asked = need === undefined ? -1 : Math.max(0, need);
    for (let count = 1, most = PORTION; ; count++) {
      const found = this.#cards(deal, asked, guess, most, count > 1);
      if (!this.kernel.call("gaveUp")) return found;
      if (!(await goOn())) return null;
      if (count % PORTIONS_OF_A_SIZE === 0) most *= 2;
    }
  }

  /** Tricks that were begun in searching for the last answer. */
  get nodes(): number {
    return this.kernel.call("searchedNodes");
  }

  /** Counts by the cards in a hand (0 to 10), since the solver was made with `use(… | TALLY)`: positions met, and those searched. */
  tally(): { met: number[]; searched: number[] } {
    const start = (this.#setUp[0] as number) + this.kernel.call("tallyOffset");
    const counts = [...new Float64Array(this.kernel.memory.memory.buffer, start, 32)];
    return { met: counts.slice(0, 11), searched: counts.slice(16, 27) };
  }

  /** Lets go of the memory; the solver is of no use then. */
  close(): void {
    for (const region of this.#regions) this.kernel.memory.free(region);
  }

  /** Several solvers may share a kernel, whose globals are the last one's. */
  #open({ game, mustTrump, hands, leader, trick }: OpenDeal, most = Number.MAX_SAFE_INTEGER, again = false): void {
    const [first = -1, second = -1] = trick ?? [];
    this.kernel.call("setSolver", ...this.#setUp, this.#reductions);
    this.kernel.call(
      "openPosition",
      game,
      Number(mustTrump ?? false),
      ...hands,
      leader,
      first,
      second,
      most,
      Number(again),
    );
  }

  #cards(deal: OpenDeal, need: number, guess: number, most?: number, again?: boolean): CardValue[] {
    this.#open(deal, most, again);
    const legal = this.kernel.call("cardValues", this.#values, need, guess);
    const values = this.kernel.memory.bytes(this.#values, CARDS);
    const found: CardValue[] = [];
    for (let card = 0; card < CARDS; card++) {
      if ((legal >>> card) & 1) found.push({ card, value: values[card] as number });
    }
    return found;
  }
}

let usual: Solver | null = null;

/** The points that the declarer gets of those in play (in null 1 if he must take a trick), by a solver that all callers share. */
export function solveDeal(deal: OpenDeal, guess?: number): number {
  usual ??= new Solver();
  return usual.value(deal, guess);
}
