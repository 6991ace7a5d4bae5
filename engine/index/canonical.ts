/**
 * The canonical form of a small graph by individualization and refinement: equal for two graphs exactly if they are isomorphic.
 * Colour refinement runs until it is stable; then each vertex of an ambiguous cell is individualized in turn, and the smallest leaf
 * is the canonical form. The order of its vertices gives the isomorphism.
 */
export interface Graph {
  /** An integer for each vertex; an isomorphism preserves colours. */
  readonly colours: readonly number[];
  /** `labels[from * vertices + to]`: the label of the edge, 0 for no edge. */
  readonly labels: Uint8Array;
}

export interface CanonicalForm {
  /** Equal for isomorphic graphs. */
  readonly key: string;
  /** The vertices in canonical order: the i-th of one graph corresponds to the i-th of another with the same key. */
  readonly order: readonly number[];
}

export function canonicalForm(graph: Graph): CanonicalForm {
  const search = new Search(graph);
  search.run(refined(graph, graph.colours));
  return { key: search.key, order: search.order };
}

/**
 * All automorphisms of a graph, each as the image of every vertex. The identity is first, the others are in lexicographic order.
 * Fails if there are more than `limit`.
 */
export function automorphisms(graph: Graph, limit: number): readonly (readonly number[])[] {
  const search = new Search(graph, limit);
  search.run(refined(graph, graph.colours));
  const [first = [], ...others] = search.alike;
  return [first, ...others]
    .map((order) => {
      const images = new Array<number>(order.length);
      order.forEach((vertex, i) => (images[first[i] as number] = vertex));
      return images;
    })
    .sort((a, b) => (a.find((image, i) => image !== b[i]) ?? 0) - (b.find((image, i) => image !== a[i]) ?? 0));
}

class Search {
  key = "";
  order: readonly number[] = [];
  /** The orders of all leaves with this key; collected only for automorphisms. */
  alike: (readonly number[])[] = [];
  readonly #graph: Graph;
  /** The maximum number of such leaves; null if one is enough. */
  readonly #limit: number | null;

  constructor(graph: Graph, limit: number | null = null) {
    this.#graph = graph;
    this.#limit = limit;
  }

  run(colours: readonly number[]): void {
    const cell = firstAmbiguousCell(colours);
    if (cell === null) return this.#leaf(colours);
    const tried: number[] = [];
    for (const vertex of cell) {
      // Twins are interchangeable: both give the same leaves.
      if (this.#limit === null && tried.some((other) => areTwins(this.#graph, vertex, other))) continue;
      tried.push(vertex);
      // Doubling the colours leaves a free colour before each of them.
      const apart = colours.map((colour, each) => 2 * colour + (each === vertex ? 0 : 1));
      this.run(refined(this.#graph, apart));
    }
  }

  #leaf(colours: readonly number[]): void {
    const { labels, colours: given } = this.#graph;
    const size = colours.length;
    const order = new Array<number>(size);
    for (let vertex = 0; vertex < size; vertex++) order[colours[vertex] as number] = vertex;
    let key = "";
    for (const from of order) {
      key += `${given[from]}:`;
      for (const to of order) key += String.fromCharCode(0x30 + (labels[from * size + to] as number));
      key += ";";
    }
    if (this.#limit !== null && key === this.key) this.alike.push(order);
    if (this.alike.length > (this.#limit ?? Infinity))
      throw new RangeError(`the graph has more than ${this.#limit} symmetries`);
    if (this.order.length > 0 && key >= this.key) return;
    this.alike = [order];
    this.key = key;
    this.order = order;
  }
}

/** Stable colours, numbered from 0 in an order that does not depend on the numbering of the vertices. */
function refined({ labels }: Graph, start: readonly number[]): readonly number[] {
  const size = start.length;
  let [colours, count] = ranked(start);
  while (count < size) {
    const signatures = colours.map((colour, vertex) => {
      let around = 0;
      for (let other = 0; other < size; other++) {
        const out = labels[vertex * size + other] as number;
        const back = labels[other * size + vertex] as number;
        if (out | back) around += mixed((out << 8) | back, colours[other] as number);
      }
      // The colour is most significant, so refinement never merges cells. The sum is exact: fewer than 2^12 terms below 2^32.
      return colour * 2 ** 44 + around;
    });
    const [next, nextCount] = ranked(signatures);
    if (nextCount === count) break;
    [colours, count] = [next, nextCount];
  }
  return colours;
}

/** Values replaced by their ranks among the distinct values. */
function ranked(values: readonly number[]): [places: readonly number[], count: number] {
  const different = [...new Set(values)].sort((a, b) => a - b);
  return [values.map((value) => different.indexOf(value)), different.length];
}

/** A hash below 2^32. A collision leaves vertices in one cell that could be separated: slower, not wrong. */
function mixed(label: number, colour: number): number {
  let hash = Math.imul(label + 1, 0x9e3779b1) ^ Math.imul(colour + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** The vertices of the smallest colour shared by several; null if all colours are distinct. */
function firstAmbiguousCell(colours: readonly number[]): number[] | null {
  const cells: number[][] = [];
  colours.forEach((colour, vertex) => (cells[colour] ??= []).push(vertex));
  return cells.find((cell) => cell.length > 1) ?? null;
}

/** Whether swapping two vertices is an automorphism. */
function areTwins({ colours, labels }: Graph, one: number, two: number): boolean {
  const size = colours.length;
  const at = (from: number, to: number): number => labels[from * size + to] as number;
  if (colours[one] !== colours[two] || at(one, two) !== at(two, one) || at(one, one) !== at(two, two)) return false;
  for (let other = 0; other < size; other++) {
    if (other === one || other === two) continue;
    if (at(one, other) !== at(two, other) || at(other, one) !== at(other, two)) return false;
  }
  return true;
}
