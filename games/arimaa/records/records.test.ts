/** Files of records: several games, both formats; errors have locations, and the other games are read. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Board } from "../board.ts";
import { canTestRecordedGames, RECORDED_GAMES_FILE, recordedGames } from "../facts.fixture.ts";
import { formatRecord } from "../records.ts";
import { lettersOf } from "../squares.ts";
import { winnerOf } from "./header.ts";
import { MAX_LINE } from "../../../engine/arena/text-lines.ts";
import { readGames, type ReadGame, type RecordError } from "./read.ts";

const board = new Board();
const folder = mkdtempSync(join(tmpdir(), "gamelore-records-"));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await board.close();
});

const GOLD = "1g Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ra2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Rh2";
const SILVER = "1s ra8 rb8 rc8 dd8 de8 rf8 rg8 rh8 ra7 hb7 cc7 ed7 me7 cf7 hg7 rh7";
const GAME = [GOLD, SILVER, "2g Ee2n Ee3n Ee4n Ee5n", "2s ed7s ed6s", "3g resigns"];

async function read(text: string): Promise<(ReadGame | RecordError)[]> {
  const file = join(folder, "games.txt");
  writeFileSync(file, text);
  const items: (ReadGame | RecordError)[] = [];
  for await (const item of readGames(board, file)) items.push(item);
  return items;
}

const asJson = (lines: readonly string[], more: object = {}): string =>
  JSON.stringify({ ...more, turns: lines.map((line) => [line.split(" ")[0], line.split(" ").slice(1).join(" ")]) });

const brief = (items: readonly (ReadGame | RecordError)[]): unknown[] =>
  items.map((item) =>
    item.kind === "game" ? [item.number, item.line, item.record.turns.length] : `${item.line}:${item.column}`,
  );

describe("several games in a file", () => {
  test("text: each begins with its 1g, after comments with ratings and results", async () => {
    const items = await read(
      ["# goldRating 2100", "# result s", ...GAME, "", "# silverRating: 1500", ...GAME.slice(0, 4)].join("\r\n"),
    );
    expect(brief(items)).toEqual([
      [1, 3, 4],
      [2, 10, 4],
    ]);
    const [first, second] = items as ReadGame[];
    expect(first?.header).toMatchObject({ goldRating: 2100, silverRating: null, result: 1 });
    expect(second?.header).toMatchObject({ goldRating: null, silverRating: 1500, result: null });
    expect(formatRecord(board, first!.record)).toBe(`${GAME.join("\n")}\n`);
  });

  test("JSON Lines mixed with text", async () => {
    const items = await read(
      [asJson(GAME, { goldRating: 1800, termination: "r" }), ...GAME, asJson(GAME.slice(0, 3))].join("\n"),
    );
    expect(brief(items)).toEqual([
      [1, 1, 4],
      [2, 2, 4],
      [3, 7, 3],
    ]);
    expect((items[0] as ReadGame).header).toMatchObject({ goldRating: 1800, termination: "r" });
  });

  test("a setup that is taken back does not begin another game", async () => {
    expect(brief(await read([GOLD, "1g takeback", ...GAME].join("\n")))).toEqual([[1, 1, 4]]);
  });

  test("the winner: by the header, on the board, or by the last line", async () => {
    const [game] = (await read(GAME.join("\n"))) as [ReadGame];
    expect(winnerOf(game.header, game.record)).toBe(1);
    expect(winnerOf({ ...game.header, result: 0 }, game.record)).toBe(0);
    expect(winnerOf(game.header, { ...game.record, ending: "won" })).toBe(0);
    expect(winnerOf(game.header, { ...game.record, ending: null })).toBeNull();
    expect(winnerOf(game.header, { ...game.record, ending: null, winner: 1 })).toBe(1);
  });
});

describe("broken games are reported, and the others are read", () => {
  const broken = (line: string, ...more: string[]): string =>
    [...GAME, GOLD, SILVER, line, ...more, "", ...GAME].join("\n");

  test.each([
    ["2g Ee2n Ee3x", 8, 9, /"Ee3x" is not a move; expected a step/],
    ["2g Ee2n Ee3n Ma1n", 8, 14, /the piece on a1 is R/],
    ["2g   Ee2n   Ra1n", 8, 13, /a2 is not empty/],
    ["2g Ee2n Ee3s", 8, 1, /would not change the placement/],
    ["3g Ee2n", 8, 1, /turn 3g comes where 2g was expected/],
    ["  nonsense", 8, 3, /"nonsense" is not a turn; expected a number, a side and steps/],
  ])("%j", async (line, at, column, why) => {
    const items = await read(broken(line, "2s ed7s", "3g Ee3n"));
    expect(brief(items)).toEqual([[1, 1, 4], `${at}:${column}`, [3, 12, 4]]);
    expect(items[1]).toMatchObject({ kind: "error", number: 2, message: expect.stringMatching(why) });
  });

  test.each([
    ["{", 2, /not valid JSON/],
    ['{"turns": 3}', 1, /expected "turns", a list/],
    ['{"turns": [["1g"]]}', 2, /turn 1 of the list: expected a label and a text/],
    [asJson([GOLD, SILVER, "2g Ee2n Zz9"]), null, /"Zz9" is not a move/],
    [asJson([GOLD], { finalBoard: "R" }), 2, /the turns lead to .*, but finalBoard is R/],
  ])("%j", async (line, column, why) => {
    const items = await read([asJson(GAME), line, asJson(GAME)].join("\n"));
    expect(items.map(({ kind }) => kind)).toEqual(["game", "error", "game"]);
    const where = column ?? line.indexOf("Zz9") + 1;
    expect(items[1]).toMatchObject({ line: 2, column: where, number: 2, message: expect.stringMatching(why) });
  });

  test("an overlong line is skipped, also as the last one", async () => {
    const long = "x".repeat(MAX_LINE + 1);
    const items = await read([asJson(GAME), long, asJson(GAME), long].join("\n"));
    expect(brief(items)).toEqual([[1, 1, 4], "2:1", [3, 3, 4], "4:1"]);
  });

  test("a file that is not a record is reported once", async () => {
    const items = await read("This is\nno record\nof anything\n");
    expect(brief(items)).toEqual(["1:1"]);
    expect(await read("")).toEqual([]);
  });

  test("any mutation gives games or errors, never an exception", async () => {
    const text = [...GAME, asJson(GAME), ...GAME].join("\n");
    const change = fc.tuple(fc.nat(text.length), fc.nat(8), fc.string({ maxLength: 4 }));
    await fc.assert(
      fc.asyncProperty(change, async ([at, cut, put]) => {
        const items = await read(text.slice(0, at) + put + text.slice(at + cut));
        for (const item of items) if (item.kind === "error") expect(item.column).toBeGreaterThan(0);
        expect(items.filter(({ kind }) => kind === "game").length).toBeGreaterThan(0);
      }),
      { seed: 4, numRuns: 150 },
    );
  });
});

describe.runIf(canTestRecordedGames)("the recorded games", () => {
  let items: (ReadGame | RecordError)[];
  beforeAll(async () => {
    items = [];
    for await (const item of readGames(board, RECORDED_GAMES_FILE)) items.push(item);
  });

  test("are all read, to their last boards, with their results", () => {
    expect(items.map((item) => (item.kind === "game" ? lettersOf(item.record.final) : item.message))).toEqual(
      recordedGames().map(({ finalBoard }) => finalBoard),
    );
    expect(items.filter((item) => item.kind === "game" && item.header.result !== null)).toHaveLength(147);
  });
});
