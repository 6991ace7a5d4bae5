import { expect, test } from "vitest";
import type { SetTable } from "../../service/table-documents.ts";
import { matching, ordered } from "./table-order.ts";

const table = (name: string, longestWin: number | null): SetTable => ({
  name,
  covers: `mates of ${name.toUpperCase()}`,
  status: longestWin === null ? "missing" : "ready",
  entries: 1,
  sizeBytes: longestWin === null ? null : longestWin,
  pieces: null,
  counts: longestWin === null ? null : { won: 1, drawn: 0, lost: 0, longestWin, longestLoss: null },
});
/** Published: 16, 28, 10 moves. */
const list = [table("krk", 31), table("kpk", 55), table("kbk", null), table("kqk", 19)];

test("tables are found by part of their name", () => {
  expect(matching(list, "KP", false).map(({ name }) => name)).toEqual(["kpk"]);
  expect(matching(list, "", true).map(({ name }) => name)).toEqual(["krk", "kpk", "kqk"]);
});

test("the longest win comes first, missing tables last", () => {
  expect(ordered(list, "longest").map(({ name }) => name)).toEqual(["kpk", "krk", "kqk", "kbk"]);
  expect(ordered(list, "material")).toBe(list);
});
