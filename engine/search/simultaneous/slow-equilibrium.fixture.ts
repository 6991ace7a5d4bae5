/** Backward induction without any pruning: the definition of what equilibrium search finds. */
import type { Graph, Place } from "./rounds.fixture.ts";
import { valueBySupports } from "./slow-matrix-game.fixture.ts";

export interface SlowOptions {
  readonly winWorth: number;
  readonly discount: number;
}

/** The value of a place for the first player by a search to a depth in rounds. */
export class SlowEquilibrium {
  readonly #graph: Graph;
  readonly #options: SlowOptions;
  readonly #known = new Map<string, number>();

  constructor(graph: Graph, options: SlowOptions) {
    this.#graph = graph;
    this.#options = options;
  }

  value(place: number, depth: number): number {
    const { result, evaluation } = this.#graph[place] as Place;
    const { winWorth } = this.#options;
    if (result !== 0) return [winWorth, -winWorth, 0][result - 1] as number;
    if (depth === 0) return Math.max(-winWorth, Math.min(winWorth, evaluation));
    const key = `${place} ${depth}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const value = valueBySupports(this.matrix(place, depth));
    this.#known.set(key, value);
    return value;
  }

  /** Values after each joint move, for a search of the place to a depth. */
  matrix(place: number, depth: number): number[][] {
    const { children } = this.#graph[place] as Place;
    return children.map((row) => row.map((child) => this.#options.discount * this.value(child, depth - 1)));
  }
}
