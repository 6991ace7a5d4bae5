/** Sets of elements: text, ranking (as in sets.as.ts), and permutations of numbers. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import { binomial, rankCombination, unrankCombination } from "../../engine/index/combinations.ts";
import { MIN_ELEMENTS } from "./options.ts";
import { NUMBERS, readTile, tileOf, TILES, tileText } from "./tiles.ts";

/** Distinct tiles in ascending order; `twice` occurs once more, as the ends. */
export interface Material {
  readonly tiles: readonly number[];
  readonly twice: number | null;
}

export function sizeOf({ tiles, twice }: Material): number {
  return tiles.length + (twice === null ? 0 : 1);
}

/** All elements, with `twice` listed twice. */
export function elementsOf({ tiles, twice }: Material): number[] {
  return twice === null ? [...tiles] : [...tiles, twice].toSorted((a, b) => a - b);
}

export function rankMaterial({ tiles, twice }: Material): number {
  if (twice === null) return rankCombination(tiles);
  return binomial(TILES, tiles.length + 1) + rankCombination(tiles) * tiles.length + tiles.indexOf(twice);
}

export function unrankMaterial(rank: number, elements: number): Material {
  const distinct = binomial(TILES, elements);
  if (rank < distinct) return { tiles: unrankCombination(rank, elements, TILES), twice: null };
  const tiles = unrankCombination(Math.floor((rank - distinct) / (elements - 1)), elements - 1, TILES);
  return { tiles, twice: tiles[(rank - distinct) % (elements - 1)] as number };
}

/** The possible ends, each with the tiles in the hands. */
export function placesOf({ tiles, twice }: Material): { ends: number; hands: readonly number[] }[] {
  if (twice !== null) return [{ ends: twice, hands: tiles }];
  return tiles.map((ends) => ({ ends, hands: tiles.filter((tile) => tile !== ends) }));
}

export function formatMaterial(material: Material): string {
  return elementsOf(material).map(tileText).join(" ");
}

export function parseMaterial(text: string, most: number): Result<Material> {
  const found: number[] = [];
  let twice: number | null = null;
  for (const word of text.trim().split(/[\s,]+/)) {
    const tile = readTile(word);
    if (tile === null)
      return fail(
        "bad-usage",
        `"${word}" is not a tile; expected a set of elements with numbers from 0 to 6, for example "01 02 12 34"`,
      );
    if (!found.includes(tile)) found.push(tile);
    else if (twice === null) twice = tile;
    else
      return fail(
        "bad-usage",
        `${tileText(tile)} is one too many: at most one tile may occur twice, in a hand and at the ends`,
      );
  }
  const material = { tiles: found.toSorted((a, b) => a - b), twice };
  const size = sizeOf(material);
  if (size < MIN_ELEMENTS || size > most)
    return fail(
      "bad-usage",
      `${size} elements; expected ${MIN_ELEMENTS} to ${most}: the tiles of both hands, and one for the ends`,
    );
  return ok(material);
}

/** The permutation of 0 to 6 with this lexicographic rank. */
export function permutationAt(place: number): number[] {
  const left = [0, 1, 2, 3, 4, 5, 6];
  let block = 5_040;
  let rest = place;
  return left.slice().map((_, i) => {
    block /= 7 - i;
    const [number = 0] = left.splice(Math.floor(rest / block), 1);
    rest %= block;
    return number;
  });
}

export function mapTile(permutation: readonly number[], tile: number): number {
  const [low, high] = NUMBERS[tile] as readonly [number, number];
  return tileOf(permutation[low] as number, permutation[high] as number);
}
