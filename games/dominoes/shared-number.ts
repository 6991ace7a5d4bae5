/**
 * The classes of paper 003: two sets are equivalent if their graphs are isomorphic, with an edge between tiles that share a number.
 * Doubles and the tile that occurs twice are coloured. This is unsound: three tiles with one common number and three tiles that share
 * numbers pairwise have equal graphs (symmetry.test.ts). It is kept for the paper's counts.
 */
import { canonicalForm, type CanonicalForm } from "../../engine/index/canonical.ts";
import type { Material } from "./material.ts";
import { NUMBERS } from "./tiles.ts";

export function sharedNumberForm({ tiles, twice }: Material): CanonicalForm {
  const numbers = tiles.map((tile) => NUMBERS[tile] as readonly [number, number]);
  const colours = tiles.map((tile, i) => Number(numbers[i]?.[0] === numbers[i]?.[1]) + (tile === twice ? 2 : 0));
  const labels = new Uint8Array(tiles.length * tiles.length);
  numbers.forEach((one, i) =>
    numbers.forEach((other, j) => {
      if (i !== j && one.some((number) => other.includes(number))) labels[i * tiles.length + j] = 1;
    }),
  );
  return canonicalForm({ colours, labels });
}
