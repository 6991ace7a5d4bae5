import { expect, test } from "vitest";
import { buildText, effortOf, evaluationOfResult, legendOf, partOf, withAnalyses } from "./evaluations.ts";

test("the bar is full only for a certain win", () => {
  expect(partOf({ share: 0, exact: false })).toBe(0.5);
  expect(partOf({ share: 1, exact: true })).toBe(1);
  expect(partOf({ share: -1, exact: true })).toBe(0);
  expect(partOf({ share: 1, exact: false })).toBeLessThan(1);
  expect(partOf({ share: -1, exact: false })).toBeGreaterThan(0);
});

test("the result of a game as an evaluation of one player", () => {
  const result = { scores: [0, 1], ending: "mate", text: "Black wins" };
  expect(evaluationOfResult(result, 0)).toEqual({ share: -1, label: "won", text: "Black wins", exact: true });
  expect(evaluationOfResult(result, 1)?.share).toBe(1);
  expect(evaluationOfResult({ ...result, scores: [0.5, 0.5] }, 0)?.label).toBe("draw");
  expect(evaluationOfResult({ ...result, scores: [1, 0, 0] }, 0)).toBeNull();
});

test("the legend names the player whose numbers are shown", () => {
  expect(legendOf({ label: "+0.36" }, "White")).toBe("+ is good for White");
  expect(legendOf({ label: "-12.5" }, "gold")).toBe("+ is good for gold");
  expect(legendOf({ label: "57 %" }, "red")).toBe("% is the score of red");
  expect(legendOf({ label: "wins in 12" }, "red")).toBeNull();
});

test("nodes and time of a search", () => {
  expect(effortOf({ nodes: 1_200_000, milliseconds: 2700 })).toBe("1.2 M nodes in 2.7 s");
  expect(effortOf({ nodes: 40, milliseconds: 3 })).toBe("40 nodes");
  expect(effortOf({ nodes: 0, milliseconds: 0 })).toBeNull();
});

test("a table with its size and time", () => {
  const table = {
    name: "one-side-9x9-6",
    summary: "",
    tables: 1,
    fileBytes: 324_540_216,
    memoryBytes: 0,
    seconds: 8,
    options: {},
    command: "",
  };
  expect(buildText(table)).toBe("Build one-side-9x9-6: 324.5 MB, about 8 s");
  expect(buildText({ ...table, name: "four", tables: 35, seconds: null })).toBe("Build four (35 tables): 324.5 MB");
});

test("a move lost value only if the shown values say so too", () => {
  const point = { exact: false, side: 1, text: "", lost: 0.5, blunder: true } as const;
  const points = [0.5, 0].map((value, ply) => ({ ...point, ply, value }));
  const source = { kind: "search", name: "s", text: "searched to depth 9" } as const;
  const lostWith = (share: number): [number, boolean] => {
    const evaluation = { share, label: "", text: "", exact: false };
    const [, after] = withAnalyses(points, (ply) => (ply === 1 ? { evaluation, source } : null));
    return [after?.lost ?? NaN, after?.blunder ?? true];
  };
  // The analysis says that the mover has gained.
  expect(lostWith(0.6)).toEqual([0, false]);
  expect(lostWith(0.25)).toEqual([0.25, false]);
  expect(lostWith(-0.5)).toEqual([0.5, true]);
});

test("analysed points of the graph show the analysis; what a ply lost stays that of the graph, unless its value is exact", () => {
  const points = [0, 1, 2].map((ply) => ({
    ply,
    value: 0.5,
    text: "+5 for x",
    exact: false,
    side: 1 as const,
    lost: 0,
    blunder: false,
  }));
  const source = { kind: "search", name: "s", text: "searched to depth 9" } as const;
  const worse = { evaluation: { share: 0, label: "0", text: "0 for x", exact: false }, source };
  const lost = { evaluation: { share: -1, label: "o wins", text: "o wins", exact: true }, source };
  expect(withAnalyses(points, (ply) => [null, worse, lost][ply] ?? null)).toEqual([
    points[0],
    { ...points[1], value: 0, text: "0 for x", source: "searched to depth 9" },
    { ...points[2], value: -1, text: "o wins", exact: true, source: "searched to depth 9", lost: 1, blunder: true },
  ]);
});
