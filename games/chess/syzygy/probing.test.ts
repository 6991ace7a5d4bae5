/** What tables do not contain: captures, en passant, the other side to move; cursed wins; missing tables. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Position } from "../../../engine/contracts/position.ts";
import { unwrap } from "../../../engine/contracts/errors.ts";
import { Board } from "../board.ts";
import { parseFen } from "../fen.ts";
import { TableFolders } from "./folders.ts";
import { KernelProbingRules } from "./kernel-rules.ts";
import { Probing } from "./probing.ts";
import { solveThreePieces } from "./solved-endings.fixture.ts";
import { writeConstantTables, writeTables } from "./table-files.fixture.ts";

const board = new Board();
const root = mkdtempSync(join(tmpdir(), "gamelore-syzygy-"));
const opened: TableFolders[] = [];
afterAll(async () => {
  opened.forEach((tables) => tables.close());
  rmSync(root, { recursive: true });
  await board.close();
});

function probingOf(...folders: string[]): Probing<Position> {
  const tables = unwrap(TableFolders.open(folders.map((folder) => join(root, folder)).join(delimiter)));
  opened.push(tables);
  return new Probing(tables, new KernelProbingRules(board));
}

const at = (fen: string): Position => unwrap(parseFen(fen, board));
/** As stored: WDL from 0 (loss) to 4 (win); distances count from 0. */
const [LOSS, BLESSED, DRAW, CURSED, WIN] = [0, 1, 2, 3, 4];
const IN_PLIES = 12;
const BLACK_TO_MOVE = 1;
const MAPPED = 2;
const WIDE = 16;

describe("en passant", () => {
  let probing: Probing<Position>;
  beforeAll(() => {
    const endings = solveThreePieces();
    for (const material of ["KQvK", "KRvK", "KPvK"]) writeTables(join(root, "solved"), endings, material);
    writeConstantTables(join(root, "lost"), "KPvKP", { wdl: [LOSS], dtz: 6, dtzFlags: IN_PLIES });
    writeConstantTables(join(root, "lost"), "KQPvKP", { wdl: [WIN, DRAW], dtz: 6, dtzFlags: IN_PLIES });
    writeConstantTables(join(root, "lost"), "KQvKP", { wdl: [WIN, LOSS], dtz: 6, dtzFlags: IN_PLIES });
    probing = probingOf("solved", "lost");
  });

  // Won for the side to move in the tables of two other programs.
  test.each([
    "k7/8/8/5pP1/8/8/6K1/8 w - f6 0 1",
    "1k3K2/8/8/5pP1/8/8/8/8 w - f6 0 1",
    "8/8/8/1Pp5/8/4K3/8/4k3 w - c6 0 1",
    "8/8/3K4/8/2pP4/8/8/k7 b - d3 0 1",
  ])("%s is won by the capture, regardless of the KPvKP table", (fen) => {
    expect(probing.wdl(at(fen))).toBe(2);
    expect(probing.distance(at(fen))).toEqual({ wdl: 2, least: 1, most: 1 });
    const without = fen.replace(/ [a-h][36] /, " - ");
    expect(probing.wdl(at(without)), "without the right to capture").toBe(-2);
  });

  test("a capture that only draws still saves a lost position", () => {
    expect(probing.wdl(at("8/8/8/8/5pP1/8/8/2k3K1 b - g3 0 1"))).toBe(0);
  });

  test("a side whose only legal move is en passant is not stalemated", () => {
    const fen = "8/8/4k3/3pP3/8/1q6/8/K7 w - d6 0 1";
    expect(board.legalMoves(at(fen))).toHaveLength(1);
    expect(probing.wdl(at(fen))).toBe(-2);
    expect(probing.distance(at(fen))).toEqual({ wdl: -2, least: 1, most: 1 });
    expect(probing.wdl(at(fen.replace("d6", "-")))).toBe(0);
  });
});

describe("the fifty-move rule", () => {
  const NO_CAPTURE = ["8/8/8/8/8/2k5/8/K6R w - - 0 1", "8/8/8/8/8/2k5/8/K6R b - - 0 1"] as const;
  test.each([
    ["in moves", CURSED, BLESSED, 7, 0, { wdl: 1, least: 115, most: 116 }, { wdl: -1, least: 116, most: 117 }],
    [
      "in moves even where others are in plies",
      CURSED,
      BLESSED,
      7,
      IN_PLIES,
      { wdl: 1, least: 115, most: 116 },
      { wdl: -1, least: 116, most: 117 },
    ],
    [
      "of Black to move",
      CURSED,
      BLESSED,
      7,
      BLACK_TO_MOVE,
      { wdl: 1, least: 116, most: 117 },
      { wdl: -1, least: 115, most: 116 },
    ],
    ["of a real win", WIN, LOSS, 7, 0, { wdl: 2, least: 15, most: 16 }, { wdl: -2, least: 16, most: 17 }],
    ["of a real win in plies", WIN, LOSS, 7, IN_PLIES, { wdl: 2, least: 8, most: 8 }, { wdl: -2, least: 9, most: 9 }],
  ])("distances %s", (name, white, black, dtz, dtzFlags, ofWhite, ofBlack) => {
    writeConstantTables(join(root, name), "KRvK", { wdl: [white, black], dtz, dtzFlags });
    const probing = probingOf(name);
    expect(probing.distance(at(NO_CAPTURE[0]))).toEqual(ofWhite);
    expect(probing.distance(at(NO_CAPTURE[1]))).toEqual(ofBlack);
  });

  test.each([
    ["bytes", MAPPED, 200],
    ["16 bits", MAPPED | WIDE, 700],
  ])("numbered distances of %s are looked up by value", (name, flags, far) => {
    const map = [[11], [12, 13], [14, 15, far], [16]];
    writeConstantTables(join(root, name), "KRvK", { wdl: [CURSED, BLESSED], dtz: 2, dtzFlags: flags, map });
    expect(probingOf(name).distance(at(NO_CAPTURE[0]))).toMatchObject({ wdl: 1, least: 100 + 2 * far + 1 });
    writeConstantTables(join(root, `${name} won`), "KRvK", { wdl: [WIN, LOSS], dtz: 1, dtzFlags: flags | 1, map });
    expect(probingOf(`${name} won`).distance(at(NO_CAPTURE[1]))).toMatchObject({ wdl: -2, least: 2 * 13 + 1 });
  });

  test("a number outside the list is damage", () => {
    const map = [[11], [], [], []];
    writeConstantTables(join(root, "short"), "KRvK", { wdl: [WIN, LOSS], dtz: 1, dtzFlags: MAPPED, map });
    expect(() => probingOf("short").distance(at(NO_CAPTURE[0]))).toThrow(/KRvK\.rtbz: distance number 1 of only 1/);
  });
});

describe("captures", () => {
  const fen = "8/8/8/8/8/8/2k5/K1R5 b - - 0 1";

  test("a hanging rook draws, regardless of the table", () => {
    for (const [name, black] of [
      ["all lost", LOSS],
      ["all blessed", BLESSED],
    ] as const) {
      writeConstantTables(join(root, name), "KRvK", { wdl: [WIN, black], dtz: 3, dtzFlags: 0 });
      expect(probingOf(name).wdl(at(fen))).toBe(0);
    }
  });

  test("mate and stalemate need no table", () => {
    writeConstantTables(join(root, "wrong"), "KQvK", { wdl: [DRAW, WIN], dtz: 3, dtzFlags: 0 });
    const probing = probingOf("wrong");
    expect(probing.wdl(at("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"))).toBe(-2);
    expect(probing.wdl(at("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"))).toBe(0);
  });
});

describe("missing tables", () => {
  beforeAll(() => writeConstantTables(join(root, "one"), "KRvK", { wdl: [WIN, LOSS], dtz: 3, dtzFlags: 0 }));

  test("a missing WDL table is reported with the folder", () => {
    expect(() => probingOf("one").wdl(at("8/8/8/8/8/2k5/8/K6Q w - - 0 1"))).toThrow(
      /KQvK\.rtbw is required and not in .*one/,
    );
    // Tables of captures are probed first.
    expect(() => probingOf("one").wdl(at("8/8/8/8/8/2k4q/8/K6R b - - 0 1"))).toThrow(/KQvK\.rtbw is required/);
  });

  test.each([
    ["8/8/8/8/8/2k4q/8/K5R1 w - - 0 1", "KQvKR"],
    ["8/8/8/1r6/8/2k4p/8/K4N2 w - - 0 1", "KRPvKN"],
  ])("a table is named with the stronger side first: %s is in %s", (fen, name) => {
    expect(() => probingOf("one").wdl(at(fen))).toThrow(`${name}.rtbw is required`);
  });

  test("without a DTZ table a position has a value but no distance", () => {
    rmSync(join(root, "one", "KRvK.rtbz"));
    const probing = probingOf("one");
    expect(probing.wdl(at("8/8/8/8/8/2k5/8/K6R w - - 0 1"))).toBe(2);
    expect(probing.distance(at("8/8/8/8/8/2k5/8/K6R w - - 0 1"))).toBeNull();
  });
});

describe("folders", () => {
  test("the first of two folders takes precedence", () => {
    writeConstantTables(join(root, "won"), "KRvK", { wdl: [WIN, LOSS], dtz: 3, dtzFlags: 0 });
    writeConstantTables(join(root, "drawn"), "KRvK", { wdl: [DRAW, DRAW], dtz: 0, dtzFlags: 0 });
    const fen = "8/8/8/8/8/2k5/8/K6R w - - 0 1";
    expect(probingOf("won", "drawn").wdl(at(fen))).toBe(2);
    expect(probingOf("drawn", "won").wdl(at(fen))).toBe(0);
  });

  test.each([
    ["", "bad-usage", /no folder/],
    [join(root, "nowhere"), "table-missing", /nowhere does not exist/],
  ])("%j is rejected", (folder, code, message) => {
    expect(TableFolders.open(folder)).toMatchObject({
      ok: false,
      error: { code, message: expect.stringMatching(message) },
    });
  });

  test("a folder without tables is rejected", () => {
    expect(TableFolders.open(import.meta.dirname)).toMatchObject({ ok: false, error: { code: "table-missing" } });
  });
});
