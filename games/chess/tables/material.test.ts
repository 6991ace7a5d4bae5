/** Material of endings. */
import { describe, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import { compactShapeOf } from "./compact-table.ts";
import {
  canonicalMaterial,
  conversionsOf,
  endingsOf,
  endingsUpTo,
  materialText,
  parseMaterial,
  withDependencies,
  type Material,
} from "./material.ts";
import { pawnSlices } from "./pawn-slices.ts";
import { readTableSet } from "./table-options.ts";

const material = (text: string): Material => unwrap(parseMaterial(text));

test("there are 5 endings of three pieces, 30 of four and 110 of five", () => {
  expect([3, 4, 5].map((count) => endingsOf(count).length)).toEqual([5, 30, 110]);
  expect(new Set(endingsUpTo(5).map(materialText)).size).toBe(145);
});

test("the sets of up to three, four and five pieces have one table per ending", () => {
  const counts = [3, 4, 5].map((pieces) => unwrap(readTableSet({ pieces })).tables.length);
  expect(counts).toEqual([5, 35, 145]);
});

test("endings are parsed in common notations, and the stronger side comes first", () => {
  for (const text of ["KRPKN", "KRPvKN", "KRP-KN", "krp kn", "KPRKN"])
    expect(materialText(material(text))).toBe("KRPKN");
  expect(canonicalMaterial(material("KNKRP"))).toEqual({ material: material("KRPKN"), swapped: true });
  expect(canonicalMaterial(material("KPKNN")).material).toEqual(material("KNNKP"));
  expect(canonicalMaterial(material("KRKR")).swapped).toBe(false);
});

test.for(["", "KRP", "KRPXKN", "RPKN", "KRPKNK"])("%j is not an ending, and the error gives an example", (text) => {
  const read = parseMaterial(text);
  expect(read.ok ? "" : read.error.message).toContain("for example KRPKN");
});

test("conversions: a capture, a promotion, or both at once", () => {
  const after = conversionsOf(material("KRPKN")).map(materialText).toSorted();
  expect(after).toEqual(
    ["KRPK", "KPKN", "KRKN", "KQRKN", "KRRKN", "KRBKN", "KRNKN", "KQRK", "KRRK", "KRBK", "KRNK"].toSorted(),
  );
});

test("every ending comes after its conversion targets", () => {
  const order = withDependencies([material("KPPKP")]).map(materialText);
  for (const [at, text] of order.entries()) {
    for (const next of conversionsOf(material(text))) {
      const name = materialText(canonicalMaterial(next).material);
      if (name !== "KK") expect(order.indexOf(name), `${name} before ${text}`).toBeLessThan(at);
    }
  }
  expect(order.at(-1)).toBe("KPPKP");
});

describe("sizes", () => {
  // 462 placements of two kings without pawns, 1,806 with, by symmetry: known since the first endgame databases.
  test("pawnless endings have 462 placements of the kings", () => {
    expect(compactShapeOf(material("KQKR")).entries).toBe(2 * 462 * 64 * 64);
    expect(compactShapeOf(material("KRRK")).entries).toBe(2 * 462 * 2016);
  });

  test("one pawn on 48 squares with 1,806 placements of the kings", () => {
    expect(compactShapeOf(material("KRPKN")).entries).toBe(2 * 1806 * 48 * 64 * 64);
  });

  test("pawn placements are stored once for both mirror images", () => {
    // 1,128 pairs, of which those on mirrored squares (24) are their own images.
    expect(pawnSlices(2, 0).squares).toHaveLength((1128 + 24) / 2);
    expect(pawnSlices(1, 1).squares).toHaveLength((48 * 47) / 2);
  });
});
