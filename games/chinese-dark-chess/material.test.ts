/** Equivalent material: the paper's counts, and what they are made of. */
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import { classesOf, groupsOf, materialText, parseMaterial, placements, setsOf, swapped } from "./material.ts";
import { readCaptures } from "./options.ts";
import { symmetry } from "./symmetry.ts";

const classes = classesOf(readCaptures({}));
const material = (text: string) => unwrap(parseMaterial(text));
const standIn = (text: string): string => materialText(classes.representativeOf(material(text)).material);

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

test("a stronger piece against a weaker is the same whatever their ranks; a pawn against a king is that too", () => {
  expect([..."GBNR"].map((letter) => standIn(`k${letter}`))).toEqual(new Array(4).fill("kG"));
  expect(standIn("pK")).toBe("kG");
  expect(standIn("kP")).toBe(standIn("gK"));
});

test("equal pieces do not stand for unequal ones, nor a cannon for another, nor White for Black", () => {
  expect(standIn("gG")).not.toBe(standIn("gB"));
  expect(standIn("cG")).not.toBe(standIn("kG"));
  expect(standIn("gB")).not.toBe(standIn("bG"));
});

describe.for(["gRR", "kgPP", "cnRR", "pkPK", "gbnRC"])("what stands for %s", (text) => {
  const found = classes.representativeOf(material(text));

  test("has the same captures, piece by piece, and as many of each", () => {
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

  test("stands for itself", () => {
    expect(classes.representativeOf(found.material).material).toEqual(found.material);
  });
});

test("colours swapped twice are the same set, and classes swap as wholes", () => {
  for (const set of setsOf(3)) {
    expect(swapped(swapped(set))).toEqual(set);
    const [one, other] = [classes.representativeOf(set).material, classes.representativeOf(swapped(set)).material];
    expect(classes.representativeOf(swapped(one)).material).toEqual(other);
  }
});

test("with other captures there are other classes", () => {
  const steps = classesOf(readCaptures({ cannon: "step", king: "takes-pawns" }));
  expect(materialText(steps.representativeOf(material("cP")).material)).toBe(
    materialText(steps.representativeOf(material("kR")).material),
  );
});

test.for([
  ["", "empty"],
  ["kX", '"X" is none'],
  ["kkR", "2 k"],
  ["kg", "one side"],
] as const)("the set %s is refused: %s", ([text, reason]) => {
  const read = parseMaterial(text);
  expect(read.ok ? "" : read.error.message).toContain(reason);
});
