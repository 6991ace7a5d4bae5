/** Parsing of positions and moves, and their error messages. */
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { parseOptions } from "../../engine/contracts/options.ts";
import { game } from "./game.ts";

//   a b c d e f g
// 1 . . . # . . E
// 2 . # . # . # #
// 3 . . . . . . .
const MAZE = "...#..E/.#.#.##/.......";

async function open(given: Readonly<Record<string, string | number>> = {}): Promise<OpenGame> {
  const texts = Object.entries({ maze: MAZE, policemen: 2, ...given }).map(([key, value]) => [key, String(value)]);
  return unwrap(await game.open(unwrap(parseOptions(game.options, Object.fromEntries(texts)))));
}

function errorOf(rules: OpenGame, text: string): string {
  const position = rules.parsePosition(text);
  if (position.ok) throw new Error(`${text} was accepted`);
  expect(position.error.code).toBe("bad-position");
  expect(position.error.message).not.toContain("\n");
  return position.error.message;
}

describe("positions", () => {
  test("policemen in any order, letters of any case, spaces; the police move by default", async () => {
    const rules = await open();
    const read = (text: string): string => rules.formatPosition(unwrap(rules.parsePosition(text)));
    expect(read(" C3, A1 / E1 ")).toBe("a1,c3/e1/police");
    expect(read("a1,c3/e1/thief")).toBe("a1,c3/e1/thief");
  });

  test.for([
    ["a1,b2/e1/police", "policeman 2: b2 is a wall"],
    ["a1,a3/d1/police", "thief: d1 is a wall"],
    ["a1,h3/e1/police", "policeman 2: h3 is outside the maze of 7 × 3"],
    ["a1,a0/e1/police", "policeman 2: a0 is outside the maze of 7 × 3"],
    ["a1,a4/e1/police", "policeman 2: a4 is outside the maze of 7 × 3"],
    ["a1,?/e1/police", 'policeman 2: "?" is not a square'],
    ["a1,a1/e1/police", "two policemen stand on a1"],
    ["a1,e1/e1/police", "the thief and a policeman stand on e1"],
    ["a1/e1/police", "expected 2 policemen, not 1"],
    ["a1,a2,a3/e1/police", "expected 2 policemen, not 3"],
    ["a1,a2/e1/nobody", '"nobody" is not police or thief'],
    ["a1,a2", "not a position"],
    ["", "not a position"],
    ["a1,a2/e1/police/", "not a position"],
  ] as const)("%s: %s", async ([text, expected]) => {
    const message = errorOf(await open(), text);
    expect(message).toContain(expected);
    expect(message).toContain("expected a form like a1,b1/g3/police");
  });

  test("a simultaneous position has no turn", async () => {
    const rules = await open({ turns: "simultaneous" });
    expect(errorOf(rules, "a1,a2/e1/police")).toContain("both sides move simultaneously here");
    expect(rules.formatPosition(unwrap(rules.parsePosition("a1,a2/e1")))).toBe("a1,a2/e1");
  });
});

describe("moves", () => {
  const read = (rules: OpenGame, at: string, text: string): string => {
    const position = unwrap(rules.parsePosition(at));
    const move = rules.parseMove(position, text);
    return move.ok ? rules.formatMove(position, move.value) : move.error.message;
  };

  test.for([
    ["c3-d3,a1-a2", "a1-a2,c3-d3"],
    ["C3-D3 A1-A2", "a1-a2,c3-d3"],
    [" c3r ,  a1d ", "a1-a2,c3-d3"],
    ["a1r", "a1-b1"],
    ["stay", "stay"],
    ["police: c3u", "c3-c2"],
  ])("%s is %s", async ([text, expected]) => {
    expect(read(await open(), "a1,c3/e1/police", text as string)).toBe(expected);
  });

  test.for([
    ["e1-f1", "e1-f1"],
    ["r", "e1-f1"],
    ["e1d", "e1-e2"],
    ["wait", "wait"],
    ["thief: d", "e1-e2"],
  ])("the thief's %s is %s", async ([text, expected]) => {
    expect(read(await open(), "a1,c3/e1/thief", text as string)).toBe(expected);
  });

  test.for([
    ["b1-c1", "there is no policeman on b1"],
    ["d1-c1", "d1 is a wall"],
    ["a1-z9", "z9 is outside the maze of 7 × 3"],
    ["a1-c1", "c1 is not next to a1"],
    ["a1u", "a1u leads into a wall"],
    ["a1-b1,a1-a2", "the piece on a1 moves twice"],
    ["u", '"u" does not name a policeman; write his square first, for example b2u'],
    ["e4", '"e4" is not a step like b2-b3 or b2u'],
    ["", "no step is given"],
    [",", "no step is given"],
    ["wait", '"wait" is not a step'],
    ["thief: e1-f1", "the thief does not move now"],
    ["x".repeat(10_000), "is not a step"],
  ])("%s: %s", async ([text, expected]) => {
    const message = read(await open(), "a1,c3/e1/police", text as string);
    expect(message).toContain(`is not a move here: `);
    expect(message).toContain(expected);
    expect(message).toContain("expected, for example, ");
    expect(message.length).toBeLessThan(400);
  });

  test("illegal moves are explained", async () => {
    const rules = await open();
    expect(read(rules, "a1,b1/e1/police", "a1-b1,b1-a1")).toContain("the policemen on a1 and b1 would change places");
    expect(read(rules, "a1,b1/e1/police", "a1-b1")).toContain("the policeman on b1 stays there");
    expect(read(rules, "a1,c1/e1/police", "a1-b1,c1-b1")).toContain("two policemen go to b1");
    expect(read(rules, "e1,c1/f1/police", "e1-f1")).toContain("the thief stands on f1");
    expect(read(rules, "e2,c1/e1/thief", "e1-e2")).toContain("a policeman stands on e2");
    expect(read(rules, "e2,c1/e1/thief", "e2-e3")).toContain("the thief is not on e2");
    expect(read(rules, "a1,c1/g1/thief", "wait")).toContain("the game has ended");
  });

  test("variants in which all must move, and in which one moves per turn", async () => {
    const all = await open({ stay: "no" });
    expect(read(all, "a1,c1/e1/police", "a1-b1")).toContain("the policeman on c1 has to move too");
    expect(read(all, "a1,c1/e1/police", "stay")).toContain("the police have to move");
    expect(read(all, "a1,c1/e1/thief", "wait")).toContain("the thief has to move");
    const one = await open({ turns: "alternating-one" });
    expect(read(one, "a1,c1/e1/police", "a1-a2,c1-c2")).toContain("only one policeman moves per turn");
  });

  test("in a simultaneous game the piece identifies the player", async () => {
    const rules = await open({ turns: "simultaneous" });
    expect(read(rules, "a1,c1/e1", "a1-a2")).toBe("a1-a2");
    expect(read(rules, "a1,c1/e1", "e1-e2")).toBe("e1-e2");
    expect(read(rules, "a1,c1/e1", "thief: d")).toBe("e1-e2");
    expect(read(rules, "a1,c1/e1", "e1-d1")).toContain("d1 is a wall");
    expect(read(rules, "a1,c1/e1", "a1-c1")).toContain("c1 is not next to a1");
  });
});
