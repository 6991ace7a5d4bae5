/** Lookups of groups of pieces against their definition, with tables solved here and labels computed independently. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { parseOptions } from "../../engine/contracts/options.ts";
import { rankCombination } from "../../engine/index/combinations.ts";
import { randomGame } from "../../engine/contracts/suites/random-play.ts";
import { FIRST } from "../../engine/contracts/position.ts";
import { tablesFolder } from "../../engine/platform/node/folders.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { readOutcome } from "../../engine/solve/outcome-values.ts";
import { game } from "./game.ts";
import type { ChineseCheckersRules } from "./rules.ts";
import { cellNames, specOf, solve } from "./solved.fixture.ts";

const home = mkdtempSync(join(tmpdir(), "gamelore-evaluations-"));
process.env["GAMELORE_HOME"] = home;
const SIDE = 5;
const CELLS = SIDE * SIDE;
let rules: ChineseCheckersRules;

beforeAll(async () => {
  const options = unwrap(parseOptions(game.options, { side: String(SIDE), pieces: "6" }));
  rules = unwrap(await game.open(options)) as ChineseCheckersRules;
});
afterAll(async () => {
  await rules.close();
  rmSync(home, { recursive: true, force: true });
});

/** Distance of a group of pieces to a set of squares, both by labels: 1 is the largest cell from the owner's point of view. */
async function tableOf(count: number, squares: readonly number[]): Promise<(cells: readonly number[]) => number> {
  const names = cellNames(SIDE);
  const goal = squares.map((label) => names[6 - label] as string);
  const spec = specOf(SIDE, count, goal);
  const solved = await solve(spec);
  const written = await spec.solve({ threads: 1 });
  await new TableStore(tablesFolder()).write(written, spec.solver);
  written.release();
  return (cells) => solved.bytes[rankCombination(cells.toSorted((a, b) => a - b))] as number;
}

describe.for([
  {
    text: "pdb(3)",
    groups: [
      [1, 2, 3],
      [4, 5, 6],
    ],
    squares: [
      [4, 5, 6],
      [4, 5, 6],
    ],
    weights: [1, 1],
  },
  {
    text: "pdb(4+2)",
    groups: [
      [3, 4, 5, 6],
      [1, 2],
    ],
    squares: [
      [3, 4, 5, 6],
      [1, 2],
    ],
    weights: [1, 1],
  },
  {
    text: "sum(1.3.5>1-4*0.5,2.6*2)",
    groups: [
      [1, 3, 5],
      [2, 6],
    ],
    squares: [
      [1, 2, 3, 4],
      [5, 6],
    ],
    weights: [0.5, 2],
  },
])("$text", ({ text, groups, squares, weights }) => {
  test("is the sum of its lookups, the opponent's minus one's own, plus half a move for the side to move", async () => {
    const tables: ((cells: readonly number[]) => number)[] = [];
    for (const [i, group] of groups.entries()) tables.push(await tableOf(group.length, squares[i] as number[]));
    const evaluator = await rules.evaluations.evaluator(text);
    const positions = [1, 2, 3].flatMap((seed) =>
      randomGame(rules, rules.initial(), seed, 80).map((step) => step.position),
    );
    expect(positions.length).toBeGreaterThan(100);
    for (const position of positions) {
      const { cells, turn } = rules.board.placement(position);
      const toGo = (player: 0 | 1): number => {
        const seen = cells[player].map((cell) => (player === 0 ? cell : CELLS - 1 - cell)).toSorted((a, b) => b - a);
        return groups.reduce((sum, group, i) => {
          const own = group.map((label) => seen[label - 1] as number);
          return sum + (weights[i] as number) * (tables[i] as (cells: readonly number[]) => number)(own);
        }, 0);
      };
      const expected = toGo(1) - toGo(0) + (turn === 0 ? 0.5 : -0.5);
      expect(evaluator.evaluate(position, FIRST)).toBeCloseTo(expected, 9);
    }
  });

  test("names the tables it needs", () => {
    const specs = unwrap(rules.evaluations.tablesOf(text));
    expect(new Set(specs.map(({ identity }) => identity.name)).size).toBe(specs.length);
    for (const { command } of specs) expect(command).toMatch(/^gamelore solve chinese-checkers --side 5 --pieces \d/);
  });
});

describe("the hand-written features", () => {
  const at = (text: string): Promise<number> =>
    rules.evaluations.evaluator(text).then((evaluator) => {
      // x has two pieces off the long axis and four at home; o has not moved.
      const position = unwrap(rules.parsePosition("o/oo/ooo/4/4x/3x/1xx/xx/1 x"));
      return evaluator.evaluate(position, FIRST);
    });
  test("rows, steps, curve and behind of a position counted by hand", async () => {
    // Rows of x from its own side: 4, 5, 6, 6, 7, 7 = 35; of o: 8, 7, 7, 6, 6, 6 = 40; x to move: + 0.5.
    expect(await at("rows")).toBeCloseTo(5.5, 9);
    // Steps to the goal, whose last row is row 2: x 2+3+4+4+5+5 = 23, o 6+5+5+4+4+4 = 28.
    expect(await at("manhattan")).toBeCloseTo(5.5, 9);
    // Behind: 6·7 - 35 = 7 for x, 6·8 - 40 = 8 for o.
    expect(await at("sum(behind)")).toBeCloseTo(1.5, 9);
    // Curve: Euclidean distance of each piece to its tip, in rows; neighbours are 1 apart, rows √3/2.
    const inRows = (across: number, down: number): number =>
      Math.hypot(across / 2, (down * Math.sqrt(3)) / 2) / (Math.sqrt(3) / 2);
    const off = (pieces: readonly (readonly [number, number])[]): number =>
      pieces.reduce((sum, [across, down]) => sum + inRows(across, down) - down, 0);
    const x = off([
      [4, 4],
      [3, 5],
      [0, 6],
      [2, 6],
      [1, 7],
      [1, 7],
    ]);
    const o = off([
      [0, 8],
      [1, 7],
      [1, 7],
      [2, 6],
      [0, 6],
      [2, 6],
    ]);
    expect(Math.abs((await at("sum(curve)")) - (o - x + 0.5))).toBeLessThan(12 / 64);
  });
});

describe("two-side tables", () => {
  test.each([
    ["edb(3)", ["win", "loss"], 128],
    ["edb(3,win=5)", ["win", "loss"], 5],
    ["edb(3,win=1)", ["win", "loss"], 1],
    ["edb(3,all)", ["draw"], 128],
  ] as const)("%s is the value of the whole position in the table", async (text, seen, win) => {
    const options = unwrap(parseOptions(game.options, { side: "4", pieces: "3", win: "all" }));
    const small = unwrap(await game.open(options)) as ChineseCheckersRules;
    const [spec] = unwrap(small.evaluations.tablesOf(text));
    if (!spec) throw new Error("no table");
    const solved = await solve(spec);
    const table = solved.open();
    const written = await spec.solve({ threads: 1 });
    await new TableStore(tablesFolder()).write(written, spec.solver);
    written.release();
    const evaluator = await small.evaluations.evaluator(text);
    const kinds = new Set<string>();
    for (const seed of [1, 2, 3, 4]) {
      for (const { position } of randomGame(small, small.initial(), seed, 60)) {
        const outcome = readOutcome(table.get(unwrap(table.rank(position))));
        kinds.add(outcome.kind);
        const sign = outcome.kind === "win" ? 1 : outcome.kind === "loss" ? -1 : 0;
        const expected = sign === 0 ? 0 : sign * Math.max(1, win - outcome.plies);
        expect(evaluator.evaluate(position, small.board.turn(position))).toBe(expected);
      }
    }
    for (const kind of seen) expect(kinds).toContain(kind);
    await small.close();
  });
});

test("a part of a table: exact where no piece is behind its rear cell, elsewhere estimated from rows; incremental as well", async () => {
  const options = unwrap(parseOptions(game.options, { side: "5", pieces: "3", moves: "forward" }));
  const small = unwrap(await game.open(options)) as ChineseCheckersRules;
  const [spec] = unwrap(small.evaluations.tablesOf("table"));
  if (!spec) throw new Error("no table");
  const written = await spec.solve({ threads: 1 });
  await new TableStore(tablesFolder()).write(written, spec.solver);
  written.release();
  for (const [text, message] of [
    ["table(f1)", /no cell f1/],
    ["table(a1)", /only the goal is in the table/],
  ] as const)
    expect(() => unwrap(small.evaluations.tablesOf(text))).toThrow(message);
  const [part] = unwrap(small.evaluations.tablesOf("table(a5)"));
  // Rows 0 to 4 of the board have 15 cells.
  expect(part?.requiredEntries).toBe((15 * 14 * 13) / 6);
  const [whole, partial] = await Promise.all(["table", "table(a5)"].map((text) => small.evaluations.evaluator(text)));
  const { notation, kernel } = small.board;
  const seen = { within: 0, beyond: 0, equal: 0 };
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    for (const { position } of randomGame(small, small.initial(), seed, 40)) {
      const turn = small.board.turn(position);
      const { cells } = small.board.placement(position);
      const rows = (cell: number): number => (notation.coordinates[cell] as readonly number[]).reduce((a, b) => a + b);
      const inPart = cells.every((own, player) =>
        own.every((cell) => (player === 0 ? rows(cell) : 8 - rows(cell)) <= 4),
      );
      const [exact, found] = [whole, partial].map((each) => each?.evaluate(position, turn)) as [number, number];
      if (inPart) expect(found).toBe(exact);
      seen[inPart ? "within" : "beyond"]++;
      if (!inPart) expect(Math.abs(found - exact)).toBeLessThan(12);
      if (!inPart && found === exact) seen.equal++;
      // The frontier's incremental evaluation gives the same values.
      const moves = small.result(position) === null ? small.moves(position, turn) : [];
      if (moves.length === 0) continue;
      const list = kernel.memory.allocate(4 * moves.length);
      const values = kernel.memory.allocate(4 * moves.length);
      kernel.memory.words(list, moves.length).set(moves);
      kernel.exports.evaluateMoves(small.board.put(position), list, moves.length, values);
      moves.forEach((move, i) => {
        const after = small.play(position, [move]);
        if (small.result(after) !== null) return;
        const value = kernel.memory.words(values, moves.length)[i];
        expect(value).toBe(partial?.evaluate(after, turn));
      });
      kernel.memory.free(list);
      kernel.memory.free(values);
    }
  }
  expect(seen.within).toBeGreaterThan(5);
  expect(seen.beyond).toBeGreaterThan(20);
  expect(seen.equal).toBeLessThan(seen.beyond);
  await small.close();
});
