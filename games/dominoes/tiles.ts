/** The 28 tiles: numbers, texts, and sets as bits. Numbered as in tiles.as.ts. */

export const TILES = 28;
export const ALL_TILES = 0xfffffff;

/** The numbers of each tile, the lower first. */
export const NUMBERS: readonly (readonly [low: number, high: number])[] = Array.from({ length: 7 }, (_, high) =>
  Array.from({ length: high + 1 }, (_, low) => [low, high] as const),
).flat();

export function tileOf(a: number, b: number): number {
  const [low, high] = a < b ? [a, b] : [b, a];
  return (high * (high + 1)) / 2 + low;
}

export function tileText(tile: number): string {
  return (NUMBERS[tile] ?? []).join("");
}

/** Two digits from 0 to 6 in either order; null if invalid. */
export function readTile(text: string): number | null {
  return /^[0-6]{2}$/.test(text) ? tileOf(Number(text[0]), Number(text[1])) : null;
}

export function tilesIn(set: number): number[] {
  return NUMBERS.map((_, tile) => tile).filter((tile) => (set >>> tile) & 1);
}

export function setOf(tiles: Iterable<number>): number {
  let set = 0;
  for (const tile of tiles) set |= 1 << tile;
  return set >>> 0;
}

export function countIn(set: number): number {
  return tilesIn(set).length;
}

export function pipsIn(set: number): number {
  return tilesIn(set).reduce((sum, tile) => sum + (NUMBERS[tile]?.[0] ?? 0) + (NUMBERS[tile]?.[1] ?? 0), 0);
}
