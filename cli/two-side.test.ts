/** A table of both sides from the command line: built, described, checked, probed. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ReferencePairs } from "../games/chinese-checkers/two-side-reference.fixture.ts";
import { documentOf, Home, type Outcome } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

const TABLE = ["chinese-checkers", "--sides", "2", "--side", "4", "--pieces", "2", "--win", "all"];
let built: Outcome;
beforeAll(async () => (built = await home.run(["solve", ...TABLE])));

test("prints the number of won, drawn and lost entries by plies", () => {
  const outcomes = new ReferencePairs(4, 2).outcomes("all", false);
  const count = (test: (outcome: number) => boolean): number =>
    outcomes.filter((outcome) => outcome !== null && test(outcome)).length;
  const [won, drawn, lost] = [count((value) => value > 0), count((value) => value === 0), count((value) => value < 0)];
  const longest = Math.max(...outcomes.map((outcome) => Math.abs(outcome ?? 1))) - 1;
  const numbers = [won, drawn, lost].map((number) => number.toLocaleString("en"));
  expect(built).toMatchObject({ status: 0, stderr: "" });
  expect(built.stdout).toContain(
    `10,920 entries, ${numbers[0]} won, ${numbers[1]} drawn, ${numbers[2]} lost, in at most ${longest} plies; `,
  );
  const rows = [...built.stdout.matchAll(/^ +(\d+) +([\d,]+) +([\d,]+) ▇/gm)].map(([, ...row]) =>
    row.map((text) => Number(text.replaceAll(",", ""))),
  );
  expect(rows).toEqual(
    Array.from({ length: longest + 1 }, (_, plies) => [
      plies,
      count((value) => value === plies + 1),
      count((value) => value === -plies - 1),
    ]),
  );
});

test("--check compares entries with their definition", async () => {
  const { status, stdout } = await home.run(["solve", ...TABLE, "--check"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^two-side-4x4-2v2-win-all: .* 10,920 entries compared with their definition: correct\n$/);
});

test("a probe prints the outcome of every move, best first", async () => {
  // The goal of two is a1 and b1.
  const position = "x/1x/3/4/oo1/2/1 x";
  const { stdout } = await home.run(["probe", ...TABLE, position]);
  expect(stdout.split("\n").slice(0, 3)).toEqual([position, "win in 1 ply", "  a2-b1  immediate win"]);
  const document = documentOf(await home.run(["probe", ...TABLE, position, "--json"]));
  expect(document).toMatchObject({ table: "two-side-4x4-2v2-win-all", value: { score: 999, exact: true } });
});
