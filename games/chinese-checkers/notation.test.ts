/** Parsing and formatting of positions, moves, tables and variants, and their error messages. */
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { Position } from "../../engine/contracts/position.ts";
import { parseOptions } from "../../engine/contracts/options.ts";
import { memoryEntries } from "../../engine/tables/memory-entries.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { game } from "./game.ts";

async function open(options: Readonly<Record<string, string>>): Promise<OpenGame> {
  return unwrap(await game.open(unwrap(parseOptions(game.options, options))));
}

const small = await open({ side: "4", pieces: "3" });
const START = "o/oo/3/4/3/xx/x x";

function reads(text: string): string {
  return small.formatPosition(unwrap(small.parsePosition(text)));
}

function rejection(text: string): string {
  const result = small.parsePosition(text);
  if (result.ok) throw new Error(`${text} is read as ${small.formatPosition(result.value)}`);
  expect(result.error.code).toBe("bad-position");
  return result.error.message;
}

describe("positions", () => {
  test("the start: o at the top, x at the bottom, x to move", () => {
    expect(small.formatPosition(small.initial())).toBe(START);
  });

  test("surrounding blanks, capitals and a missing side to move are accepted", () => {
    expect(reads(`  ${START.toUpperCase()}  `)).toBe(START);
    expect(reads("o/oo/3/4/3/xx/x")).toBe(START);
    expect(reads("o/oo/3/4/3/xx/x\to")).toBe("o/oo/3/4/3/xx/x o");
  });

  test("a position may contain only the side to move", () => {
    expect(reads("1/2/3/4/3/xx/x x")).toBe("1/2/3/4/3/xx/x x");
    expect(reads("o/oo/3/4/3/2/1 o")).toBe("o/oo/3/4/3/2/1 o");
  });

  test.for([
    ["o/oo/3/4/3/xx/1 x", /3 pieces.*2 x and 3 o/],
    ["o/oo/o2/4/3/xx/x x", /3 x and 4 o/],
    ["1/2/3/4/3/2/1 x", /0 x and 0 o/],
    ["o/oo/3/4/3/xx/x z", /side to move, x or o/],
    ["o/oo/3/4/3/xx/x x x", /nothing else/],
    ["o/oo/3/4/3/xx/x x 12", /nothing else/],
    ["o/oo/3/4/3/xx x", /7 rows.*has 6/],
    ["o/oo/3/4/3/xx/x/1 x", /7 rows.*has 8/],
    ["o/oo/4/4/3/xx/x x", /row 3 \("4"\) has 4 cells, it should have 3/],
    ["o/oo/2/4/3/xx/x x", /row 3.*has 2 cells/],
    ["o/oo//4/3/xx/x x", /row 3.*has 0 cells/],
    ["o/oo/3/4/3/xx/xx x", /row 7.*has 2 cells, it should have 1/],
    ["o/oo/3/4/3/x?/x x", /row 6 \("x\?"\) may hold only x, o and digits/],
    ["o/oo/-3/4/3/xx/x x", /row 3/],
    ["o/oo/99999999999999999999/4/3/xx/x x", /row 3/],
    ["", /7 rows/],
    ["  \n ", /7 rows/],
  ] as const)("%s is rejected", ([text, why]) => {
    expect(rejection(text)).toMatch(why);
  });
});

describe("moves", () => {
  // x has c4, d3 and d4.
  const start: Position = small.initial();
  const reading = (text: string): string => small.formatMove(start, unwrap(small.parseMove(start, text)));
  const refused = (text: string, position: Position = start): string => {
    const result = small.parseMove(position, text);
    if (result.ok) throw new Error(`${JSON.stringify(text)} is read as ${small.formatMove(position, result.value)}`);
    expect(result.error.code).toBe("bad-move");
    return result.error.message;
  };

  test.for(["d3-d2", "D3-D2", "d3 d2", "d3d2", "d3 - d2", "d3 to d2", "d3>d2", "  d3-d2 "])(
    "%s is the roll from d3 to d2",
    (text) => {
      expect(reading(text)).toBe("d3-d2");
    },
  );

  test("a jump is written as its start and end cell", () => {
    expect(reading("d4-d2")).toBe("d4-d2");
    expect(reading("d4-b4")).toBe("d4-b4");
  });

  test.for([
    ["d3-d1", /d3-d1 is not legal here; from there to .*d2/],
    ["a1-a3", /not legal/],
    ["a1-b2", /not legal here; for example/],
    ["d3-d3", /not legal/],
    ["e5-d3", /"e5" is not a cell of this board; cells are a1 to d4/],
    ["d3-d5", /"d5" is not a cell/],
    ["d3-d0", /"d0" is not a cell/],
    ["d3-d02", /"d02" is not a cell/],
    ["pass", /pass is not legal/],
    ["d3", /not a move; expected start and end cell, for example/],
    ["d3-d2-d1", /not a move/],
    ["d3-d2 please", /not a move/],
    ["", /not a move/],
  ] as const)("%s is rejected", ([text, why]) => {
    expect(refused(text)).toMatch(why);
  });

  test("no move is legal when the game has ended", () => {
    const ended = unwrap(small.parsePosition("x/xx/3/4/3/oo/o o"));
    expect(refused("d4-c4", ended)).toMatch(/ended/);
  });

  test("a player without a move can only pass", async () => {
    const forward = await open({ side: "4", pieces: "1", moves: "forward", win: "all" });
    const shut = unwrap(forward.parsePosition("1/2/3/4/3/o1/x o"));
    expect(forward.formatMove(shut, unwrap(forward.parseMove(shut, " PASS ")))).toBe("pass");
    for (const text of ["a1-a1", "d3-d3", "d3-d4", ""]) expect(forward.parseMove(shut, text).ok, text).toBe(false);
  });
});

describe("tables", () => {
  const spec = (options: Readonly<Record<string, string>>): ReturnType<typeof game.table> =>
    game.table(unwrap(parseOptions(game.tableOptions, { side: "4", pieces: "3", ...options })));
  const message = (options: Readonly<Record<string, string>>): string => {
    const result = spec(options);
    return result.ok ? `accepted: ${result.value.identity.name}` : `${result.error.code}: ${result.error.message}`;
  };

  test("a goal is a list of cells in any order", () => {
    const { identity } = unwrap(spec({ goal: "b2, A1  c3,d4" }));
    expect(identity.covers).toContain("into a1 b2 c3 d4");
    expect(unwrap(spec({ goal: "b1 a2 a1" })).identity).toEqual(unwrap(spec({})).identity);
  });

  test.for([
    [{ goal: "a1,a2" }, /^bad-variant: goal: 2 cells cannot hold 3 pieces$/],
    [{ goal: "a1,a2,a1,a3" }, /^bad-variant: goal: cell a1 is given twice$/],
    [{ goal: "a1,a2,e1" }, /^bad-variant: goal: "e1" is not a cell/],
    [{ goal: "a1,a2,a1b1" }, /^bad-variant: goal: "a1b1" is not a cell/],
    [{ goal: "" }, /^bad-variant: goal: 0 cells/],
  ] as const)("%o is rejected", ([options, why]) => {
    expect(message(options)).toMatch(why);
  });

  test("every table name is a valid file name", () => {
    const cells = Array.from({ length: 81 }, (_, i) => `${"abcdefghi".charAt(i / 9)}${(i % 9) + 1}`);
    const { identity } = unwrap(spec({ side: "9", pieces: "1", goal: cells.slice(0, 60).join(",") }));
    expect(() => new TableStore("tables").path(identity)).not.toThrow();
  });

  test("a table parses the cells of one side, or a position", () => {
    const { identity, open: openTable } = unwrap(spec({}));
    const table = openTable(memoryEntries(identity, new Uint8Array(identity.entries)));
    const text = (given: string): string => table.formatPosition(unwrap(table.parsePosition(given)));
    expect(text("b1, a1 A2")).toBe("x/xx/3/4/3/2/1 x");
    expect(text(START)).toBe(START);
    for (const [given, why] of [
      ["a1 a1 b2", /given twice/],
      ["a1 b2", /3 pieces per side.*2 x and 0 o/],
      ["a1 b2 c3 d4", /4 x and 0 o/],
      ["a1 b2 e5", /"e5" is not a cell/],
      ["", /0 x and 0 o/],
      ["x/2/3/4/3/oo/o x", /1 x and 3 o/],
      ["1/2/3/4/3/oo/o x", /0 x and 3 o/],
    ] as const) {
      const result = table.parsePosition(given);
      expect(result.ok ? "read" : result.error.message, given).toMatch(why);
    }
  });
});

describe("variants", () => {
  test.for([
    [{ pieces: "4" }, /pieces: 4 is not one of 1, 3, 6, 10/],
    [{ side: "4", pieces: "10" }, /side 5 or more, not 4/],
  ] as const)("%o is rejected", async ([options, why]) => {
    const result = await game.open(unwrap(parseOptions(game.options, options)));
    expect(result.ok ? "opened" : result.error.message).toMatch(why);
  });

  test.for([{ side: "3" }, { side: "10" }, { side: "4.5" }, { side: "" }, { win: "none" }, { colour: "red" }])(
    "%o is rejected",
    (options) => {
      expect(parseOptions(game.options, options)).toMatchObject({ ok: false, error: { code: "bad-variant" } });
    },
  );
});
