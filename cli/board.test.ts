/** The board in the terminal: the rhombus standing on its tip. */
import { describe, expect, test } from "vitest";
import { unwrap } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import { defaultsOf } from "../engine/contracts/options.ts";
import type { View } from "../engine/contracts/view.ts";
import { game } from "../games/chinese-checkers/game.ts";
import { drawBoard } from "./board.ts";
import { endText } from "../engine/arena/end-text.ts";
import type { Painter } from "./terminal.ts";

const SIDE = 5;
const plain: Painter = (_, text) => text;

const rules = unwrap(await game.open({ ...defaultsOf(game.options), side: SIDE, pieces: 3 }));
const view: View = rules.view(unwrap(rules.parsePosition("o/o1/3/1o2/5/2x1/3/xx/1 x")));

/** Only the cells in their columns, without the names at the edges. */
function cellsOf(line: string): { column: number; symbol: string }[] {
  return [...line.matchAll(/[a-i][1-9]|[^ ]/gu)]
    .filter(([word]) => word.length === 1)
    .map((match) => ({ column: match.index, symbol: match[0] }));
}

describe("a drawn board", () => {
  const lines = drawBoard(view, {}, plain).map(cellsOf);
  const columns = lines.map((line) => line.map(({ column }) => column));

  test("has one line for each row of the rhombus", () => {
    expect(lines.map((line) => line.length)).toEqual([1, 2, 3, 4, 5, 4, 3, 2, 1]);
  });

  test("is symmetric from left to right and from top to bottom", () => {
    const axis = columns[0]?.[0] ?? 0;
    for (const line of columns) expect(line.map((column) => 2 * axis - column).toReversed()).toEqual(line);
    expect(columns.toReversed()).toEqual(columns);
  });

  test("is a hexagonal grid: cells evenly spaced, rows offset by half", () => {
    const apart = (columns[1]?.[1] ?? 0) - (columns[1]?.[0] ?? 0);
    for (const line of columns) line.forEach((column, i) => expect(column).toBe((line[0] ?? 0) + i * apart));
    columns.slice(1, SIDE).forEach((line, i) => expect((columns[i]?.[0] ?? 0) - (line[0] ?? 0)).toBe(apart / 2));
  });

  test("shows pieces on their cells", () => {
    const symbols = lines.map((line) => line.map(({ symbol }) => symbol).join(""));
    expect(symbols).toEqual(["o", "o·", "···", "·o··", "·····", "··x·", "···", "xx", "·"]);
  });

  test("names the first and last cell of every row, and the tips once", () => {
    const names = drawBoard(view, {}, plain).map((line) => line.match(/[a-i][1-9]/g));
    expect(names).toEqual([
      ["a1"],
      ["b1", "a2"],
      ["c1", "a3"],
      ["d1", "a4"],
      ["e1", "a5"],
      ["e2", "b5"],
      ["e3", "c5"],
      ["e4", "d5"],
      ["e5"],
    ]);
  });
});

describe("the last move", () => {
  const styled: Painter = (style, text) => `<${[style].flat().join("+")}>${text}`;
  const lines = drawBoard(view, { from: "a2", to: "c2" }, styled);

  test("is marked at its start and end only", () => {
    expect(lines.join("\n").match(/∘/g)).toHaveLength(1);
    expect(lines.join("\n").match(/inverse/g)).toHaveLength(1);
    expect(lines[1]).toContain("∘");
    expect(lines[3]).toContain("<bold+blue+inverse>o");
  });

  test("has no trailing spaces without colours", () => {
    for (const line of drawBoard(view, { from: "a2", to: "c2" }, plain)) expect(line).toBe(line.trimEnd());
  });
});

test("both sides and their home zones have their own colours", () => {
  const styled: Painter = (style, text) => `<${[style].flat().join("+")}>${text}`;
  const lines = drawBoard(view, {}, styled);
  expect(lines[0]).toContain("<bold+blue>o");
  expect(lines[7]).toContain("<bold+red>x");
  expect(lines[1]).toContain("<dim+blue>·");
  expect(lines[8]).toContain("<dim+red>·");
  expect(lines[4]).toContain("<dim>·");
});

test("a puzzle ends with its points, a game with its winner", () => {
  const of = (...players: string[]): OpenGame => ({ players }) as unknown as OpenGame;
  expect(endText(of("player"), [0.9], "rules")).toBe("The game is over: 90 of 100 points.");
  expect(endText(of("x", "o"), [0.5, 0.5], "rules")).toBe("The game is a draw.");
  expect(endText(of("x", "o"), [0, 1], "repetition")).toBe("o wins by repetition.");
  expect(endText(of("a", "b", "c"), [0.5, 0.5, 0], "rules")).toBe("a and b win.");
});
