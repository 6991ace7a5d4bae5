/** Backward induction without any pruning: the definition of what equilibrium search finds. */
import type { Graph, Place } from "./rounds.fixture.ts";
import { valueBySupports } from "./reference-matrix-game.fixture.ts";

export interface ReferenceOptions {
  readonly winUtility: number;
  readonly discount: number;
}

/** The value of a place for the first player by a search to a depth in rounds. */
export class ReferenceEquilibrium {
  readonly #graph: Graph;
  readonly #options: ReferenceOptions;
  readonly #known = new Map<string, number>();

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
