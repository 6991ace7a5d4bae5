/** Which texts may come from this machine only, and which player stands in where none is named. */
import { expect, test } from "vitest";
import type { PlayerKind } from "../contracts/player.ts";
import { takeAway } from "../contracts/suites/fixtures.ts";
import { randomKind } from "../search/random.ts";
import { startsPrograms, strongestOf } from "./players.ts";

const rules = takeAway((own) => [
  randomKind(own),
  { ...randomKind(own), name: "outside", startsProgram: true } satisfies PlayerKind,
]);

test.for([
  ["outside(command=ls)", true],
  [" OutSide ( command = ls ) ", true],
  ["vote(of=random, and=outside(command=ls))", true],
  ["random", false],
  ["outsider(x=1)", false],
  ["random(name=out-side)", false],
] as const)("%s starts programs: %s", ([text, expected]) => expect(startsPrograms(rules, text)).toBe(expected));

test("a player of somebody else's never stands in", () => {
  expect(strongestOf(rules)).toBe("random");
});
