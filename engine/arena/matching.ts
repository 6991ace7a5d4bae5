/** Maximum matching in a general graph: Edmonds' blossom algorithm. */

const NONE = -1;

export type Joins = (a: number, b: number) => boolean;

/** Size of a maximum matching of the nodes, with edges given by `joins`. */
export function maximumMatching(nodes: readonly number[], joins: Joins): number {
  const edges = nodes.map((a) => nodes.flatMap((b, j) => (a !== b && joins(a, b) ? [j] : [])));
  const search = new Search(edges);
  return nodes.filter((_, root) => search.grow(root)).length;
}

class Search {
  readonly #edges: readonly (readonly number[])[];
  /** Partner of each node. */
  readonly #partner: number[];
  /** Parent of an odd node in the alternating tree. */
  #parent: number[] = [];
  /** Base of the blossom (contracted odd cycle) of a node. */
  #base: number[] = [];

  constructor(edges: readonly (readonly number[])[]) {
    this.#edges = edges;
    this.#partner = edges.map(() => NONE);
  }

  /** Searches for an augmenting path from an unmatched node; false if there is none or the node is matched. */
  grow(root: number): boolean {
    if (this.#partner[root] !== NONE) return false;
    this.#parent = this.#edges.map(() => NONE);
    this.#base = this.#edges.map((_, node) => node);
    const even = new Set([root]);
    for (const node of even) {
      for (const next of this.#edges[node] as number[]) {
        if (this.#base[node] === this.#base[next] || this.#partner[node] === next) continue;
        const partner = this.#partner[next] as number;
        if (next === root || (partner !== NONE && this.#parent[partner] !== NONE)) {
          this.#contract(node, next, even);
        } else if (this.#parent[next] === NONE) {
          this.#parent[next] = node;
          if (partner === NONE) {
            this.#augment(next);
            return true;
          }
          even.add(partner);
        }
      }
    }
    return false;
  }

  /** Contracts the blossom closed by an edge between two even nodes. */
  #contract(one: number, other: number, even: Set<number>): void {
    const base = this.#commonBase(one, other);
    const inBlossom = new Set<number>();
    this.#mark(one, base, other, inBlossom);
    this.#mark(other, base, one, inBlossom);
    for (const [node, old] of this.#base.entries()) {
      if (!inBlossom.has(old)) continue;
      this.#base[node] = base;
      even.add(node);
    }
  }

  #commonBase(one: number, other: number): number {
    const seen = new Set<number>();
    for (
      let node = this.#base[one] as number;
      ;
      node = this.#base[this.#parent[this.#partner[node] as number] as number] as number
    ) {
      seen.add(node);
      if (this.#partner[node] === NONE) break;
    }
    let node = this.#base[other] as number;
    while (!seen.has(node)) node = this.#base[this.#parent[this.#partner[node] as number] as number] as number;
    return node;
  }

  #mark(from: number, base: number, child: number, inBlossom: Set<number>): void {
    for (let node = from; this.#base[node] !== base;) {
      const partner = this.#partner[node] as number;
      inBlossom.add(this.#base[node] as number).add(this.#base[partner] as number);
      this.#parent[node] = child;
      child = partner;
      node = this.#parent[partner] as number;
    }
  }

  /** Flips the augmenting path back to the root. */
  #augment(end: number): void {
    for (let node = end; node !== NONE;) {
      const parent = this.#parent[node] as number;
      const next = this.#partner[parent] as number;
      this.#partner[node] = parent;
      this.#partner[parent] = node;
      node = next;
    }
  }
}
