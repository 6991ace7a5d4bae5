/** Material classes: the published counts, and soundness. */
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { randomNumbers } from "../../engine/contracts/suites/random-play.ts";
import type { MaterialSymmetry } from "../../engine/contracts/symmetry.ts";
import { setsOf } from "./catalogue.ts";
import { game } from "./game.ts";
import { type Material, parseMaterial, placesOf, unrankMaterial, formatMaterial } from "./material.ts";
import { referenceValue } from "./reference-endgame.fixture.ts";
import { tileText } from "./tiles.ts";
import { wonPositions } from "./won-positions.ts";

const symmetry = game.symmetry as MaterialSymmetry;

/** Wins, draws and losses of the mover over all positions of a set, by reference recursion. */
function outcomes(material: Material, blocked: "pips" | "draw"): [wins: number, draws: number, losses: number] {
  const counts: [number, number, number] = [0, 0, 0];
  for (const { ends, hands } of placesOf(material)) {
    for (let split = 1; split < 2 ** hands.length - 1; split++) {
      const part = (mine: boolean): string[] =>
        hands.filter((_, i) => Boolean((split >> i) & 1) === mine).map(tileText);
      const { outcome } = referenceValue(part(true), part(false), tileText(ends), blocked);
      counts[(1 - outcome) as 0 | 1 | 2]++;
    }
  }
  return counts;
}

const setFrom = (text: string): Material => unwrap(parseMaterial(text, 9));
const representative = (text: string, classes: string): string =>
  unwrap(symmetry.representative(text, { classes })).set;

describe("counts", () => {
  test.for([
    [3, 4_032, 20, 21_168, 92],
    [4, 30_303, 61, 550_368, 996],
    [5, 180_180, 185, 8_026_200, 7_854],
    [6, 868_140, 563, 82_555_200, 53_790],
  ] as const)(
    "of %d elements by the paper's graph are those of its Tables 2 and 3",
    async ([elements, ...expected]) => {
      const { sets, representatives, positions } = await symmetry.count(elements, { classes: "paper" }, {});
      expect([sets, representatives, positions?.all, positions?.representatives]).toEqual(expected);
    },
  );

  test("of permutations of numbers are 21 and 64 for 3 and 4 elements", async () => {
    for (const [elements, expected] of [
      [3, 21],
      [4, 64],
    ] as const)
      expect((await symmetry.count(elements, { classes: "numbers" }, {})).representatives).toBe(expected);
  });

  test("of permutations of numbers agree with brute-force renaming", async () => {
    const classes = new Set<string>();
    for (let set = 0; set < setsOf(3); set++) classes.add(leastImage(formatMaterial(unrankMaterial(set, 3))));
    expect(classes.size).toBe(21);
  });

  test("of won positions of 3 elements agree with Table 4; of 4 and 5 they do not", async () => {
    expect(await wonPositions(3, "pips")).toEqual({ all: 22_785, ofPaperClasses: 104 });
    expect((await wonPositions(4, "pips")).all).not.toBe(409_234);
  });

  test("can be interrupted", async () => {
    const aborter = new AbortController();
    aborter.abort();
    await expect(symmetry.count(6, { classes: "pips" }, { signal: aborter.signal })).rejects.toMatchObject({
      code: "interrupted",
    });
  });
});

/** A canonical form under renaming of numbers: numbers are named by first occurrence, minimized over all orders of tiles. */
function leastImage(text: string): string {
  const orders = permutations(text.split(" "));
  const named = orders.flatMap((tiles) =>
    flips(tiles).map((flipped) => {
      const names = new Map<string, number>();
      const name = (number: string): number => {
        if (!names.has(number)) names.set(number, names.size);
        return names.get(number) as number;
      };
      return flipped.map((tile) => [name(tile[0] as string), name(tile[1] as string)].join("")).join(" ");
    }),
  );
  return named.reduce((least, each) => (each < least ? each : least));
}

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((first, i) => permutations(list.filter((_, j) => j !== i)).map((rest) => [first, ...rest]));
}

function flips([first, ...rest]: readonly string[]): string[][] {
  if (first === undefined) return [[]];
  const turned = `${first[1]}${first[0]}`;
  return flips(rest).flatMap((tail) =>
    turned === first
      ? [[first, ...tail]]
      : [
          [first, ...tail],
          [turned, ...tail],
        ],
  );
}

describe("the paper's graph", () => {
  const triangle = "01 02 12 34";
  const star = "01 02 03 45";

  test("identifies a triangle with a star, which have different values", () => {
    expect(representative(triangle, "paper")).toBe(representative(star, "paper"));
    expect(outcomes(setFrom(triangle), "draw")).toEqual([9, 6, 9]);
    expect(outcomes(setFrom(star), "draw")).toEqual([6, 18, 0]);
  });

  test("permutations of numbers distinguish them", () => {
    for (const classes of ["numbers", "pips"])
      expect(representative(triangle, classes)).not.toBe(representative(star, classes));
  });
});

describe("permutations of numbers", () => {
  test("do not preserve pip comparisons: sets of a number class may differ with pips, sets of a pip class do not", () => {
    const random = randomNumbers(5);
    let differ = 0;
    for (let i = 0; i < 300; i++) {
      const material = unrankMaterial(Math.floor(random() * setsOf(4)), 4);
      const text = formatMaterial(material);
      const byNumbers = setFrom(representative(text, "numbers"));
      const byPips = setFrom(representative(text, "pips"));
      expect(outcomes(material, "draw"), text).toEqual(outcomes(byNumbers, "draw"));
      expect(outcomes(material, "pips"), text).toEqual(outcomes(byPips, "pips"));
      if (outcomes(material, "pips").join() !== outcomes(byNumbers, "pips").join()) differ++;
    }
    expect(differ).toBeGreaterThan(0);
  });

  test("map each element to one of the representative, which is its own representative", () => {
    const found = unwrap(symmetry.representative("16 26 36 45 45", { classes: "numbers" }));
    expect(found.mapping.map(([, to]) => to).toSorted()).toEqual(found.set.split(" ").toSorted());
    expect(representative(found.set, "numbers")).toBe(found.set);
  });
});

test.for([
  ["01 02 78", /"78" is not a tile/],
  ["01 01 01", /one too many/],
  ["01 02", /2 elements; expected 3 to 9/],
])("%s is not a set", ([text, reason]) => {
  const answer = symmetry.representative(text as string, { classes: "numbers" });
  expect(answer.ok ? "" : answer.error.message).toMatch(reason as RegExp);
});
