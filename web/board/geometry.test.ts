import fc from "fast-check";
import { expect, test } from "vitest";
import type { View } from "../../engine/contracts/view.ts";
import { boxOf, edgeNames, hullOf, neighbour, placed } from "./geometry.ts";

function squares(columns: number, rows: number): View {
  const cells = Array.from({ length: columns * rows }, (_, index) => {
    const x = index % columns;
    const y = Math.floor(index / columns);
    return { name: `${"abcdefgh".charAt(x)}${rows - y}`, x, y, zone: null };
  });
  return { shape: "square", cells, pieces: [], turn: 0 };
}

const rhombus: View = {
  shape: "hexagon",
  cells: [0, 1, 2, 3].flatMap((a) =>
    [0, 1, 2, 3].map((b) => ({ name: `${a}${b}`, x: (b - a) / 2, y: ((a + b) * Math.sqrt(3)) / 2, zone: null })),
  ),
  pieces: [],
  turn: 0,
};

test("arrow keys go straight on squares, and stop at the edge", () => {
  const view = squares(3, 2);
  expect(view.cells[neighbour(view, 0, "right", false)]?.name).toBe("b2");
  expect(view.cells[neighbour(view, 0, "down", false)]?.name).toBe("a1");
  expect(neighbour(view, 0, "up", false)).toBe(0);
});

test("on a rhombus, up and down go to the adjacent row", () => {
  const rows = new Set<number>();
  for (let cell = 0, last = -1; cell !== last; cell = neighbour(rhombus, (last = cell), "down", false))
    rows.add(rhombus.cells[cell]?.y as number);
  expect(rows.size).toBe(7);
});

test("on a flipped board, right is the visible right", () => {
  const view = squares(3, 2);
  expect(view.cells[neighbour(view, 1, "right", true)]?.name).toBe("a2");
  expect(view.cells[neighbour(view, 0, "up", true)]?.name).toBe("a1");
});

test("every cell can be reached by arrow keys from every other, on squares and on a rhombus", () => {
  for (const view of [squares(4, 4), rhombus]) {
    const seen = new Set([0]);
    const queue = [0];
    for (let cell = queue.pop(); cell !== undefined; cell = queue.pop())
      for (const direction of ["up", "down", "left", "right"] as const) {
        const next = neighbour(view, cell, direction, false);
        if (!seen.has(next)) queue.push(next);
        seen.add(next);
      }
    expect(seen.size).toBe(view.cells.length);
  }
});

test("flipping twice leaves every point where it was", () => {
  const box = boxOf(rhombus.cells);
  fc.assert(
    fc.property(fc.double({ min: -9, max: 9, noNaN: true }), fc.double({ min: -9, max: 9, noNaN: true }), (x, y) => {
      const back = placed(placed({ x, y }, box, true), box, true);
      expect(back.x).toBeCloseTo(x, 9);
      expect(back.y).toBeCloseTo(y, 9);
    }),
    { seed: 7 },
  );
});

test("columns and rows are named by the common part of their cells' names", () => {
  const { columns, rows } = edgeNames(squares(3, 2));
  expect([...columns.values()]).toEqual(["a", "b", "c"]);
  expect([...rows.values()]).toEqual(["2", "1"]);
});

test("the convex hull of a rhombus is its four corners", () => {
  expect(hullOf(rhombus.cells)).toHaveLength(4);
});

test("letters may name the rows, as in Chinese Dark Chess", () => {
  const cells = ["a1", "a2", "a3", "b1", "b2", "b3"].map((name, index) => ({
    name,
    x: index % 3,
    y: Math.floor(index / 3),
    zone: null,
  }));
  const { columns, rows } = edgeNames({ shape: "square", cells, pieces: [], turn: 0 });
  expect([...columns.values()]).toEqual(["1", "2", "3"]);
  expect([...rows.values()]).toEqual(["a", "b"]);
});
