/** The index of a position in a table, against an enumeration of all placements in table order. */
import { describe, expect, test } from "vitest";
import { SeededRandom } from "../../../engine/random/seeded.ts";
import { type Material, parseMaterial } from "./material.ts";
import { groupPieces, type PieceGroups } from "./piece-groups.ts";
import { orient, positionIndex } from "./position-index.ts";
import { tableOrder } from "./table-order.fixture.ts";

function groupsOf(material: Material, codes: readonly number[], order: readonly number[], column: number): PieceGroups {
  const groups = groupPieces(material, codes, order, column);
  if (typeof groups === "string") throw new Error(groups);
  return groups;
}

/** Name, order of pieces, places of the leading group and of the other side's pawns, files of the leading pawn. */
const LAYOUTS: readonly (readonly [string, readonly number[], readonly number[], readonly number[]])[] = [
  ["KQvK", [6, 5, 14], [0], [0]],
  ["KRvK", [14, 4, 6], [0], [0]],
  ["KQvKR", [6, 5, 14, 12], [1], [0]],
  ["KRvKR", [12, 14, 4, 6], [0], [0]],
  ["KRRvK", [6, 14, 4, 4], [0], [0]],
  ["KRRvK", [14, 6, 4, 4], [1], [0]],
  ["KRRvKQ", [13, 6, 14, 4, 4], [1], [0]],
  ["KBBvKNN", [14, 6, 10, 10, 3, 3], [2], [0]],
  ["KQRBvKNN", [3, 5, 14, 6, 10, 10, 4], [2], [0]],
  ["KRRRvKBB", [6, 14, 11, 11, 4, 4, 4], [0], [0]],
  ["KPvK", [1, 6, 14], [2], [0, 1, 2, 3]],
  ["KPvKP", [1, 9, 14, 6], [1, 3], [0, 1, 2, 3]],
  ["KPPvK", [1, 1, 14, 6], [0], [0, 3]],
  ["KPPvKP", [9, 1, 1, 6, 14], [3, 0], [1, 2]],
  ["KRPvKP", [1, 9, 4, 14, 6], [0, 1], [0, 3]],
  ["KQvKPP", [9, 9, 6, 14, 5], [1], [2]],
  ["KPPPvKPP", [9, 9, 1, 1, 1, 6, 14], [2, 1], [0, 2]],
  ["KRRPvKRP", [1, 9, 4, 4, 6, 12, 14], [4, 2], [1, 3]],
];
const SAMPLES = 400;

/** A random index; tables may have more than 2^32 positions. */
function anyNumber(random: SeededRandom, positions: number): number {
  return (random.below(2 ** 26) * 2 ** 26 + random.below(2 ** 26)) % positions;
}

describe.each(LAYOUTS)("%s with pieces %j, places %j, leading pawn on files %j", (name, codes, order, columns) => {
  const material = parseMaterial(name) as Material;

  test.each(columns)("file %i: every position has its index in the enumeration", (column) => {
    const random = new SeededRandom(3);
    const groups = groupsOf(material, codes, order, column);
    const table = tableOrder(name, codes, order, column);
    expect(groups.positions).toBe(table.positions);
    for (let i = 0; i < SAMPLES; i++) {
      const number = i === 0 ? table.positions - 1 : anyNumber(random, table.positions);
      const squares = table.squaresOf(number);
      const position = orient({ codes, squares, turn: 0 }, material);
      expect(position).toMatchObject({ side: 0, file: column });
      expect(positionIndex(position, material, groups)).toBe(number);
    }
  });

  test("the index is invariant under reflections and swapped colours", () => {
    const random = new SeededRandom(4);
    const [column = 0] = columns;
    const groups = groupsOf(material, codes, order, column);
    const table = tableOrder(name, codes, order, column);
    const exchanged = codes.map((code) => code ^ 8);
    for (let i = 0; i < SAMPLES; i++) {
      const number = anyNumber(random, table.positions);
      const squares = table.squaresOf(number);
      const leading = squares.slice(0, groups.lengths[0]);
      const images: ((square: number) => number)[] = [];
      // With two candidate leading pawns, or all leading pieces on the diagonal, a position and its reflection have different indices.
      if (!material.hasPawns || !leading.includes((leading[0] as number) ^ 7)) images.push((square) => square ^ 7);
      if (!material.hasPawns) {
        images.push((square) => square ^ 56);
        if (leading.some((square) => square >> 3 !== (square & 7)))
          images.push((square) => (square >> 3) | ((square & 7) << 3));
      }
      for (const image of images) {
        const position = orient({ codes, squares: squares.map(image), turn: 0 }, material);
        expect(positionIndex(position, material, groups)).toBe(number);
      }
      const black = orient({ codes: exchanged, squares: squares.map((square) => square ^ 56), turn: 1 }, material);
      expect(black.side).toBe(0);
      expect(positionIndex(black, material, groups)).toBe(number);
    }
  });
});

test("published numbers of placements: 462 king pairs, 31,332 triples of unique pieces", () => {
  expect(tableOrder("KRRvK", [6, 14, 4, 4], [0]).positions).toBe((462 * 62 * 61) / 2);
  expect(tableOrder("KQvK", [6, 5, 14], [0]).positions).toBe(31_332);
});

test.each([
  ["KQvKR", [6, 5, 14, 14], [0], /are not those of KQvKR/],
  ["KQvKR", [6, 5, 14, 12], [2], /order of groups/],
  ["KPvKP", [9, 1, 6, 14], [0, 1], /leading pawns are not first/],
  ["KPvKP", [1, 6, 9, 14], [0, 1], /other side's pawns do not follow/],
  ["KPvKP", [1, 9, 6, 14], [1, 1], /order of groups/],
  ["KRRvKQ", [4, 6, 14, 13, 4], [0], /cannot lead/],
  ["KRRvK", [4, 4, 6, 14], [0], /cannot lead/],
  ["KRRvKBB", [6, 14, 4, 11, 4, 11], [0], /equal pieces are not adjacent/],
])("%s with pieces %j and places %j is rejected", (name, codes, order, why) => {
  expect(groupPieces(parseMaterial(name) as Material, codes, order, 0)).toMatch(why);
});

test.each(["KvK", "QvK", "KRKvK", "KQvKRBNPPP", "KRQvK", "kqvk", ""])("%j is not the material of a table", (name) => {
  expect(parseMaterial(name)).toBeNull();
});
