/** One-side tables against published figures, a reference breadth-first search, their definition, and the contract. */
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { FIRST, type Position } from "../../engine/contracts/position.ts";
import { parseOptions } from "../../engine/contracts/options.ts";
import { tableSuite } from "../../engine/contracts/suites/table-suite.ts";
import { pick, randomNumbers, randomGame } from "../../engine/contracts/suites/random-play.ts";
import type { Rank, Table } from "../../engine/contracts/table.ts";
import { binomial, rankCombination, unrankCombination } from "../../engine/index/combinations.ts";
import { boardGraph, symmetriesOf } from "../../engine/index/geometry.ts";
import { Board } from "./board.ts";
import { game } from "./game.ts";
import { choose, ReferenceRules } from "./reference.fixture.ts";
import { cellNames, type Fact, specOf, readFacts, solve, type SolvedCopy } from "./solved.fixture.ts";

const facts = readFacts();
const MAX_STATES = 2_000_000;
/** Moves are counted for tables up to this size. */
const MAX_COUNTED = 400_000;

function title({ side, k, goal }: Fact): string {
  return `${k} pieces on ${side}x${side} into ${goal.map((cell) => cellNames(side)[cell]).join(" ")}`;
}

async function open(side: number, pieces: number): Promise<OpenGame> {
  return unwrap(await game.open(unwrap(parseOptions(game.options, { side: String(side), pieces: String(pieces) }))));
}

describe("facts computed by independent programs", () => {
  const small = facts.filter(({ states }) => states <= MAX_STATES);

  test("cover all board sizes", () => {
    expect(small.length).toBeGreaterThan(35);
    expect(new Set(small.map(({ side }) => side)).size).toBe(6);
  });

  test.for(small.map((fact) => [title(fact), fact] as const))("%s", async ([, fact]) => {
    const { side, k, goal, states, reached, hist, maxDepth, startDepth } = fact;
    const { bytes, histogram, spec } = await solve(
      specOf(
        side,
        k,
        goal.map((cell) => cellNames(side)[cell] as string),
      ),
    );
    expect(spec.identity.entries).toBe(states);
    expect(histogram).toEqual(hist);
    // Recount the entries: the histogram comes from the solver.
    const counted = new Array<number>(hist.length).fill(0);
    for (const value of bytes) counted[value] = (counted[value] ?? 0) + 1;
    expect(counted).toEqual(hist);
    expect(histogram.length - 1).toBe(maxDepth);
    expect(histogram.reduce((sum, count) => sum + count, 0)).toBe(reached);
    const start = goal.map((cell) => side * side - 1 - cell).toSorted((a, b) => a - b);
    expect(bytes[rankCombination(start)]).toBe(startDepth);
  });

  const boards = new Map(small.map((fact) => [`${fact.side}x${fact.side} with ${fact.k} pieces`, fact]));
  test.for([...boards].filter(([, { states }]) => states <= MAX_COUNTED))(
    "number of moves over all placements of %s",
    ([, { side, k, edges }]) => {
      const cells = side * side;
      const { kernel } = new Board({
        side,
        cells,
        pieces: k,
        win: 0,
        directions: 0,
        stuck: 0,
        repetition: "allowed",
        plyLimit: 1,
      });
      const placement = kernel.memory.allocate(16);
      const list = kernel.memory.allocate(4 * k * cells);
      kernel.exports.setPlacements(k);
      kernel.exports.unrankPlacement(0, placement);
      let count = 0;
      for (let index = 0; index < binomial(cells, k); index++) {
        count += kernel.exports.neighboursOf(placement, list);
        kernel.exports.nextPlacement(placement);
      }
      expect(count).toBe(edges);
    },
  );

  const played = [...boards.values()].filter(({ k, states }) => [1, 3, 6].includes(k) && states <= 50_000);
  test.for(played.map((fact) => [title(fact), fact] as const))(
    "legal moves in the game without an opponent: %s",
    async ([, fact]) => {
      const rules = await open(fact.side, fact.k);
      const table = specOf(fact.side, fact.k).open({
        identity: specOf(fact.side, fact.k).identity,
        loaded: 0,
        get: () => 0,
      });
      let count = 0;
      for (let index = 0 as Rank; index < fact.states; index++) count += rules.moves(table.unrank(index), FIRST).length;
      // The goal placement is terminal: the moves to its neighbours are missing.
      expect(count).toBe(fact.edges - (fact.hist[1] as number));
    },
  );
});

describe("matches a reference breadth-first search", () => {
  const cases: readonly (readonly [side: number, pieces: number, goal: string])[] = [
    [4, 1, "a1"],
    [4, 1, "b2 d1 d4"],
    [4, 2, "a1 a2"],
    [4, 2, "a4 d1 b3"],
    [4, 3, "a1 b1 a2"],
    [4, 3, "a1 b2 c3 d4"],
    [4, 3, "a4 b4 c4 d4 d3 d2 d1"],
    [4, 4, "b2 b3 c2 c3"],
    [5, 3, "a1 c3 e5"],
    [5, 3, "a1 b1 a2 c1 b2 a3"],
    [5, 2, "e1 a5 c2"],
    [9, 2, "i9 a1 e5"],
  ];
  test.for(cases)("%dx, %d pieces, into %s", async ([side, pieces, goalText]) => {
    const goal = goalText.split(" ");
    const reference = new ReferenceRules({ side, pieces, win: "filled", moves: "all", stuck: "pass" });
    const { bytes } = await solve(specOf(side, pieces, goal));
    const distances = reference.distances(goal);
    expect(distances.size).toBe(bytes.length);
    for (const cells of choose(
      reference.cells.map((_, cell) => cell),
      pieces,
    )) {
      const names = cells
        .map((cell) => reference.cells[cell] as string)
        .toSorted()
        .join(" ");
      expect(bytes[rankCombination(cells)], names).toBe(distances.get(names));
    }
  });
});

describe("the mirror image of the board", () => {
  /** Reverses each row: swaps a and b. */
  function mirror(side: number): number[] {
    const names = cellNames(side);
    const swapped = names.map((name) => `${"abcdefghi".charAt(Number(name.slice(1)) - 1)}${name.charCodeAt(0) - 96}`);
    return swapped.map((name) => names.indexOf(name));
  }

  test.for([4, 5, 9])("is the only automorphism of the board that fixes the tips, %dx", (side) => {
    const at = cellNames(side).map((name) => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1] as const);
    const board = boardGraph(
      side * side,
      (from, to) => {
        const [a, b] = [0, 1].map((axis) => (at[to]?.[axis] as number) - (at[from]?.[axis] as number)) as [
          number,
          number,
        ];
        if (Math.abs(a) + Math.abs(b) === 1) return 1;
        return a + b === 0 && Math.abs(a) === 1 ? 2 : 0;
      },
      (cell) => (cell === 0 ? 1 : 0),
    );
    expect(symmetriesOf(board).slice(1)).toEqual([mirror(side)]);
  });

  function mirrored({ bytes }: SolvedCopy, side: number, pieces: number): Uint8Array {
    const image = mirror(side);
    return bytes.map((_, index) => {
      const cells = unrankCombination(index, pieces, side * side).map((cell) => image[cell] as number);
      return bytes[rankCombination(cells.toSorted((a, b) => a - b))] as number;
    });
  }

  test.for([
    [4, 1],
    [4, 3],
    [5, 3],
    [4, 6],
    [9, 3],
  ] as const)("has equal values if the goal is symmetric: %dx, %d pieces", async ([side, pieces]) => {
    const solved = await solve(specOf(side, pieces));
    expect(mirrored(solved, side, pieces)).toEqual(solved.bytes);
  });

  test("has the values of the mirrored goal otherwise", async () => {
    const solved = await solve(specOf(5, 3, ["a1", "b1", "c1"]));
    const image = await solve(specOf(5, 3, ["a1", "a2", "a3"]));
    expect(mirrored(solved, 5, 3)).toEqual(image.bytes);
    expect(solved.bytes).not.toEqual(image.bytes);
  });
});

/** The same placement with the mover to move again: a one-side table has no opponent. */
function again(table: Table, position: Position, mover: string): Position {
  return unwrap(table.parsePosition(table.formatPosition(position).replace(/.$/, mover)));
}

describe.for([
  [4, 1, 1_000],
  [4, 3, 1_000],
  [5, 3, 3_000],
  [6, 3, 8_000],
  [4, 6, 10_000],
  [5, 6, 20_000],
  [7, 3, 2_000],
] as const)("%dx with %d pieces", ([side, pieces, sample]) => {
  tableSuite(async () => {
    const rules = await open(side, pieces);
    const solved = await solve(specOf(side, pieces));
    const table = solved.open();
    const positions = [1, 2, 3].flatMap((seed) =>
      randomGame(rules, rules.initial(), seed, 40).map((step) => step.position),
    );
    const alone = (position: Position): boolean => !rules.formatPosition(position).slice(0, -1).includes("o");
    return {
      table,
      positions,
      successors: (position) =>
        rules.moves(position, FIRST).map((move) => {
          const next = rules.play(position, [move]);
          return [move, alone(position) ? again(table, next, "x") : next];
        }),
      sign: (position) => (alone(position) ? 1 : -1),
      entryOf: ({ parts }) => parts["own"] ?? null,
      openPrefix: (loaded) => solved.open(loaded),
      sample,
      probes: 150,
    };
  });
});

describe("probing", () => {
  test("a table with a custom goal has moves everywhere but in that goal", async () => {
    const goal = ["d4", "d3", "c4"];
    const table = (await solve(specOf(4, 3, goal))).open();
    const reference = new ReferenceRules({ side: 4, pieces: 3, win: "filled", moves: "all", stuck: "pass" });
    for (let index = 0 as Rank; index < table.identity.entries; index++) {
      if (table.get(index) === 0) continue;
      const position = table.unrank(index);
      const cells = new Set(unrankCombination(index, 3, 16).map((cell) => reference.cells[cell] as string));
      const expected = reference.ownMoves({ sides: [cells, new Set()], turn: 0 }, 0);
      const { moves } = unwrap(table.probe(position));
      expect(moves.map(({ text }) => text).toSorted(), table.formatPosition(position)).toEqual(expected.toSorted());
      expect(moves[0]?.after.parts["own"], table.formatPosition(position)).toBe(table.get(index) - 1);
    }
  });

  test("the second player's pieces are looked up on the rotated board", async () => {
    const rules = await open(5, 3);
    const table = (await solve(specOf(5, 3))).open();
    const random = randomNumbers(3);
    for (const { position } of randomGame(rules, rules.initial(), 5, 60)) {
      const rows = rules.formatPosition(position).slice(0, -2);
      const turned = [...rows]
        .toReversed()
        .map((c) => ({ x: "o", o: "x" })[c] ?? c)
        .join("");
      const mover = pick(["x", "o"], random);
      const one = unwrap(table.probe(unwrap(table.parsePosition(`${rows} ${mover}`))));
      const other = unwrap(table.probe(unwrap(table.parsePosition(`${turned} ${mover === "x" ? "o" : "x"}`))));
      expect(other.value).toEqual(one.value);
      expect(other.moves.map(({ after }) => after.score)).toEqual(one.moves.map(({ after }) => after.score));
    }
  });

  test("names the missing entry outside of the loaded part", async () => {
    const table = (await solve(specOf(4, 3))).open(100);
    const probe = table.probe(unwrap(table.parsePosition("d4 d3 c4")));
    expect(probe.ok ? "answered" : `${probe.error.code}: ${probe.error.message}`).toMatch(
      /^not-in-table: entry \d+ is not in the loaded part \(first 100 of 560 entries\)$/,
    );
    // Moves that lead out of the loaded part come last.
    const inside = unwrap(table.probe(table.unrank(99 as Rank)));
    expect(inside.moves.at(-1)?.after.text).toBe("not in the loaded part");
    expect(table.probe(table.unrank(0 as Rank)).ok).toBe(true);
  });
});
