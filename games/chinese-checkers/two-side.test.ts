/** Two-side tables against a reference solver, their definition, the paper, and the contract. */
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { parseOptions } from "../../engine/contracts/options.ts";
import { tableSuite } from "../../engine/contracts/suites/table-suite.ts";
import { randomGame } from "../../engine/contracts/suites/random-play.ts";
import type { Rank, Table, TableSpec } from "../../engine/contracts/table.ts";
import { binomial, rankCombination } from "../../engine/index/combinations.ts";
import { readOutcome } from "../../engine/solve/outcome-values.ts";
import { game } from "./game.ts";
import { solve, type SolvedCopy } from "./solved.fixture.ts";
import { ReferencePairs, type ReferenceOutcome } from "./two-side-reference.fixture.ts";

type Given = Readonly<Record<string, string | number>>;

function specFor(given: Given): TableSpec {
  const texts = Object.fromEntries(
    Object.entries({ sides: 2, ...given }).map(([name, value]) => [name, String(value)]),
  );
  return unwrap(game.table(unwrap(parseOptions(game.tableOptions, texts))));
}

const solved = new Map<string, Promise<SolvedCopy>>();
/** Solves each table once. */
function tableFor(given: Given): Promise<SolvedCopy> {
  const spec = specFor(given);
  const solving = solved.get(spec.identity.name) ?? solve(spec);
  solved.set(spec.identity.name, solving);
  return solving;
}

/** Rank of the mover × placements of the opponent + rank of the opponent among the free cells. */
function entryOf(cells: number, own: readonly number[], other: readonly number[]): number {
  const squeezed = other.map((cell) => cell - own.filter((each) => each < cell).length);
  return rankCombination(own) * binomial(cells - own.length, other.length) + rankCombination(squeezed);
}

function outcomeOf(value: number): ReferenceOutcome {
  const { kind, plies } = readOutcome(value);
  return { win: plies + 1, loss: -plies - 1, draw: 0, "no position": null }[kind];
}

describe.for([
  [4, 1, 1],
  [4, 2, 2],
  [4, 3, 3],
  [5, 1, 1],
  [5, 2, 2],
  [4, 2, 3],
  [5, 1, 3],
] as const)("on %dx with %d pieces each, goals of %d cells", ([side, pieces, home]) => {
  const reference = new ReferencePairs(side, pieces, home);
  const entries = reference.pairs.map(([own, other]) => entryOf(side * side, own, other));

  test.for([
    ["all", "all"],
    ["all", "paper"],
    ["filled", "all"],
    ["filled", "paper"],
  ] as const)("win %s, moves %s: every entry is that of the reference solver", async ([win, moves]) => {
    const { bytes, histogram } = await tableFor({ side, pieces, win, moves, ...(home === pieces ? {} : { home }) });
    const expected = reference.outcomes(win, moves === "paper");
    expect(bytes.length).toBe(expected.length);
    const found = entries.map((entry) => outcomeOf(bytes[entry] as number));
    expect(found.findIndex((outcome, id) => outcome !== expected[id])).toBe(-1);
    // Mirror images have equal values if the goal is symmetric.
    if (home !== 2) expect(found.findIndex((outcome, id) => outcome !== found[reference.mirrored(id)])).toBe(-1);
    const counts = new Map<ReferenceOutcome, number>();
    for (const outcome of expected) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    histogram.forEach((count, value) => {
      if (value !== 127) expect(count).toBe(counts.get(outcomeOf(value)) ?? 0);
    });
  });

  test("a player always has a move", () => {
    expect(reference.stuck()).toBe(0);
  });
});

describe("paper 000", () => {
  test("a table of three against three takes 38 MB on 6x6 and 266 MB on 7x7", () => {
    expect(specFor({ side: 6, pieces: 3 }).identity.entries).toBe(38_955_840);
    expect(specFor({ side: 7, pieces: 3 }).identity.entries).toBe(279_676_320);
    expect(Math.floor(38_955_840 / 1e6)).toBe(38);
    expect(Math.floor(279_676_320 / 2 ** 20)).toBe(266);
  });

  test.for([4, 5])("most entries are draws, on %dx", async (side) => {
    const { histogram, bytes } = await tableFor({ side, pieces: 3, win: "all" });
    expect(histogram[0]).toBeGreaterThan(bytes.length / 2);
  });

  test.for([4, 5])("with moves restricted towards the goal there are no draws, on %dx", async (side) => {
    const { histogram } = await tableFor({ side, pieces: 3, win: "all", moves: "paper" });
    expect(histogram[0]).toBe(0);
  });
});

async function open(side: number, pieces: number, win: string): Promise<OpenGame> {
  const given = { side: String(side), pieces: String(pieces), win };
  return unwrap(await game.open(unwrap(parseOptions(game.options, given))));
}

describe.for([
  [4, 1, "all"],
  [4, 3, "all"],
  [4, 3, "filled"],
  [5, 3, "filled"],
] as const)("%dx with %d pieces, win %s", ([side, pieces, win]) => {
  tableSuite(async () => {
    const rules = await open(side, pieces, win);
    const copy = await tableFor({ side, pieces, win });
    return {
      table: copy.open(),
      positions: [1, 2, 3].flatMap((seed) => randomGame(rules, rules.initial(), seed, 40).map((step) => step.position)),
      successors: (position) =>
        rules
          .actors(position)
          .flatMap((actor) =>
            rules.moves(position, actor).map((move) => [move, rules.play(position, [move])] as const),
          ),
      sign: () => -1,
      entryOf: ({ parts }) => parts["entry"] ?? null,
      openPrefix: (loaded) => copy.open(loaded),
      sample: 3_000,
      probes: 100,
    };
  });
});

describe("with moves towards the goal first", () => {
  const solving = tableFor({ side: 5, pieces: 3, win: "all", moves: "paper" });
  const movesIn = async (text: string): Promise<string[]> => {
    const table: Table = (await solving).open();
    return unwrap(table.probe(unwrap(table.parsePosition(text))))
      .moves.map((move) => move.text)
      .toSorted();
  };

  test("entries match their definition", async () => {
    const table = (await solving).open();
    for (let i = 0; i < 2_000; i++) {
      const index = (i * 1_771_003) % table.identity.entries;
      expect(table.get(index as Rank), String(index)).toBe(table.expected(index as Rank));
    }
  });

  test("only these are legal if there are any", async () => {
    expect(await movesIn("x/x1/3/4/2x2/4/ooo/2/1 x")).toEqual(["c3-b3", "c3-c2"]);
  });

  test("else moves that keep the distance, as all do within the goal", async () => {
    expect(await movesIn("x/x1/x2/4/5/4/ooo/2/1 x")).toEqual(["a1-a2", "b1-a2", "c1-b2"]);
  });

  test("else backward moves", async () => {
    expect(await movesIn("x/xo/xoo/4/5/4/3/2/1 x")).toEqual(["b1-b3", "b1-d1", "c1-c2", "c1-d1"]);
  });

  test("values are by the table's own rules and not exact", async () => {
    const table = (await solving).open();
    const { value, moves } = unwrap(table.probe(unwrap(table.parsePosition("x/x1/x2/4/5/4/ooo/2/1 x"))));
    expect(value).toMatchObject({ text: "win in 3 plies", exact: false });
    expect(moves.map((move) => move.after.text)).toEqual(new Array(3).fill("win 2 plies later"));
  });
});

describe("probing", () => {
  const solving = tableFor({ side: 4, pieces: 3 });

  test("gives the outcome in plies, and the value of each move, best first", async () => {
    const table = (await solving).open();
    const { value, moves } = unwrap(table.probe(unwrap(table.parsePosition("x/x1/1x1/4/ooo/2/1 x"))));
    const parts = { entry: 129, plies: 1 };
    expect(value).toEqual({ text: "win in 1 ply", score: 999, parts, exact: true, outcome: "win" });
    expect(moves[0]).toMatchObject({ text: "b2-a2", after: { text: "immediate win", score: 1_000, outcome: "win" } });
    expect(moves.length).toBeGreaterThan(5);
    const ended = unwrap(table.probe(unwrap(table.parsePosition("x/xx/3/4/ooo/2/1 o"))));
    expect(ended).toMatchObject({ value: { text: "lost", score: -1_000 }, moves: [] });
    const nowhere = unwrap(table.probe(unwrap(table.parsePosition("x/xx/3/4/3/oo/o o"))));
    expect(nowhere).toMatchObject({ value: { text: "no position of a game: both sides have won" }, moves: [] });
  });

  test("the second player's view is the first one's, rotated", async () => {
    const table = (await solving).open();
    for (let i = 0; i < 200; i++) {
      const position = table.unrank(((i * 799) % table.identity.entries) as Rank);
      const [rows = ""] = table.formatPosition(position).split(" ");
      const turned = [...rows].toReversed().map((c) => ({ x: "o", o: "x" })[c] ?? c);
      const one = unwrap(table.probe(position));
      const other = unwrap(table.probe(unwrap(table.parsePosition(`${turned.join("")} o`))));
      expect(other.value).toEqual(one.value);
      expect(other.moves.map(({ after }) => after)).toEqual(one.moves.map(({ after }) => after));
    }
  });

  test("a position with other pieces is rejected", async () => {
    const table = (await solving).open();
    const refused = table.parsePosition("o/oo/3/4/3/1x/x x");
    expect(refused.ok ? "read" : refused.error.message).toBe(
      "this table has 3 pieces per side, the position has 2 x and 3 o",
    );
  });
});

describe("table options", () => {
  test.for([
    [{ side: 6, pieces: 3 }, "two-side-6x6-3v3", "--sides 2 --side 6 --pieces 3"],
    [{ side: 4, pieces: 2, win: "all" }, "two-side-4x4-2v2-win-all", "--sides 2 --side 4 --pieces 2 --win all"],
    [
      { side: 7, pieces: 3, win: "all", moves: "paper" },
      "two-side-7x7-3v3-win-all-moves-paper",
      "--sides 2 --side 7 --pieces 3 --win all --moves paper",
    ],
  ] as const)("%o is %s", ([given, name, words]) => {
    const { identity, command } = specFor(given);
    expect({ name: identity.name, command }).toEqual({ name, command: `gamelore solve chinese-checkers ${words}` });
  });

  test.for([
    [{ side: 8, pieces: 3 }, /^side: 8 is too large for a two-side table; expected 4 to 7$/],
    [{ side: 6 }, /^pieces: 6 are too many for a two-side table; expected 1 to 3$/],
    [{ side: 6, pieces: 3, goal: "a1,a2,b1" }, /^goal: not an option of a two-side table$/],
    [{ sides: 1, side: 6, pieces: 3, win: "all" }, /^win: not an option of a one-side table$/],
    [{ sides: 1, side: 6, pieces: 3, moves: "paper" }, /^moves: not an option of a one-side table$/],
  ] as const)("%o is rejected", ([given, why]) => {
    expect(() => specFor(given)).toThrow(why);
  });
});
