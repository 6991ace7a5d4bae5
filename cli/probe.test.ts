/** `gamelore probe`: values of positions and moves against a reference search; errors. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ReferenceRules } from "../games/chinese-checkers/reference.fixture.ts";
import { documentOf, expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
const VARIANT = ["chinese-checkers", "--side", "4", "--pieces", "3"];
beforeAll(async () => expect(await home.run(["solve", ...VARIANT])).toMatchObject({ status: 0 }));
afterAll(() => home.remove());

const rules = new ReferenceRules({ side: 4, pieces: 3, win: "filled", moves: "all", stuck: "pass" });
const distances = rules.distances(rules.goal(0));

function distance(cells: Iterable<string>): number {
  return distances.get([...cells].toSorted().join(" ")) as number;
}

/** The board rotated by 180 degrees: o's view. */
function turned(cells: Iterable<string>): string[] {
  return [...cells].map((cell) => `${"dcba".charAt("abcd".indexOf(cell.charAt(0)))}${5 - Number(cell.charAt(1))}`);
}

function moved(cells: readonly string[], move: string): string[] {
  const [from, to = ""] = move.split("-");
  return cells.map((cell) => (cell === from ? to : cell));
}

interface Value {
  readonly text: string;
  readonly score: number;
  readonly parts: { readonly own: number; readonly other?: number };
  readonly exact: boolean;
}
interface Answer {
  readonly table: string;
  readonly position: string;
  readonly value: Value;
  readonly moves: readonly { readonly text: string; readonly after: Value }[];
}

async function probe(position: string, ...options: string[]): Promise<Answer> {
  return documentOf(await home.run(["probe", ...VARIANT, position, ...options, "--json"])) as Answer;
}

describe("one side alone", () => {
  test.each(["c4,d3,d4", "a1 a4 d1", "d4,a1,b2", "b2,c2,d2"])("%s", async (text) => {
    const cells = text.split(/[ ,]/);
    const answer = await probe(text);
    const position = { sides: [new Set(cells), new Set<string>()], turn: 0 } as const;
    expect(answer.position).toBe(rules.text(position));
    expect(answer.value).toMatchObject({ parts: { own: distance(cells) }, exact: true });
    expect(answer.moves.map((move) => move.text).toSorted()).toEqual(rules.ownMoves(position, 0).toSorted());
    const after = answer.moves.map((move) => move.after.parts.own);
    expect(after).toEqual(answer.moves.map((move) => distance(moved(cells, move.text))));
    expect(after, "best first").toEqual(after.toSorted((a, b) => a - b));
    // A position may be given as a list of cells.
    expect(await probe(answer.position)).toEqual(answer);
  });

  test("prints moves with their unit", async () => {
    const { stdout } = await home.run(["probe", ...VARIANT, "a1,b1,c1"]);
    expect(stdout).toMatch(/^x\/x1\/x2\/4\/3\/2\/1 x\n2 moves to the goal\n {2}\w\w-\w\w {2}1 move to the goal\n/);
  });

  test("at the goal no moves are needed", async () => {
    expect(await probe("a1,a2,b1")).toMatchObject({ value: { text: "0 moves to the goal" }, moves: [] });
  });

  test("o alone heads for the other tip", async () => {
    const { value } = await probe("o/oo/3/4/3/2/1 o");
    expect(value.parts.own).toBe(distance(turned(["a1", "b1", "a2"])));
  });
});

describe("both sides", () => {
  test.each([
    ["o/oo/3/4/3/xx/x x", ["d3", "c4", "d4"], ["a1", "b1", "a2"]],
    ["o/oo/x2/1x2/3/2/x x", ["c1", "c2", "d4"], ["a1", "b1", "a2"]],
    ["1/o1/oo1/4/1xx/x1/1 o", ["c3", "b4", "d3"], ["b1", "c1", "b2"]],
    ["x/1x/3/1oo1/1o1/2/x o", ["a1", "a2", "d4"], ["c2", "b3", "c3"]],
  ])("%s", async (text, x, o) => {
    const turn = text.endsWith("x") ? 0 : 1;
    const toGo = (sides: readonly string[][]): number[] => [distance(sides[0] ?? []), distance(turned(sides[1] ?? []))];
    const answer = await probe(text);
    const [own, other] = turn === 0 ? toGo([x, o]) : toGo([x, o]).toReversed();
    expect(answer.position).toBe(text);
    expect(answer.value).toMatchObject({ parts: { own, other }, exact: false });
    expect(answer.value.text).toContain(`${own} moves to go, the other side ${other}`);
    const position = { sides: [new Set(x), new Set(o)], turn } as const;
    expect(answer.moves.map((move) => move.text).toSorted()).toEqual(rules.moves(position).toSorted());
    for (const move of answer.moves) {
      const after = turn === 0 ? toGo([moved(x, move.text), o]) : toGo([x, moved(o, move.text)]).toReversed();
      expect(move.after.parts, move.text).toEqual({ own: after[0], other: after[1] });
    }
    const scores = answer.moves.map((move) => move.after.score);
    expect(scores, "best first").toEqual(scores.toSorted((a, b) => b - a));
  });
});

describe("a part of the table", () => {
  test("gives the same values as the whole table", async () => {
    expect(await probe("a1,b1,c1", "--rear", "c3")).toEqual(await probe("a1,b1,c1"));
  });

  test("marks a move that leads outside", async () => {
    const whole = await probe("a1,b1,c1");
    const part = await probe("a1,b1,c1", "--rear", "c1");
    expect(part.value).toEqual(whole.value);
    const outside = part.moves.filter((move) => move.after.text === "not in the loaded part");
    expect(outside.length).toBeGreaterThan(0);
    expect(part.moves.slice(-outside.length), "last").toEqual(outside);
  });

  test("refuses positions outside", async () => {
    const refused = await home.run(["probe", ...VARIANT, "c4,d3,d4", "--rear", "c3"]);
    // Cell c3 is the twelfth from the tip: 12 · 11 · 10 / 6 placements are within it.
    expectRefusal(refused, /not in the loaded part \(first 220 of 560 entries\)/);
  });
});

describe("invalid positions", () => {
  test.each([
    ["", /3 pieces per side, the position has 0 x and 0 o/],
    ["a1,b1", /3 pieces per side, the position has 2 x and 0 o/],
    ["a1,b1,c1,d1", /3 pieces per side, the position has 4 x and 0 o/],
    ["a1,b1,a1", /cell a1 is given twice/],
    ["a1,b1,e1", /"e1" is not a cell of this board; cells are a1 to d4/],
    ["a1,b1,a5", /"a5" is not a cell/],
    ["a1,b1,a0", /"a0" is not a cell/],
    ["a1;b1;c1", /"a1;b1;c1" is not a cell/],
    ["1/2/3/4/3/2/1 x", /the position has 0 x and 0 o/],
    ["1/2/3/4/3/xx/x o", /the position has 3 x and 0 o/],
    ["o/o1/3/4/3/xx/x x", /the position has 3 x and 2 o/],
    ["o/oo/x2/4/3/xx/x x", /the position has 4 x and 3 o/],
    ["o/oo/3/4/3/xx x", /has 7 rows, this position has 6/],
    ["o/oo/3/4/3/xx/x/ x", /has 7 rows, this position has 8/],
    ["o/oo/3/4/3/xxx/x x", /row 6 \("xxx"\) has 3 cells, it should have 2/],
    ["o/oo/3/4/3/x/x x", /row 6 \("x"\) has 1 cell, it should have 2/],
    ["o/oo/99999999999999999999/4/3/xx/x x", /row 3 .* it should have 3/],
    ["o/oo/-3/4/3/xx/x x", /row 3 \("-3"\) may hold only x, o and digits/],
    ["o/oo/3/4/3/xX!/x x", /row 6 .* may hold only x, o and digits/],
    ["o/oo/3/4/3/xx/x z", /then the side to move, x or o, and nothing else/],
    ["o/oo/3/4/3/xx/x x x", /then the side to move/],
    ["o/oo/3\n/4/3/xx/x x", /then the side to move/],
    ["💥", /"💥" is not a cell/],
    ["../../etc/passwd", /has 7 rows, this position has 4/],
  ])("%j", async (position, why) => {
    expectRefusal(await home.run(["probe", ...VARIANT, position]), why);
  });

  test("of the size of another table", async () => {
    expectRefusal(await home.run(["probe", ...VARIANT, "o/oo/3/4/5/4/3/xx/x x"]), /7 rows, this position has 9/);
  });
});

test("a missing table: the printed command builds it", async () => {
  const words = ["probe", "chinese-checkers", "--side", "5", "--pieces", "2", "--goal", "c3,a1", "e5,e4"];
  const missing = await home.run(words);
  expectRefusal(missing, /one-side-5x5-2-to-a1c3 not found; build it with: gamelore solve /);
  const [, line = ""] = /build it with: (.*)\n/.exec(missing.stderr) ?? [];
  expect(await home.runLine(line)).toMatchObject({ status: 0 });
  expect(await home.run(words)).toMatchObject({ status: 0, stdout: expect.stringContaining("moves to the goal") });
});
