/**
 * The canonical form of a small graph: equal for two graphs exactly if one is the other with its vertices renamed. Colours are
 * refined by what a vertex is joined to until that tells no more apart; where vertices are still alike, one after the other is
 * set apart, and the least of what comes out is the form. The order of its vertices maps one graph onto an equal one.
 */
export interface Graph {
  /** A whole number for each vertex; vertices of different colours are never taken for each other. */
  readonly colours: readonly number[];
  /** `labels[from * vertices + to]`: what joins them, 0 for nothing. */
  readonly labels: Uint8Array;
}

export interface CanonicalForm {
  /** Equal for graphs that differ only in the names of their vertices. */
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
 * Every way to map a graph onto itself: for each, the vertex that each vertex becomes. The first is the one that changes nothing, the
 * others follow in the order of their lists. Fails where there are more than `most`.
 */
export function automorphisms(graph: Graph, most: number): readonly (readonly number[])[] {
  const search = new Search(graph, most);
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
  /** The orders of all leaves with this key, where they are asked for. */
  alike: (readonly number[])[] = [];
  readonly #graph: Graph;
  /** How many such leaves there may be; null where one is enough. */
  readonly #most: number | null;

  constructor(graph: Graph, most: number | null = null) {
    this.#graph = graph;
    this.#most = most;
  }

  run(colours: readonly number[]): void {
    const cell = firstAmbiguousCell(colours);
    if (cell === null) return this.#leaf(colours);
    const tried: number[] = [];
    for (const vertex of cell) {
      // To exchange twins changes nothing: what one of them gives, the other gives too.
      if (this.#most === null && tried.some((other) => areTwins(this.#graph, vertex, other))) continue;
      tried.push(vertex);
      // Doubled, colours leave room before each of them.
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
    if (this.#most !== null && key === this.key) this.alike.push(order);
    if (this.alike.length > (this.#most ?? Infinity))
      throw new RangeError(`the graph has more than ${this.#most} symmetries`);
    if (this.order.length > 0 && key >= this.key) return;
    this.alike = [order];
    this.key = key;
    this.order = order;
  }
}

/** Colours from 0 on, as many as there are, in an order that depends on the graph alone and not on its vertices' names. */
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
      // The colour counts first: a finer one stays finer. The sum is exact: fewer than 2^12 terms below 2^32.
      return colour * 2 ** 44 + around;
    });
    const [next, nextCount] = ranked(signatures);
    if (nextCount === count) break;
    [colours, count] = [next, nextCount];
  }
  return colours;
}

/** Values replaced by their places among the different ones. */
function ranked(values: readonly number[]): [places: readonly number[], count: number] {
  const different = [...new Set(values)].sort((a, b) => a - b);
  return [values.map((value) => different.indexOf(value)), different.length];
}

/** A hash below 2^32. Where two by chance are equal, vertices stay together that could have been told apart: slower, not wrong. */
function mixed(label: number, colour: number): number {
  let hash = Math.imul(label + 1, 0x9e3779b1) ^ Math.imul(colour + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** The vertices of the least colour that several have; null where no two have the same. */
function firstAmbiguousCell(colours: readonly number[]): number[] | null {
  const cells: number[][] = [];
  colours.forEach((colour, vertex) => (cells[colour] ??= []).push(vertex));
  return cells.find((cell) => cell.length > 1) ?? null;
}

/** Whether two vertices are joined to each other both ways alike, and to every other vertex alike. */
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
