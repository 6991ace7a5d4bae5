/** Files of solved endings, written in many of the ways that the format allows, against the values they were written from. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import { Board } from "../board.ts";
import { PLAIN_ENCODING } from "./encode.fixture.ts";
import { TableFolders } from "./folders.ts";
import { KernelProbingRules } from "./kernel-rules.ts";
import { lookUp, type PlainEnding } from "./plain-ending.fixture.ts";
import { orient } from "./position-number.ts";
import { Probing } from "./probing.ts";
import { type PlainPosition, randomPositions, solveThreePieces } from "./solved-endings.fixture.ts";
import { type Variation, writeTables } from "./table-files.fixture.ts";

const endings = solveThreePieces();
const board = new Board();
const folder = mkdtempSync(join(tmpdir(), "gamelore-syzygy-"));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await board.close();
});

function value(what: "wdl" | "dtz", { codes, squares, turn }: PlainPosition): number {
  const pieces = codes.map((code, i) => ({ code, square: squares[i] as number }));
  return lookUp(endings, pieces, turn, what);
}

describe("the plain solver", () => {
  // Known from two other programs: wins, draws and losses of White to move, of Black to move; longest win and loss in plies.
  test.each([
    ["KQvK", [144_508, 0, 0], [0, 23_048, 200_896]],
    ["KRvK", [175_168, 0, 0], [0, 22_244, 201_700]],
    ["KPvK", [124_960, 38_368, 0], [0, 70_420, 97_604]],
    ["KBvK", [0, 193_284, 0], [0, 223_944, 0]],
    ["KNvK", [0, 205_496, 0], [0, 223_944, 0]],
  ])("finds the known numbers of wins, draws and losses of %s", (name, white, black) => {
    const ending = endings.get(name) as PlainEnding;
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

  // Without pawns and with a lone king to be mated, the next zeroing move is mate.
  test.each([
    ["KQvK", 10],
    ["KRvK", 16],
  ])("finds the known longest mate of %s in %i moves", (name, moves) => {
    const ending = endings.get(name) as PlainEnding;
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
  ["symbols of one value each", { encoding: { ...PLAIN_ENCODING, maxSymbols: 1 } }],
  ["small blocks", { encoding: { blockBits: 5, spanBits: 4, maxSymbols: 60, extraLengths: 0 } }],
  ["large blocks", { encoding: { blockBits: 11, spanBits: 14, maxSymbols: 60, extraLengths: 0 } }],
  ["many symbols", { encoding: { blockBits: 7, spanBits: 10, maxSymbols: 600, extraLengths: 0 } }],
  ["more lengths than blocks", { encoding: { blockBits: 6, spanBits: 13, maxSymbols: 60, extraLengths: 2 } }],
];
/** Those that have more than draws. */
const VARIED = ["KRvK", "KQvK", "KPvK"];
const SAMPLES = 150;

describe.each(VARIATIONS)("%s", (name, variation) => {
  const own = join(folder, name.replaceAll(" ", "-"));
  for (const material of VARIED) writeTables(own, endings, material, variation);
  const tables = unwrap(TableFolders.open(own));
  afterAll(() => tables.close());
  const probing = new Probing(tables, new KernelProbingRules(board));

  test.each(VARIED)("%s: win, draw or loss, and the distance", (material) => {
    for (const { plain, position } of randomPositions(board, material, SAMPLES, 11)) {
      const text = JSON.stringify(plain);
      const wdl = value("wdl", plain);
      const distance = probing.distance(position);
      expect(probing.wdl(position), text).toBe(wdl);
      expect(distance?.wdl, text).toBe(wdl);
      if (wdl === 0 || !distance) continue;
      // A mated side is said to have a distance of 1.
      const plies = Math.max(1, value("dtz", plain));
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
  for (const { plain, position } of randomPositions(board, material, SAMPLES, 12)) {
    const text = JSON.stringify(plain);
    expect(probing.wdl(position), text).toBe(value("wdl", plain));
    const { least = 0, most = 0 } = probing.distance(position) ?? {};
    const plies = value("wdl", plain) === 0 ? 0 : Math.max(1, value("dtz", plain));
    expect(least <= plies && plies <= most, text).toBe(true);
  }
  tables.close();
});

test("an ending in which everything is drawn has a DTZ table of a single value", () => {
  const own = join(folder, "drawn");
  writeTables(own, endings, "KNvK");
  expect(statSync(join(own, "KNvK.rtbz")).size).toBe(80);
  const tables = unwrap(TableFolders.open(own));
  for (const { plain } of randomPositions(board, "KNvK", SAMPLES, 13)) {
    const [wdl, dtz] = [tables.table(plain, "wdl"), tables.table(plain, "dtz")];
    const position = orient(plain, wdl.material);
    expect(wdl.part(position).stored(position)).toBeLessThanOrEqual(2);
    expect(dtz.part(position).stored(position)).toBe(0);
  }
  tables.close();
});
