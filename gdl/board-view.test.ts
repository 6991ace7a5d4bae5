/** Boards guessed from facts: of our rulesheets and in other notations. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { boardOf, drawnView, handsOf } from "./board-view.ts";
import { factTexts, propnetOf } from "./reasoner.fixture.ts";

const PLAYERS = ["white", "black"] as const;

/** Lines of the board, two columns for half a cell, then the notes. */
function picture(facts: readonly string[], possible = facts, players: readonly string[] = PLAYERS): string[] {
  const { cells, pieces, notes = [] } = drawnView(boardOf(possible), facts, players, 0);
  const lines = new Map<number, string>();
  for (const [index, { x, y }] of cells.entries())
    lines.set(y, (lines.get(y) ?? "").padEnd(4 * x) + (pieces.find(({ cell }) => cell === index)?.letter ?? "·"));
  const board = [...lines].toSorted(([a], [b]) => a - b).map(([, line]) => line.trim());
  return [...board, ...notes];
}

/** The initial board. */
function start(name: string): string[] {
  const text = readFileSync(join(import.meta.dirname, `rulesheets/${name}.kif`), "utf8");
  const reasoner = propnetOf(text);
  const possible = reasoner.propnet.facts.map((_, fact) => reasoner.factText(fact));
  return picture(factTexts(reasoner, reasoner.initial()), possible, reasoner.roles);
}

const squeezed = (line = ""): string => line.replaceAll(" ", "");

describe("our rulesheets", () => {
  test("chess: capitals for white, at the bottom", () => {
    const lines = start("chess-gdl").map(squeezed);
    expect(lines.slice(0, 2)).toEqual(["rnbqkbnr", "pppppppp"]);
    expect(lines.slice(6, 8)).toEqual(["PPPPPPPP", "RNBQKBNR"]);
  });

  test("checkers: dark squares only, shifted from row to row", () => {
    const lines = start("checkers");
    expect(lines.slice(0, 8)).toEqual([
      ...Array.from({ length: 3 }, () => "m       m       m       m"),
      ...Array.from({ length: 2 }, () => "·       ·       ·       ·"),
      ...Array.from({ length: 3 }, () => "M       M       M       M"),
    ]);
  });

  test("peg solitaire: the cross, with a hole in the middle", () => {
    expect(start("peg-solitaire").slice(0, 7).map(squeezed)).toEqual([
      "ppp",
      "ppp",
      "ppppppp",
      "ppp·ppp",
      "ppppppp",
      "ppp",
      "ppp",
    ]);
  });

  test("tic-tac-chess-checkers-four: pieces wait beside the cross", () => {
    expect(start("ttcc4").slice(0, 5).map(squeezed)).toEqual(["···", "P·····n", "C·····c", "N·····p", "···"]);
  });

  test("hex is a hexagonal board", () => {
    const hex = boardOf(["(hexagon 1 1 red)", "(hexagon 1 2 red)", "(hexagon 2 1 red)", "(hexagon 2 2 blue)"]);
    const { shape, cells } = drawnView(hex, [], ["red", "blue"], 0);
    expect(shape).toBe("hexagon");
    expect(cells.map(({ x }) => x)).toEqual([0, 1, 0.5, 1.5]);
    expect(start("hex").slice(0, 9).map(squeezed)).toEqual(Array.from({ length: 9 }, () => "·········"));
  });

  test.for([
    ["quarto", 4],
    ["pentago", 6],
    ["amazons-small", 6],
    ["othello", 8],
    ["knightazons", 8],
    ["nine-board-tic-tac-toe", 9],
  ] as const)("%s has %i rows of that length", ([name, size]) => {
    const rows = start(name).slice(0, size).map(squeezed);
    expect(rows.map((row) => row.length)).toEqual(rows.map(() => size));
  });

  test("quarto: remaining pieces share one line", () => {
    expect(start("quarto")).toContain("left: a, c, d, f, g, h, i, j, k, l, m, n, o, p, q, r");
  });

  test("goofspiel has no board: cards are listed", () => {
    expect(start("goofspiel")).toEqual([
      "holds left: 1, 2, 3, 4, 5, 6, 7, 8, 9",
      "holds right: 1, 2, 3, 4, 5, 6, 7, 8, 9",
      "(points left 0)",
      "(points right 0)",
      "(round 1)",
    ]);
  });
});

describe("other notations", () => {
  test.for([
    ["player and kind in one word", ["(cell 1 1 whitePawn)", "(cell 2 1 whiteKnight)", "(cell 1 2 blackKing)"], "PN"],
    ["with a dash between", ["(cell 1 1 white_pawn)", "(cell 2 1 white-knight)", "(cell 1 2 black_king)"], "PN"],
    ["by two letters", ["(cell a 1 wp)", "(cell b 1 wn)", "(cell a 2 bk)", "(cell b 2 b)", "(cell c 1 b)"], "PN·"],
    ["the player first", ["(pawn white 1 1)", "(pawn white 2 1)", "(pawn black 1 2)"], "ww"],
    [
      "the player as a separate word",
      ["(cell 1 1 white pawn)", "(cell 2 1 white knight)", "(cell 1 2 black king)"],
      "PN",
    ],
  ] as const)("%s", ([, facts, below]) => {
    const more = [...facts, facts[0].replace("1 1", "2 2").replace("a 1", "c 2")];
    expect(squeezed(picture(facts, more)[1])).toBe(below);
  });

  test("rows with letters before their numbers are in order", () => {
    const facts = Array.from({ length: 24 }, (_, i) => `(hole a${(i % 12) + 1} r${Math.floor(i / 12) + 1} peg)`);
    const { cells } = drawnView(boardOf(facts), facts, ["jumper"], 0);
    expect(cells.slice(0, 12).map(({ name }) => name)).toEqual(Array.from({ length: 12 }, (_, i) => `a${i + 1},r1`));
  });

  test("letters may follow the numbers", () => {
    const facts = ["8", "9", "a", "b"].flatMap((row) => [`(cell 1 ${row} mouse)`, `(cell 2 ${row} mouse)`]);
    expect(boardOf(facts)?.rows).toEqual(["8", "9", "a", "b"]);
  });

  test("players and points are not a board", () => {
    expect(boardOf(["(score x 1)", "(score x 2)", "(score o 1)", "(score o 2)"])).toBeNull();
    expect(boardOf(["(holds left 1)", "(holds left 2)", "(holds right 1)", "(holds right 2)"])).toBeNull();
  });
});

test("without a board, what every player has several of at the start is a hand", () => {
  const initial = ["left", "right"].flatMap((role) => [
    ...[1, 2, 10].map((card) => `(holds ${role} ${card})`),
    `(points ${role} 0)`,
  ]);
  const hands = handsOf(initial, ["left", "right"]);
  expect(hands).toEqual(["holds"]);
  // Also when few are left.
  const later = ["(holds left 10)", "(holds left 2)", "(points left 5)", "(points right 0)"];
  expect(drawnView(null, later, ["left", "right"], null, null, hands)).toMatchObject({
    rows: [
      { name: "holds", owner: 0, items: ["2", "10"] },
      { name: "holds", owner: 1, items: [] },
    ],
    notes: ["(points left 5)", "(points right 0)"],
  });
});
