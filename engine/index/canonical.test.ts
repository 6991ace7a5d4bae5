/** Canonical forms against brute force over all permutations of vertices. */
import { describe, expect, test } from "vitest";
import { SeededRandom } from "../random/seeded.ts";
import { canonicalForm, type Graph } from "./canonical.ts";

function* permutations(items: readonly number[]): Generator<number[]> {
  if (items.length === 0) yield [];
  for (const item of items)
    for (const rest of permutations(items.filter((other) => other !== item))) yield [item, ...rest];
}

/** The graph with vertex i renamed from `order[i]`. */
function renamed({ colours, labels }: Graph, order: readonly number[]): Graph {
  const size = colours.length;
  return {
    colours: order.map((old) => colours[old] as number),
    labels: Uint8Array.from(order.flatMap((from) => order.map((to) => labels[from * size + to] as number))),
  };
}

function randomGraph(random: SeededRandom, size: number, colours: number, labels: number): Graph {
  return {
    colours: Array.from({ length: size }, () => random.below(colours)),
    labels: Uint8Array.from({ length: size * size }, () => Math.max(0, random.below(labels + 2) - 1)),
  };
}

const textOf = ({ colours, labels }: Graph): string => `${colours.join()};${labels.join()}`;
const everyOrder = [...permutations([0, 1, 2, 3])];

describe("two random graphs of four vertices have the same form exactly if they are isomorphic", () => {
  test.for([
    [1, 1],
    [2, 1],
    [1, 2],
  ] as const)("%i colours, %i labels", ([colours, labels]) => {
    const random = new SeededRandom(colours * 10 + labels);
    const graphs = Array.from({ length: 60 }, () => randomGraph(random, 4, colours, labels));
    for (const one of graphs) {
      const renamings = new Set(everyOrder.map((order) => textOf(renamed(one, order))));
      for (const two of graphs)
        expect(canonicalForm(one).key === canonicalForm(two).key).toBe(renamings.has(textOf(two)));
    }
  });
});

test("the order gives an isomorphism to any renamed graph", () => {
  const random = new SeededRandom(5);
  for (let i = 0; i < 200; i++) {
    const size = 1 + random.below(9);
    const graph = randomGraph(random, size, 2, 2);
    const order = Array.from({ length: size }, (_, vertex) => vertex).toSorted(() => random.fraction() - 0.5);
    const other = renamed(graph, order);
    const [one, two] = [canonicalForm(graph), canonicalForm(other)];
    expect(two.key).toBe(one.key);
    expect(textOf(renamed(other, two.order))).toBe(textOf(renamed(graph, one.order)));
  }
});

/** The 16 cells of a torus, with edges by the offset of two cells. */
function torus(joined: (dx: number, dy: number) => boolean): Graph {
  const labels = Array.from({ length: 256 }, (_, i) => {
    const [from, to] = [i >> 4, i & 15];
    return from !== to && joined(((from & 3) - (to & 3)) & 3, ((from >> 2) - (to >> 2)) & 3) ? 1 : 0;
  });
  return { colours: Array.from({ length: 16 }, () => 0), labels: Uint8Array.from(labels) };
}

test("two graphs that colour refinement alone cannot distinguish: the rook's graph and the Shrikhande graph, 16 vertices of degree 6", () => {
  const rook = torus((dx, dy) => dx === 0 || dy === 0);
  const shrikhande = torus((dx, dy) => (dx * dy === 0 ? dx + dy === 1 || dx + dy === 3 : dx === dy && dx !== 2));
  for (const graph of [rook, shrikhande])
    for (let vertex = 0; vertex < 16; vertex++)
      expect(graph.labels.subarray(16 * vertex, 16 * vertex + 16).reduce((sum, label) => sum + label)).toBe(6);
  expect(canonicalForm(rook).key).not.toBe(canonicalForm(shrikhande).key);
  const turned = [3, 1, 4, 15, 9, 2, 6, 5, 8, 7, 10, 13, 12, 11, 14, 0];
  expect(canonicalForm(renamed(rook, turned)).key).toBe(canonicalForm(rook).key);
  expect(canonicalForm(renamed(shrikhande, turned)).key).toBe(canonicalForm(shrikhande).key);
});

test("many twins are fast: only one of them is tried", () => {
  const none: Graph = { colours: Array.from({ length: 24 }, () => 0), labels: new Uint8Array(24 * 24) };
  expect(canonicalForm(none).order).toHaveLength(24);
});
