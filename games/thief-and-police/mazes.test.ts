/** Mazes: parsed, generated, bundled. */
import { describe, expect, test } from "vitest";
import { fileText, gameFolder } from "#platform/game-files";
import { unwrap } from "../../engine/contracts/errors.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import { FIRST, type Move } from "../../engine/contracts/position.ts";
import { game } from "./game.ts";
import { NO_SQUARE } from "./layout.ts";
import { generateMaze, MAZE_DEFAULTS, type MazeRequest } from "./maze-generator.ts";
import { formatMaze, MAX_SIDE, MAX_SQUARES, parseMaze, type Maze } from "./maze.ts";
import { findMaze, mazeNames } from "./mazes.ts";

function errorOf(text: string): string {
  const maze = findMaze(text);
  if (maze.ok) throw new Error("it was accepted");
  expect(maze.error.code).toBe("bad-variant");
  expect(maze.error.message).not.toContain("\n");
  return maze.error.message;
}

function edgesOf({ squares }: Maze): number {
  return squares.flatMap(({ neighbours }) => neighbours).filter((next) => next !== NO_SQUARE).length / 2;
}

function loopsOf(maze: Maze): number {
  return edgesOf(maze) - maze.squares.length + 1;
}

function hasOpenBlock({ rows }: Maze): boolean {
  const isOpen = (x: number, y: number): boolean => (rows[y]?.[x] ?? "#") !== "#";
  return rows.some((row, y) =>
    [...row].some((_, x) => isOpen(x, y) && isOpen(x + 1, y) && isOpen(x, y + 1) && isOpen(x + 1, y + 1)),
  );
}

function generated(request: Partial<MazeRequest>): Maze {
  return unwrap(generateMaze({ ...MAZE_DEFAULTS, seed: 1, ...request }));
}

describe("a maze in text", () => {
  test("rows separated by newlines or slashes, with surrounding blank lines", () => {
    const maze = unwrap(findMaze("\n##.#\r\n#..E\n\n"));
    expect(maze.rows).toEqual(["##.#", "#..E"]);
    expect(unwrap(findMaze("##.#/#..E/"))).toEqual(maze);
    expect(maze.squares.map(({ name }) => name)).toEqual(["c1", "b2", "c2", "d2"]);
    expect(maze.squares.map(({ exit }) => exit)).toEqual([false, false, false, true]);
    expect(maze.squares[2]?.neighbours).toEqual([0, 1, 3, NO_SQUARE]);
  });

  test("columns after z have two letters", () => {
    const maze = unwrap(findMaze(`${".".repeat(127)}E`));
    expect([25, 26, 51, 52, 127].map((x) => maze.squares[x]?.name)).toEqual(["z1", "aa1", "az1", "ba1", "dx1"]);
  });

  test.for([
    ["###/#.#/...", "there is no exit; mark at least one square with E"],
    ["..#E/..##", "square d1 (row 1, column 4) is cut off from a1"],
    ["...E/...", "row 2 has 3 squares, row 1 has 4; all rows must be equally long"],
    ["..E/.x.", 'row 2, column 2: "x" is not a square; expected # (wall), . (empty) or E (exit)'],
    ["..E/.🦊", 'row 2, column 2: "🦊" is not a square'],
    ["..E/. .", 'row 2, column 2: " " is not a square'],
    ["..e/...", 'row 1, column 3: "e" is not a square'],
    ["##E/##.", "2 empty squares are too few"],
    ["###/###", "0 empty squares are too few"],
    [`${".".repeat(129)}/${"E".repeat(129)}`, "129 × 2 squares are too many; at most 128 × 128"],
    ["E/".repeat(129), "1 × 129 squares are too many"],
    [Array.from({ length: 128 }, () => "E".repeat(128)).join("/"), "16,384 empty squares are too many; at most 8191"],
  ])("%s: %s", ([text, expected]) => {
    expect(errorOf(text as string).replace("…", "")).toContain(expected as string);
  });

  test("an unknown name, a path, long garbage", () => {
    expect(errorOf("20x20-6")).toMatch(/"20x20-6" not found; available: 20x20-1.*did you mean/);
    expect(errorOf("../../package.json")).toContain("row 3 has 12 squares");
    expect(errorOf("z".repeat(100_000)).length).toBeLessThan(500);
    expect(errorOf(`.${" ".repeat(200_000)}x`).length).toBeLessThan(500);
    expect(errorOf("")).toContain("not found");
  });
});

describe("a generated maze", () => {
  test.for([
    [5, 5],
    [20, 20],
    [21, 9],
    [60, 60],
    [128, 128],
  ] as const)("of %d × %d is a tree of 2·cells − 1 squares with corridors one square wide", ([width, height]) => {
    for (const winding of [0, 0.5, 1]) {
      const maze = generated({ width, height, winding, seed: 3 });
      const cells = Math.floor((width - 1) / 2) * Math.floor((height - 1) / 2);
      expect(maze.squares.length).toBe(2 * cells - 1);
      expect(loopsOf(maze)).toBe(0);
      expect(hasOpenBlock(maze)).toBe(false);
      expect([maze.width, maze.height]).toEqual([width, height]);
    }
  });

  test("each loop adds one independent cycle and no open block", () => {
    for (const loops of [1, 7, 40]) {
      const maze = generated({ loops, seed: loops });
      expect(loopsOf(maze)).toBe(loops);
      expect(maze.squares.length).toBe(161 + loops);
      expect(hasOpenBlock(maze)).toBe(false);
    }
  });

  test("opened dead ends make loops; with braid=1 none are left", () => {
    const deadEnds = (maze: Maze): number =>
      maze.squares.filter(({ neighbours }) => neighbours.filter((next) => next !== NO_SQUARE).length === 1).length;
    const perfect = generated({ seed: 4 });
    const some = generated({ seed: 4, braid: 0.5 });
    const braided = generated({ seed: 4, braid: 1 });
    expect(deadEnds(some)).toBeLessThan(deadEnds(perfect));
    expect(deadEnds(some)).toBeGreaterThan(0);
    expect(deadEnds(braided)).toBe(0);
    for (const maze of [some, braided]) {
      expect(loopsOf(maze)).toBe(maze.squares.length - perfect.squares.length);
      expect(hasOpenBlock(maze)).toBe(false);
    }
  });

  test("dead ends are filled to the exact number of squares; loops stay", () => {
    for (const squares of [171, 161, 150, 140]) {
      const maze = generated({ loops: 10, squares, seed: 5 });
      expect([maze.squares.length, loopsOf(maze)]).toEqual([squares, 10]);
    }
  });

  test("it has the given number of exits", () => {
    expect(generated({ exits: 4 }).squares.filter(({ exit }) => exit)).toHaveLength(4);
  });

  test("the same seed gives the same maze, another seed a different one", () => {
    const text = (seed: number): string => formatMaze(generated({ seed, loops: 3 }));
    expect(text(7)).toBe(text(7));
    expect(new Set([1, 2, 3, 4, 5, 6].map(text)).size).toBe(6);
  });

  test.for([
    ["random(20x20, seed=7, loops=9999)", "9999 loops are too many"],
    ["random(20x20, squares=500)", "cannot have 500 empty squares"],
    ["random(20x20, loops=10, squares=3)", "cannot have 3 empty squares"],
    ["random(4x20)", "4 × 20 squares; both sides must be from 5 to 128"],
    ["random(20x129)", "both sides must be from 5 to 128"],
    ["random(99999999999x5)", "both sides must be from 5 to 128"],
    ["random", "invalid request"],
    ["random(20x20, seed)", "seed must be a non-negative integer"],
    ["random(20x20, seed=-1)", "seed must be a non-negative integer"],
    ["random(20x20, winding=2)", "winding must be a number from 0 to 1"],
    ["random(20x20, exits=0)", "exits must be at least 1"],
    ["random(20x20, exits=999999)", "empty squares are too few"],
    ["random(20x20, doors=2)", '"doors" is not one of seed, braid, loops, squares, exits, winding'],
  ])("%s: %s", ([text, expected]) => {
    expect(errorOf(text as string)).toContain(expected as string);
  });

  test("as an option it has a canonical form", async () => {
    const variantOf = async (maze: string): Promise<string> => {
      const rules = unwrap(await game.open({ ...defaultsOf(game.options), maze, policemen: 1 }));
      await rules.close();
      return rules.variant.split(" ")[0] as string;
    };
    expect(await variantOf("random( 20x20 , loops=4, seed=7, exits=1 )")).toBe("maze=random(20x20,seed=7,loops=4)");
    expect(await variantOf("random(20x20,seed=7,loops=4)")).toBe("maze=random(20x20,seed=7,loops=4)");
    expect(await variantOf("#.E\n...\n")).toBe("maze=#.E/...");
    expect(await variantOf("small")).toBe("maze=small");
  });
});

describe("the bundled mazes", () => {
  test.for([
    [20, 150, 10],
    [60, 1_610, 100],
  ] as const)("side %d: five with %d empty squares, as in the paper, from seeds 1 to 5", ([side, squares, loops]) => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const text = fileText(`${gameFolder("thief-and-police/mazes")}/${side}x${side}-${seed}.txt`);
      expect(unwrap(parseMaze(text)).squares).toHaveLength(squares);
      expect(text).toBe(formatMaze(generated({ width: side, height: side, seed, loops, squares })));
    }
  });

  test("all of them are valid", () => {
    expect(mazeNames()).toHaveLength(11);
    for (const name of mazeNames()) unwrap(findMaze(name));
  });
});

test("a maze of 128 × 128 with 8,191 empty squares is playable", async () => {
  const side = MAX_SIDE;
  // Every second row is open, connected at alternating ends; half of the last one is wall.
  const joint = (y: number): string => (y % 4 === 1 ? `${"#".repeat(side - 1)}.` : `.${"#".repeat(side - 1)}`);
  const rows = Array.from({ length: side }, (_, y) => (y % 2 === 0 ? ".".repeat(side) : joint(y)));
  rows[0] = `${".".repeat(side - 1)}E`;
  rows[side - 2] = "#".repeat(side / 2) + ".".repeat(side / 2);
  rows[side - 1] = "#".repeat(side);
  expect(rows.join("").replaceAll("#", "").length).toBe(MAX_SQUARES);
  const rules = unwrap(await game.open({ ...defaultsOf(game.options), maze: rows.join("/") }));
  const position = rules.initial();
  const [move] = rules.moves(position, FIRST);
  const next = rules.play(position, [move as Move]);
  expect(rules.actors(next)).toEqual([1]);
  expect(rules.view(next).cells).toHaveLength(MAX_SQUARES);
  await rules.close();
});
