/** `gamelore perft`: move sequence counts, against the reference rules. */
import { afterAll, describe, expect, test } from "vitest";
import {
  ReferenceRules,
  type ReferencePosition,
  type ReferenceVariant,
} from "../games/chinese-checkers/reference.fixture.ts";
import { documentOf, expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

interface Counts {
  readonly position: string;
  readonly counts: readonly { readonly depth: number; readonly sequences: number }[];
  readonly divided: readonly { readonly move: string; readonly sequences: number }[];
}

const USUAL: ReferenceVariant = { side: 4, pieces: 3, win: "filled", moves: "all", stuck: "pass" };

function words(variant: ReferenceVariant): string[] {
  return Object.entries(variant).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

async function perft(variant: ReferenceVariant, ...more: string[]): Promise<Counts> {
  return documentOf(
    await home.run(["perft", "chinese-checkers", ...words(variant), ...more, "--divide", "--json"]),
  ) as Counts;
}

function expectPlain(found: Counts, rules: ReferenceRules, position: ReferencePosition, depth: number): void {
  expect(found.position).toBe(rules.text(position));
  expect(found.counts.map(({ sequences }) => sequences)).toEqual(
    Array.from({ length: depth }, (_, i) => rules.perft(position, i + 1)),
  );
  const byMove = found.divided.map(({ move, sequences }) => [move, sequences]);
  expect(Object.fromEntries(byMove)).toEqual(
    Object.fromEntries(rules.moves(position).map((move) => [move, rules.perft(rules.play(position, move), depth - 1)])),
  );
  expect(found.divided.reduce((sum, { sequences }) => sum + sequences, 0)).toBe(found.counts.at(-1)?.sequences);
}

describe("from the start", () => {
  test.each<[ReferenceVariant, number]>([
    [USUAL, 4],
    [{ ...USUAL, pieces: 1 }, 5],
    [{ ...USUAL, side: 5, pieces: 10, win: "all" }, 2],
    [{ ...USUAL, side: 6, pieces: 6, moves: "non-backward" }, 3],
    [{ ...USUAL, moves: "forward", stuck: "loss" }, 5],
  ])("%j, %d plies", async (variant, depth) => {
    const rules = new ReferenceRules(variant);
    expectPlain(await perft(variant, "--depth", String(depth)), rules, rules.initial(), depth);
  });
});

describe("from a position", () => {
  test("near the end, where games finish within the depth", async () => {
    const rules = new ReferenceRules(USUAL);
    const position: ReferencePosition = { sides: [new Set(["a1", "b1", "b2"]), new Set(["d2", "c4", "d4"])], turn: 1 };
    expectPlain(await perft(USUAL, rules.text(position), "--depth", "4"), rules, position, 4);
  });

  test("a finished game has no sequences", async () => {
    const over = await perft(USUAL, "x/xx/3/4/ooo/2/1 o", "--depth", "2");
    expect(over).toMatchObject({ counts: [{ sequences: 0 }, { sequences: 0 }], divided: [] });
  });

  test("that is invalid is refused", async () => {
    expectRefusal(await home.run(["perft", "chinese-checkers", ...words(USUAL), "o/oo/3/4/3/xx/2 x"]), /row 7/);
    expectRefusal(await home.run(["perft", "chinese-checkers", ...words(USUAL), "nonsense"]), /7 rows/);
  });
});

test("prints one line per depth", async () => {
  const { stdout } = await home.run(["perft", "chinese-checkers", "--side", "4", "--pieces", "3", "--depth", "3"]);
  expect(stdout).toMatch(/^depth 1: 6 \(.* per second\)\ndepth 2: 36 \(.*\)\ndepth 3: 376 \(.*\)\n$/);
});
