/** Board symmetries against brute force over all permutations; orbits and composed forms against all placements. */
import { describe, expect, test } from "vitest";
import { SeededRandom } from "../random/seeded.ts";
import type { Graph } from "./canonical.ts";
import { combinations, rankCombination } from "./combinations.ts";
import {
  anchorWords,
  boardGraph,
  composedForm,
  isRegular,
  orbitsOf,
  placementsUpTo,
  symmetriesOf,
  type Symmetry,
} from "./geometry.ts";

function* permutations(items: readonly number[]): Generator<number[]> {
  if (items.length === 0) yield [];
  for (const item of items)
    for (const rest of permutations(items.filter((other) => other !== item))) yield [item, ...rest];
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** By definition: permutations that preserve colours and labels. */
function triedOut({ colours, labels }: Graph): number[][] {
  const cells = numbers(colours.length);
  const at = (from: number, to: number): number => labels[from * cells.length + to] as number;
  return [...permutations(cells)].filter((images) =>
    cells.every(
      (from) =>
        colours[from] === colours[images[from] as number] &&
        cells.every((to) => at(from, to) === at(images[from] as number, images[to] as number)),
    ),
  );
}

/** A rectangle with edges between adjacent cells; rows and columns have equal or distinct labels. */
function rectangle(rows: number, columns: number, toldApart: boolean): Graph {
  return boardGraph(rows * columns, (from, to) => {
    const [down, right] = [Math.floor(to / columns) - Math.floor(from / columns), (to % columns) - (from % columns)];
    if (Math.abs(down) + Math.abs(right) !== 1) return 0;
    return toldApart && down !== 0 ? 2 : 1;
  });
}

const SMALL: Readonly<Record<string, Graph>> = {
  "a row of 5": rectangle(1, 5, false),
  "2 × 2": rectangle(2, 2, false),
  "2 × 2, rows and columns distinct": rectangle(2, 2, true),
  "2 × 3": rectangle(2, 3, false),
  "2 × 3, rows directed": boardGraph(6, (from, to) => {
    const step = to - from;
    return step === 1 && from !== 2 ? 1 : Math.abs(step) === 3 ? 2 : 0;
  }),
  "a ring of 6": boardGraph(6, (from, to) => Number((to - from + 6) % 6 === 1 || (from - to + 6) % 6 === 1)),
  "a ring of 6, one cell of another colour": boardGraph(
    6,
    (from, to) => Number((to - from + 6) % 6 === 1 || (from - to + 6) % 6 === 1),
    (cell) => Number(cell === 0),
  ),
  "5 isolated cells": boardGraph(5, () => 0),
};

describe.for(Object.entries(SMALL))("%s", ([, board]) => {
  const symmetries = symmetriesOf(board);
  const cells = board.colours.length;

  test("has the symmetries that brute force finds, in the same order", () => {
    expect(symmetries).toEqual(triedOut(board));
    expect(symmetries[0]).toEqual(numbers(cells));
  });

  /** All placements of groups on different cells, as cells by group. */
  function* placements(counts: readonly number[], free = numbers(cells)): Generator<number[][]> {
    const [count, ...rest] = counts;
    if (count === undefined) return yield [];
    for (const group of combinations(free, count))
      for (const others of placements(
        rest,
        free.filter((cell) => !group.includes(cell)),
      ))
        yield [group, ...others];
  }
  const imageOf = (placement: readonly (readonly number[])[], symmetry: Symmetry): number[][] =>
    placement.map((group) => group.map((cell) => symmetry[cell] as number).sort((a, b) => a - b));

  test.for([[1], [2], [3], [1, 1], [2, 1], [2, 2], [1, 1, 1]])(
    "placements of groups of %j up to symmetry",
    (counts) => {
      const least = new Set<string>();
      for (const placement of placements(counts))
        least.add(symmetries.map((symmetry) => JSON.stringify(imageOf(placement, symmetry))).sort()[0] as string);
      expect(placementsUpTo(symmetries, counts)).toBe(least.size);
    },
  );

  test.for([1, 2, 3])("sets of %i cells: the stored symmetry maps each to its representative", (size) => {
    const { count, orbitOf, symmetryOf, firstOf } = orbitsOf(symmetries, size);
    expect(count).toBe(placementsUpTo(symmetries, [size]));
    expect(firstOf.length).toBe(count);
    let regular = true;
    for (const set of combinations(numbers(cells), size)) {
      const rank = rankCombination(set);
      const [image] = imageOf([set], symmetries[symmetryOf[rank] as number] as Symmetry);
      expect(rankCombination(image as number[])).toBe(firstOf[orbitOf[rank] as number]);
      const images = new Set(symmetries.map((symmetry) => imageOf([set], symmetry).join()));
      if (images.size < symmetries.length) regular = false;
    }
    expect(isRegular(symmetries, size)).toBe(regular);
  });

  test("placements have one form exactly if they are equivalent under both symmetries", () => {
    // Two elements capture a third, one of them also from a distance; then without that difference.
    for (const labels of [
      [0, 0, 1, 0, 0, 3, 0, 0, 0],
      [0, 0, 1, 0, 0, 1, 0, 0, 0],
    ]) {
      const material: Graph = { colours: [0, 0, 1], labels: Uint8Array.from(labels) };
      const renamings = symmetriesOf(material);
      expect(renamings.length).toBe(labels[5] === 1 ? 2 : 1);
      const forms = new Map<string, string>();
      for (const placement of placements([1, 1, 1])) {
        const images = symmetries.flatMap((symmetry) =>
          renamings.map((renaming) => renaming.map((other) => symmetry[placement[other]?.[0] as number]).join()),
        );
        const { key } = composedForm(material, board, placement);
        const least = images.sort()[0] as string;
        expect(forms.get(key) ?? least).toBe(least);
        forms.set(key, least);
      }
      expect(new Set(forms.values()).size).toBe(forms.size);
    }
  });
});

test("a rectangle has 4 symmetries, a square 8, or 4 if rows and columns are distinct", () => {
  expect(symmetriesOf(rectangle(4, 8, false)).length).toBe(4);
  expect(symmetriesOf(rectangle(8, 8, false)).length).toBe(8);
  expect(symmetriesOf(rectangle(8, 8, true)).length).toBe(4);
});

test("a graph with too many automorphisms is refused", () => {
  expect(() => symmetriesOf(boardGraph(8, () => 0))).toThrow("more than 1000 symmetries");
});

test("the words of an anchor match the orbits", () => {
  const symmetries = symmetriesOf(rectangle(2, 3, false));
  const orbits = orbitsOf(symmetries, 2);
  const words = anchorWords(symmetries, orbits);
  const bytes = new Uint8Array(words.buffer);
  expect(words[0]).toBe(orbits.count);
  expect([...words.subarray((words[1] as number) / 4).subarray(0, orbits.count)]).toEqual([...orbits.firstOf]);
  const random = new SeededRandom(3);
  for (let i = 0; i < 50; i++) {
    const rank = random.below(orbits.orbitOf.length);
    expect(words[2 + 2 * rank]).toBe(orbits.orbitOf[rank]);
    const images = bytes.subarray(words[3 + 2 * rank] as number).subarray(0, 6);
    expect([...images]).toEqual(symmetries[orbits.symmetryOf[rank] as number]);
  }
});
