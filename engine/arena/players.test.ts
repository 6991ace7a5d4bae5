/** Players that start programs, and the default player. */
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

test("the default player never starts a program", () => {
  expect(strongestOf(rules)).toBe("random");
});
