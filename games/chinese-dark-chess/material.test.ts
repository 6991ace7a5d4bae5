/** Material symmetry: the paper's counts, and properties of the classes. */
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import { classesOf, groupsOf, materialText, parseMaterial, placements, setsOf, swapped } from "./material.ts";
import { readCaptures } from "./options.ts";
import { symmetry } from "./symmetry.ts";

const classes = classesOf(readCaptures({}));
const material = (text: string) => unwrap(parseMaterial(text));
const representativeText = (text: string): string => materialText(classes.representativeOf(material(text)).material);

/** Table 2 of the paper, and Table 3 as far as whole numbers are known (48,608 where the paper prints 4.961 × 10⁴). */
test.for([
  [2, 49, 8, 48_608, 7_936],
  [3, 378, 46, 9_999_360, 1_130_880],
  [4, 1_737, 186, 1_139_500_480, 114_208_960],
  [5, 5_946, 672, 9.036e10, 1.013e10],
  [6, 16_524, 2_240, 5.44e12, 8.002e11],
  [7, 39_022, 6_694, 2.601e14, 5.247e13],
  [8, 80_551, 17_662, 1.014e16, 2.756e15],
] as const)("with %i elements %i sets, %i representatives", async ([elements, sets, some, positions, ofSome]) => {
  const counted = await symmetry.count(elements, defaultsOf(symmetry.options), {});
  expect(counted).toMatchObject({ sets, representatives: some });
  const printed = (count: number): number => (elements <= 4 ? count : Number(count.toPrecision(4)));
  expect(printed(counted.positions?.all ?? 0)).toBe(positions);
  expect(printed(counted.positions?.representatives ?? 0)).toBe(ofSome);
});

test("29,760 placements of three different pieces, 14,880 where two are equal", () => {
  expect(placements(material("kKR"))).toBe(29_760);
  expect(placements(material("kPP"))).toBe(14_880);
});

test("a stronger piece against a weaker one is one class regardless of ranks, including a pawn against a king", () => {
  expect([..."GBNR"].map((letter) => representativeText(`k${letter}`))).toEqual(new Array(4).fill("kG"));
  expect(representativeText("pK")).toBe("kG");
  expect(representativeText("kP")).toBe(representativeText("gK"));
});

test("equal pieces, cannons and swapped colours are different classes", () => {
  expect(representativeText("gG")).not.toBe(representativeText("gB"));
  expect(representativeText("cG")).not.toBe(representativeText("kG"));
  expect(representativeText("gB")).not.toBe(representativeText("bG"));
});

describe.for(["gRR", "kgPP", "cnRR", "pkPK", "gbnRC"])("the representative of %s", (text) => {
  const found = classes.representativeOf(material(text));

  test("has the same captures and counts, piece by piece", () => {
    const groups = groupsOf(material(text));
    const counts = new Map(groupsOf(found.material).map(({ piece, count }) => [piece, count]));
    for (const { piece, count } of groups) {
      const other = found.pieces.get(piece) as number;
      expect(counts.get(other)).toBe(count);
      for (const { piece: victim } of groups) {
        expect(classes.capture(other, found.pieces.get(victim) as number)).toEqual(classes.capture(piece, victim));
      }
    }
  });

  test("is its own representative", () => {
    expect(classes.representativeOf(found.material).material).toEqual(found.material);
  });
});

test("swapping colours twice is the identity, and classes swap as a whole", () => {
  for (const set of setsOf(3)) {
    expect(swapped(swapped(set))).toEqual(set);
    const [one, other] = [classes.representativeOf(set).material, classes.representativeOf(swapped(set)).material];
    expect(classes.representativeOf(swapped(one)).material).toEqual(other);
  }
});

test("other capture rules give other classes", () => {
  const steps = classesOf(readCaptures({ cannon: "step", king: "takes-pawns" }));
  expect(materialText(steps.representativeOf(material("cP")).material)).toBe(
    materialText(steps.representativeOf(material("kR")).material),
  );
});

test.for([
  ["", "empty"],
  ["kX", '"X" is not a piece'],
  ["kkR", "2 k"],
  ["kg", "one side"],
] as const)("the set %s is rejected: %s", ([text, reason]) => {
  const read = parseMaterial(text);
  expect(read.ok ? "" : read.error.message).toContain(reason);
});
