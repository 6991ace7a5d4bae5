/**
 * The games of a match that is being played: which are there, which is next, and when there are enough. A sequential test
 * looks at the pairs in their order, whatever order they end in, so that it stops the same match at the same pair always.
 */
import { pairKind } from "./pairs.ts";
import type { PlayedGame } from "./records.ts";
import { sprtOfCounts, type SprtBounds, type SprtState } from "./sprt.ts";

export class Tally {
  readonly #games = new Map<number, PlayedGame>();
  readonly #bounds: SprtBounds | null;
  readonly #counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  #sprt: SprtState | null;
  #testedPairs = 0;
  #total: number;
  #next = 0;
  #done = 0;

  constructor(pairs: number, bounds: SprtBounds | null) {
    this.#total = 2 * pairs;
    this.#bounds = bounds;
    this.#sprt = bounds && sprtOfCounts(this.#counts, bounds);
  }

  /** How many games there shall be. */
  get total(): number {
    return this.#total;
  }

  get sprt(): SprtState | null {
    return this.#sprt;
  }

  /** The games so far by their numbers, without those that are not asked for. */
  get games(): PlayedGame[] {
    return [...this.#games.values()].filter(({ number }) => number < this.#total).sort((a, b) => a.number - b.number);
  }

  get done(): number {
    // A test is decided by pairs that are all there.
    return Math.min(this.#done, this.#total);
  }

  add(game: PlayedGame): void {
    this.#games.set(game.number, game);
    if (game.number < this.#total) this.#done++;
    if (this.#bounds) this.#test(this.#bounds);
  }

  /** The number of a game that is neither there nor handed out; null when there are enough. */
  next(): number | null {
    while (this.#games.has(this.#next)) this.#next++;
    return this.#next < this.#total ? this.#next++ : null;
  }

  /** Hands out no more. */
  stop(): void {
    this.#next = Number.POSITIVE_INFINITY;
  }

  #test(bounds: SprtBounds): void {
    while (!this.#sprt?.decision && 2 * this.#testedPairs < this.#total) {
      const [one, two] = [this.#games.get(2 * this.#testedPairs), this.#games.get(2 * this.#testedPairs + 1)];
      if (!one || !two) return;
      this.#counts[pairKind([one.points, two.points])]!++;
      this.#testedPairs++;
      this.#sprt = sprtOfCounts(this.#counts, bounds);
      if (this.#sprt.decision) this.#total = 2 * this.#testedPairs;
    }
  }
}
