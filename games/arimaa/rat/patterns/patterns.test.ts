/** Local patterns: errors have line and column; patterns match mirror images too. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { unwrap } from "../../../../engine/contracts/errors.ts";
import { imageOfCells, parseBoard } from "../graphs/board.ts";
import type { Condition } from "../graphs/conditions.ts";
import { formatLocation } from "../graphs/graph.ts";
import { checkPatterns, parsePatterns } from "./parse-patterns.ts";
import { loadTrapPatterns, trapPatterns } from "./trap-patterns.ts";

const FILE = new URL("traps.patterns", import.meta.url);
const cells = (rows: string): Uint8Array => unwrap(parseBoard(`g ${rows}`)).cells;
const diagnostics = (text: string): string[] =>
  parsePatterns("my.patterns", text).diagnostics.map(({ at, message }) => `${formatLocation(at)}: ${message}`);

test("the built-in patterns are a few hundred, without errors", () => {
  const { patterns, diagnostics } = parsePatterns("traps.patterns", readFileSync(FILE, "utf8"));
  expect(diagnostics).toEqual([]);
  expect(checkPatterns(patterns)).toEqual([]);
  expect(patterns.length).toBeGreaterThan(200);
  expect(patterns.filter(({ kind }) => kind === "attack").length).toBeGreaterThan(50);
});

/** Whether a condition implies another: fewer kinds on fewer squares. */
function implies(one: Condition, other: Condition): boolean {
  if (JSON.stringify(one) === JSON.stringify(other)) return true;
  if (one.kind !== "count" || other.kind !== "count" || one.min < 1 || other.min !== 1 || other.max < 64) return false;
  return (one.contents & ~other.contents) === 0 && one.squares.every((square) => other.squares.includes(square));
}

test("no pattern is dominated by another wherever it matches", () => {
  const { patterns } = parsePatterns("traps.patterns", readFileSync(FILE, "utf8"));
  const dominated = patterns.filter((one) =>
    patterns.some(
      (other) =>
        other !== one &&
        other.kind === one.kind &&
        Math.sign(other.score) === Math.sign(one.score) &&
        Math.abs(other.score) >= Math.abs(one.score) &&
        other.conditions.every((needed) => one.conditions.some((given) => implies(given, needed))),
    ),
  );
  expect(dominated.map(({ name }) => name)).toEqual([]);
});

test.each([
  ["protect 3 horse: Hb9", /^my\.patterns:1:19: "b9"/],
  ["\nguard 3 horse: Hb3", /^my\.patterns:2:1: "guard" where protect, attack, squares or pieces was expected$/],
  ["protect 12 horse: Hb3", /^my\.patterns:1:9: .*a number from 1 to 9$/],
  ["protect 0 horse: Hb3", /^my\.patterns:1:9: .*a number from 1 to 9$/],
  ["protect 3: Hb3", /^my\.patterns:1:9: ":" after a number$/],
  ["protect 3 horse Hb3", /colon/],
  ["protect 3 horse:", /^my\.patterns:1:17: no conditions; expected some, as in Hb3 !e\{b4 c4\}$/],
  ["protect 3 horse: Hb3 )", /^my\.patterns:1:22: /],
  ["protect 3 horse: H@near", /^my\.patterns:1:19: set of squares "@near" not found$/],
  ["squares near = b3\nsquares near = c2", /^my\.patterns:2:9: "near" is already defined$/],
  ["squares = b3", /^my\.patterns:1:9: "=" where a name was expected$/],
  ["protect 3 horse: Hb3\nprotect 2 horse: Hc2", /^my\.patterns:2:9: "horse" is already defined in line 1$/],
  ["protect 3 far: Hb3 eh8", /h8 is more than 4 squares from c3; local patterns must be near their trap$/],
  [
    "attack 3 wrong trap: Hb3",
    /no condition is about c6 or a square next to it; attack patterns are written for this trap$/,
  ],
])("%j is refused", (text, message) => {
  const [first, ...others] = diagnostics(text);
  expect(first).toMatch(message);
  expect(others).toEqual([]);
});

test("contradictory conditions are found", () => {
  const { patterns } = parsePatterns("my.patterns", "protect 3 two on one square: Hb3 Db3\nprotect 2 fine: Hb3");
  expect(checkPatterns(patterns).map(({ at, message }) => `${at.line} ${message}`)).toEqual([
    '1 the conditions of "two on one square" contradict each other',
  ]);
});

test("malformed text gives one diagnostic, never an exception", () => {
  for (const text of [
    "\u0000",
    "protect",
    "protect 3",
    "protect -",
    "squares a =",
    "pieces x = [",
    "protect 3 a: (((",
    "{}",
  ])
    expect(diagnostics(text).length).toBe(1);
});

test("a pattern matches at its trap and its mirror image, and its score counts", () => {
  const { patterns } = parsePatterns(
    "my.patterns",
    "protect 3 horse: Hb3\nprotect 5 horse and dog: Hb3 Dc2\nprotect -2 enemy: xc4\nattack 4 elephant: Ed6",
  );
  const sets = trapPatterns(patterns).traps;
  const at = cells("......../......../...E..../......../..c...../.H....../..D...../........");
  const mirrored = imageOfCells(at, { leftRight: true, colours: false });
  expect(sets.map((set) => set.value(at))).toEqual([4, 0, 3, 0]);
  expect(sets.map((set) => set.value(mirrored))).toEqual([0, 4, 0, 3]);
  expect(sets[2]!.matching(at).map(({ name }) => name)).toEqual(["horse", "horse and dog", "enemy"]);
});

test("more guards score higher, outmatched ones lower", () => {
  const [, , home] = loadTrapPatterns().traps;
  const none = home!.value(cells("......../......../......../......../......../......../......../E......."));
  const one = home!.value(cells("......../......../......../......../......../......../..C...../E......."));
  const two = home!.value(cells("......../......../......../......../......../.H....../..C...../E......."));
  const attacked = home!.value(cells("......../......../......../......../..m...../.H....../..C...../E......."));
  expect(none).toBe(0);
  expect(one).toBeGreaterThan(none);
  expect(two).toBeGreaterThan(one);
  expect(attacked).toBeLessThan(two);
});
