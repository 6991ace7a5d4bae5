/** Reference implementation of equilibrium search: backward induction without pruning. */
import type { Graph, Place } from "./rounds.fixture.ts";
import { valueBySupports } from "./reference-matrix-game.fixture.ts";

export interface ReferenceOptions {
  readonly winUtility: number;
  readonly discount: number;
}

/** Value of a place for the first player, to a depth in rounds. */
export class ReferenceEquilibrium {
  readonly #graph: Graph;
  readonly #options: ReferenceOptions;
  readonly #cache = new Map<string, number>();

  constructor(graph: Graph, options: ReferenceOptions) {
    this.#graph = graph;
    this.#options = options;
  }

  value(place: number, depth: number): number {
    const { result, evaluation } = this.#graph[place] as Place;
    const { winUtility } = this.#options;
    if (result !== 0) return [winUtility, -winUtility, 0][result - 1] as number;
    if (depth === 0) return Math.max(-winUtility, Math.min(winUtility, evaluation));
    const key = `${place} ${depth}`;
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const value = valueBySupports(this.matrix(place, depth));
    this.#cache.set(key, value);
    return value;
  }

  /** The payoff matrix of a place. */
  matrix(place: number, depth: number): number[][] {
    const { children } = this.#graph[place] as Place;
    return children.map((row) => row.map((child) => this.#options.discount * this.value(child, depth - 1)));
  }
}
