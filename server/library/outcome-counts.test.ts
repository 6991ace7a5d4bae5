/** Counts of outcomes, against the published statistics of king and queen against king. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { byteOf, writeOutcome } from "../../engine/solve/outcome-values.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { outcomeCounts, partHistograms } from "./outcome-counts.ts";

const folder = mkdtempSync(join(tmpdir(), "gamelore-counts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Positions by plies to mate, White to move; and lost ones by plies, Black to move, with 23,048 draws. */
const WHITE = [2448, 5012, 9064, 19964, 26164, 32064, 32104, 15000, 2680, 8];
const BLACK = [364, 1352, 2956, 7480, 14144, 25484, 39908, 54052, 43800, 11300, 56];
const DRAWS = 23_048;

function histogramOf(entries: readonly (readonly [value: number, count: number])[]): number[] {
  const histogram = new Array<number>(256).fill(0);
  for (const [value, count] of entries) histogram[value] = (histogram[value] as number) + count;
  return histogram;
}

const white = histogramOf(WHITE.map((count, i) => [writeOutcome("win", 2 * i + 1, "turns"), count] as const));
const black = histogramOf([
  ...BLACK.map((count, i) => [writeOutcome("loss", 2 * i, "turns"), count] as const),
  [writeOutcome("draw"), DRAWS],
  [writeOutcome("no position"), 7],
]);

test("king and queen to move win in at most ten moves and never lose", () => {
  expect(outcomeCounts(white, "turns")).toEqual({
    won: 144_508,
    drawn: 0,
    lost: 0,
    longestWin: 19,
    longestLoss: null,
  });
  expect(outcomeCounts(black, "turns")).toEqual({
    won: 0,
    drawn: 23_048,
    lost: 200_896,
    longestWin: null,
    longestLoss: 20,
  });
});

test("tables without outcomes and distances have no counts", () => {
  expect(outcomeCounts([1, 2, 3], "distance")).toBeNull();
  expect(outcomeCounts([1, 2, 3], "won")).toBeNull();
});

test("parts of a file are counted separately, across block boundaries", async () => {
  const bytesOf = (histogram: readonly number[]): number[] =>
    histogram.flatMap((count, value) => new Array<number>(count).fill(value));
  const bytes = Uint8Array.from([...bytesOf(white), ...bytesOf(black)]);
  const identity = {
    game: "some-game",
    name: "kqk",
    covers: "mates of KQK",
    index: "sorted 1",
    value: "turns",
    entries: bytes.length,
  } as const;
  const store = new TableStore(folder);
  const histogram = white.map((count, value) => count + (black[value] as number));
  await store.write({ identity, bytes, histogram }, "test 1");
  const file = store.open(identity);
  const parts = [
    { name: "White to move", entries: 144_508 },
    { name: "Black to move", entries: bytes.length - 144_508 },
  ];
  expect(partHistograms(file, parts, 10_000)).toEqual([white, black]);
  expect(partHistograms(file, parts, -1)).toBeNull();
  file.close();
});

test("a loss in 254 plies and a win in 253 share a byte and are counted separately", async () => {
  const value = [writeOutcome("win", 253, "turns"), writeOutcome("loss", 254, "turns")] as const;
  const bytes = Uint8Array.from([
    ...new Array<number>(6).fill(value[0]),
    ...new Array<number>(7).fill(byteOf(value[1])),
  ]);
  const identity = {
    game: "some-game",
    name: "late",
    covers: "late mates",
    index: "sorted 1",
    value: "turns",
    entries: bytes.length,
  } as const;
  const histogram = new Array<number>(257).fill(0);
  histogram[value[0]] = 6;
  histogram[value[1]] = 7;
  const store = new TableStore(folder);
  await store.write({ identity, bytes, histogram }, "test 1");
  const file = store.open(identity);
  await file.verify();
  const late = { won: 6, drawn: 0, lost: 7, longestWin: 253, longestLoss: 254 };
  expect(outcomeCounts(file.header.histogram, "turns")).toEqual(late);
  const parts = [
    { name: "White to move", entries: 6 },
    { name: "Black to move", entries: 7, latest: "loss" },
  ] as const;
  expect(partHistograms(file, parts, 10_000)?.map((each) => outcomeCounts(each, "turns"))).toEqual([
    { ...late, lost: 0, longestLoss: null },
    { ...late, won: 0, longestWin: null },
  ]);
  file.close();
  histogram[value[1]] = 6;
  await store.write({ identity, bytes, histogram }, "test 1");
  const wrong = store.open(identity);
  await expect(wrong.verify()).rejects.toThrow("value 254 occurs 13 times, the header has 12");
  wrong.close();
});
