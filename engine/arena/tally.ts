/**
 * The games of a running match: finished games, the next game, and the end of the match. An SPRT considers the pairs in order,
 * regardless of the order in which they finish, so that it always stops at the same pair.
 */
import { pairKind } from "./pairs.ts";
import type { PlayedGame } from "./records.ts";
import { sprtOfCounts, type SprtBounds, type SprtState } from "./sprt.ts";

export class Tally {
  readonly #games = new Map<number, PlayedGame>();
  readonly #reserved = new Set<number>();
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

  /** Total number of games. */
  get total(): number {
    return this.#total;
  }

  get sprt(): SprtState | null {
    return this.#sprt;
  }

  /** The finished games in order of their numbers, up to the total. */
  get games(): PlayedGame[] {
    return [...this.#games.values()].filter(({ number }) => number < this.#total).sort((a, b) => a.number - b.number);
  }

  get done(): number {
    // The SPRT may have reduced the total.
    return Math.min(this.#done, this.#total);
  }

  add(game: PlayedGame): void {
    this.#games.set(game.number, game);
    if (game.number < this.#total) this.#done++;
    if (this.#bounds) this.#test(this.#bounds);
  }

  /** These games are being played already; `next` skips them. */
  reserve(numbers: readonly number[]): void {
    for (const number of numbers) this.#reserved.add(number);
  }

  /** The number of the next game to play; null when all are finished or running. */
  next(): number | null {
    while (this.#games.has(this.#next) || this.#reserved.has(this.#next)) this.#next++;
    return this.#next < this.#total ? this.#next++ : null;
  }

  /** No more games are started. */
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
