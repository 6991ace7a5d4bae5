/** Files of solved endings in many encoding variants, against the encoded values. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import { Board } from "../board.ts";
import { DEFAULT_ENCODING } from "./encode.fixture.ts";
import { TableFolders } from "./folders.ts";
import { KernelProbingRules } from "./kernel-rules.ts";
import { lookUp, type ReferenceEnding } from "./reference-ending.fixture.ts";
import { orient } from "./position-index.ts";
import { Probing } from "./probing.ts";
import { type ReferencePosition, randomPositions, solveThreePieces } from "./solved-endings.fixture.ts";
import { type Variation, writeTables } from "./table-files.fixture.ts";

const endings = solveThreePieces();
const board = new Board();
const folder = mkdtempSync(join(tmpdir(), "gamelore-syzygy-"));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await board.close();
});

function value(what: "wdl" | "dtz", { codes, squares, turn }: ReferencePosition): number {
  const pieces = codes.map((code, i) => ({ code, square: squares[i] as number }));
  return lookUp(endings, pieces, turn, what);
}

describe("the reference solver", () => {
  // From two other programs: wins, draws and losses with White to move, with Black to move.
  test.each([
    ["KQvK", [144_508, 0, 0], [0, 23_048, 200_896]],
    ["KRvK", [175_168, 0, 0], [0, 22_244, 201_700]],
    ["KPvK", [124_960, 38_368, 0], [0, 70_420, 97_604]],
    ["KBvK", [0, 193_284, 0], [0, 223_944, 0]],
    ["KNvK", [0, 205_496, 0], [0, 223_944, 0]],
  ])("finds the published numbers of wins, draws and losses of %s", (name, white, black) => {
    const ending = endings.get(name) as ReferenceEnding;
    const counts = [0, 1].map((turn) => {
      const of = new Map<number | undefined, number>();
      for (let place = 0; place < 64 ** 3; place++) {
        const wdl = ending.value([place & 63, (place >> 6) & 63, place >> 12], turn)?.wdl;
        of.set(wdl, (of.get(wdl) ?? 0) + 1);
      }
      return [2, 0, -2].map((wdl) => of.get(wdl) ?? 0);
    });
    expect(counts).toEqual([white, black]);
  });

  // Without pawns and against a bare king, DTZ is distance to mate.
  test.each([
    ["KQvK", 10],
    ["KRvK", 16],
  ])("finds the published longest mate of %s in %i moves", (name, moves) => {
    const ending = endings.get(name) as ReferenceEnding;
    let longest = 0;
    for (let place = 0; place < 64 ** 3; place++)
      longest = Math.max(longest, ending.value([place & 63, (place >> 6) & 63, place >> 12], 0)?.dtz ?? 0);
    expect(longest).toBe(2 * moves - 1);
  });
});

const VARIATIONS: readonly (readonly [string, Variation])[] = [
  ["distances in moves, of White to move", {}],
  ["distances in plies, of White to move", { plies: true }],
  ["distances in moves, of Black to move", { dtzSide: 1 }],
  ["numbered distances", { map: "bytes", plies: true }],
  ["numbered distances of Black to move", { map: "bytes", dtzSide: 1 }],
  ["numbered distances of 16 bits", { map: "wide", dtzSide: 1, plies: true }],
  ["symbols of one value each", { encoding: { ...DEFAULT_ENCODING, maxSymbols: 1 } }],
  ["small blocks", { encoding: { blockBits: 5, spanBits: 4, maxSymbols: 60, extraLengths: 0 } }],
  ["large blocks", { encoding: { blockBits: 11, spanBits: 14, maxSymbols: 60, extraLengths: 0 } }],
  ["many symbols", { encoding: { blockBits: 7, spanBits: 10, maxSymbols: 600, extraLengths: 0 } }],
  ["more lengths than blocks", { encoding: { blockBits: 6, spanBits: 13, maxSymbols: 60, extraLengths: 2 } }],
];
/** Endings that are not all drawn. */
const VARIED = ["KRvK", "KQvK", "KPvK"];
const SAMPLES = 150;

describe.each(VARIATIONS)("%s", (name, variation) => {
  const own = join(folder, name.replaceAll(" ", "-"));
  for (const material of VARIED) writeTables(own, endings, material, variation);
  const tables = unwrap(TableFolders.open(own));
  afterAll(() => tables.close());
  const probing = new Probing(tables, new KernelProbingRules(board));

  test.each(VARIED)("%s: win, draw or loss, and the distance", (material) => {
    for (const { reference, position } of randomPositions(board, material, SAMPLES, 11)) {
      const text = JSON.stringify(reference);
      const wdl = value("wdl", reference);
      const distance = probing.distance(position);
      expect(probing.wdl(position), text).toBe(wdl);
      expect(distance?.wdl, text).toBe(wdl);
      if (wdl === 0 || !distance) continue;
      // A mated side has distance 1.
      const plies = Math.max(1, value("dtz", reference));
      expect(distance.least, text).toBeLessThanOrEqual(plies);
      expect(distance.most, text).toBeGreaterThanOrEqual(plies);
      expect(distance.most - distance.least, text).toBeLessThanOrEqual(variation.plies ? 0 : 1);
    }
  });
});

test.each([
  ["KQvK", ["kQK", "QKk"], [[0], [0]]],
  ["KRvK", ["RkK", "kKR"], [[0], [0]]],
  ["KPvK", ["PkK", "PKk"], [[2], [1]]],
] as const)("%s with pieces in the orders %j", (material, pieces, order) => {
  const own = join(folder, `order-${material}`);
  for (const each of VARIED) writeTables(own, endings, each, each === material ? { pieces, order, dtzSide: 1 } : {});
  const tables = unwrap(TableFolders.open(own));
  const probing = new Probing(tables, new KernelProbingRules(board));
  for (const { reference, position } of randomPositions(board, material, SAMPLES, 12)) {
    const text = JSON.stringify(reference);
    expect(probing.wdl(position), text).toBe(value("wdl", reference));
    const { least = 0, most = 0 } = probing.distance(position) ?? {};
    const plies = value("wdl", reference) === 0 ? 0 : Math.max(1, value("dtz", reference));
    expect(least <= plies && plies <= most, text).toBe(true);
  }
  tables.close();
});

test("an ending with only draws has a single-value DTZ table", () => {
  const own = join(folder, "drawn");
  writeTables(own, endings, "KNvK");
  expect(statSync(join(own, "KNvK.rtbz")).size).toBe(80);
  const tables = unwrap(TableFolders.open(own));
  for (const { reference } of randomPositions(board, "KNvK", SAMPLES, 13)) {
    const [wdl, dtz] = [tables.table(reference, "wdl"), tables.table(reference, "dtz")];
    const position = orient(reference, wdl.material);
    expect(wdl.part(position).stored(position)).toBeLessThanOrEqual(2);
    expect(dtz.part(position).stored(position)).toBe(0);
  }
  tables.close();
});
