import { expect, test } from "vitest";
import { cellLabels, cellNames } from "./cell-names.ts";

const cells = (...names: string[]): { name: string; x: number; y: number; zone: null }[] =>
  names.map((name, x) => ({ name, x, y: 0, zone: null }));

test("coordinates of rulesheets become a letter and a number", () => {
  expect(cellNames({ cells: cells("1,1", "3,2", "8,8") })).toEqual(["a1", "c2", "h8"]);
  expect(cellNames({ cells: cells("0,0", "3,2") })).toEqual(["a0", "d2"]);
  expect(cellNames({ cells: cells("a,1", "c,3") })).toEqual(["a1", "c3"]);
});

test("names that are not pairs of coordinates stay", () => {
  expect(cellNames({ cells: cells("a1", "c2") })).toEqual(["a1", "c2"]);
  expect(cellNames({ cells: cells("x1,y1", "x2,y1") })).toEqual(["x1,y1", "x2,y1"]);
  expect(cellNames({ cells: cells("1,1", "27,1") })).toEqual(["1,1", "27,1"]);
});

test("columns have the letter of their cells", () => {
  const { cell, column } = cellLabels({ cells: cells("1,1", "2,1", "2,2") });
  expect([column("2"), column("3"), cell("2", "2"), cell("1", "2")]).toEqual(["b", null, "b2", null]);
});
