/** Reference implementation of expectimax on a graph: no pruning, no transposition table. */
import type { Graph, Place } from "./chance.fixture.ts";
import { MAX_EVALUATION, WIN_VALUE } from "./values.ts";

export interface ReferenceOptions {
  readonly tables: boolean;
  readonly winUtility: number;
}

export class ReferenceExpectimax {
  readonly #graph: Graph;
  readonly #options: ReferenceOptions;
  readonly #cache = new Map<string, number>();

  constructor(graph: Graph, options: ReferenceOptions) {
    this.#graph = graph;
    this.#options = options;
  }

  /** Values of the root moves for the side to move. */
  rootValues(place: number, depth: number): number[] {
    const { turn, edges } = this.#at(place);
    return edges.map(({ to }) => {
      if (depth > 1) return delayedBy(1, this.#valueFor(turn, to, depth - 1));
      return delayedBy(1, this.#exact(turn, to) ?? this.#evaluation(turn, to));
    });
  }

  #at(place: number): Place {
    return this.#graph[place] as Place;
  }

  /** The exact value of a place for a side, by rules or tables. */
  #exact(side: number, place: number): number | null {
    const { turn, result, exact } = this.#at(place);
    if (result !== 0) return result === 3 ? 0 : result - 1 === side ? WIN_VALUE : -WIN_VALUE;
    if (!this.#options.tables || exact === null) return null;
    return turn === side ? exact : -exact;
  }

  #evaluation(side: number, place: number): number {
    const { result, evaluation } = this.#at(place);
    if (result !== 0) return this.#exact(side, place) as number;
    return side === 0 ? evaluation : -evaluation;
  }

  /** For a side, relative to the place. */
  #valueFor(side: number, place: number, depth: number): number {
    const value = this.value(place, depth);
    return this.#at(place).turn === side ? value : -value;
  }

  /** For the side given by `turn`, relative to the place. */
  value(place: number, depth: number): number {
    const key = `${place} ${depth}`;
    const cached = this.#cache.get(key) ?? this.#search(place, depth);
    this.#cache.set(key, cached);
    return cached;
  }

  #search(place: number, depth: number): number {
    const { turn, chance, edges } = this.#at(place);
    const exact = this.#exact(turn, place);
    if (exact !== null) return exact;
    if (chance) {
      const values = edges.map(({ to }) => this.#valueFor(turn, to, depth));
      return this.#mean(
        values,
        edges.map(({ weight }) => weight),
      );
    }
    return Math.max(
      ...edges.map(({ to }) =>
        delayedBy(1, depth === 1 ? this.#evaluation(turn, to) : this.#valueFor(turn, to, depth - 1)),
      ),
    );
  }

  #mean(values: readonly number[], weights: readonly number[]): number {
    const { winUtility } = this.#options;
    const decided = values.every((value) => value > MAX_EVALUATION) || values.every((value) => value < -MAX_EVALUATION);
    const counted = decided ? values : values.map((value) => Math.max(-winUtility, Math.min(winUtility, value)));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const sum = counted.reduce((all, value, i) => all + value * (weights[i] as number), 0);
    return Math.sign(sum) * Math.round(Math.abs(sum) / total);
  }
}

/** Delays a win or loss by some plies. Avoids -0. */
function delayedBy(plies: number, value: number): number {
  return (value > MAX_EVALUATION ? value - plies : value < -MAX_EVALUATION ? value + plies : value) + 0;
}

/**
 * The graph with exact table values at some places. The graph is acyclic, so a search of full depth is exact where every
 * outcome agrees.
 */
export function withTables(graph: Graph, winUtility: number, share: (place: number) => boolean): Graph {
  const reference = new ReferenceExpectimax(graph, { tables: false, winUtility });
  const outcomes = certainOutcomes(graph);
  return graph.map((place, i) => {
    const outcome = outcomes[i];
    if (place.result !== 0 || outcome === null || !share(i)) return place;
    return { ...place, exact: reference.value(i, graph.length) };
  });
}

/** Points of the first player minus those of the second, if chance cannot change them; otherwise null. */
function certainOutcomes(graph: Graph): (number | null)[] {
  const outcomes: (number | null)[] = [];
  for (let i = graph.length - 1; i >= 0; i--) {
    const { turn, result, chance, edges } = graph[i] as Place;
    const after = edges.map(({ to }) => outcomes[to] ?? null);
    const best = turn === 0 ? 1 : -1;
    if (result !== 0) outcomes[i] = [1, -1, 0][result - 1] as number;
    else if (chance) outcomes[i] = after.every((each) => each === after[0]) ? (after[0] as number | null) : null;
    else if (after.includes(best)) outcomes[i] = best;
    else if (after.includes(null)) outcomes[i] = null;
    else outcomes[i] = after.includes(0) ? 0 : -best;
  }
  return outcomes;
}
