/** The board's symmetries: the declared graph, invariance of values, and the index up to symmetry. */
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { composedForm } from "../../engine/index/geometry.ts";
import { anchorPlacements, BOARD, canAnchor, CELLS, SYMMETRIES } from "./board.ts";
import { entriesOf, isAnchored } from "./layouts.ts";
import { classesOf, groupsOf, materialText, parseMaterial, placements, setsOf, type Material } from "./material.ts";
import { readCaptures } from "./options.ts";
import { referenceBoards, referenceKey, solveReference } from "./reference-solver.fixture.ts";

const classes = classesOf(readCaptures({}));
const material = (text: string): Material => unwrap(parseMaterial(text));

test("the graph of cells has exactly the four reflections as symmetries", () => {
  const cells = Array.from({ length: CELLS }, (_, cell) => [cell >> 3, cell & 7] as const);
  const reflections = [
    cells.map(([row, column]) => 8 * row + column),
    cells.map(([row, column]) => 8 * row + 7 - column),
    cells.map(([row, column]) => 8 * (3 - row) + column),
    cells.map(([row, column]) => 8 * (3 - row) + 7 - column),
  ];
  expect(new Set(SYMMETRIES.map(String))).toEqual(new Set(reflections.map(String)));
  expect(SYMMETRIES[0]).toEqual(reflections[0]);
});

describe("values are invariant under symmetry, by a solver without symmetry", () => {
  test.for(["kG", "gK", "cR", "rC", "cC", "pK", "pP", "kPP"])("%s, all placements", (text) => {
    const values = solveReference(text);
    for (const board of referenceBoards(text)) {
      for (const mover of ["w", "b"]) {
        const value = values.get(referenceKey(board, mover));
        for (const symmetry of SYMMETRIES) {
          const image = new Array<string>(CELLS);
          board.forEach((letter, cell) => (image[symmetry[cell] as number] = letter));
          if (values.get(referenceKey(image, mover)) !== value) expect.fail(referenceKey(board, mover));
        }
      }
    }
  });
});

test("odd numbers of equal pieces can be anchors; pairs may be their own image", () => {
  expect([1, 2, 3, 4, 5].map(canAnchor)).toEqual([true, false, true, false, true]);
  expect([1, 2, 3].map(anchorPlacements)).toEqual([8, 496, 1_240]);
});

test("exactly a quarter of every set with an odd number of pieces is stored; of four pieces all but pairs against pairs", () => {
  for (const elements of [3, 5])
    for (const set of setsOf(elements)) expect(4 * entriesOf(set), materialText(set)).toBe(placements(set));
  for (const set of setsOf(4)) {
    const pairs = groupsOf(set).every(({ count }) => count === 2);
    expect(isAnchored(set), materialText(set)).toBe(!pairs);
  }
});

describe("composed with material symmetry", () => {
  /** The canonical forms of a set's placements, one piece of each kind. */
  function* formsOf(set: Material): Generator<{ key: string; board: string[] }> {
    const groups = groupsOf(set);
    for (const board of referenceBoards(materialText(set))) {
      const cells = groups.map((_, i) => [board.indexOf(materialText(set)[i] as string)]);
      yield { key: composedForm(classes.graph(set), BOARD, cells).key, board };
    }
  }

  test("two pieces: the forms correspond to the tables' entries, and positions of one form have one value", () => {
    const values = new Map<string, string>();
    for (const text of ["kK", "kG", "gK", "kC", "cK", "cC", "cP", "pC", "gG", "pK", "rB", "kP", "nR", "cN"]) {
      for (const { key, board } of formsOf(material(text))) {
        const solved = solveReference(text);
        const own = ["w", "b"].map((mover) => solved.get(referenceKey(board, mover))).join();
        if ((values.get(key) ?? own) !== own) expect.fail(`${text}: ${referenceKey(board, "w")}`);
        values.set(key, own);
      }
    }
    const entries = classes.representatives(2).reduce((sum, set) => sum + entriesOf(set), 0);
    expect(values.size).toBe(entries);
    expect(entries).toBe(7_936 / 4);
  });
});
