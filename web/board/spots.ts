/** Spots as comparable keys. */
import type { Spot } from "../../service/api.ts";

export function spotKey(spot: Spot): string {
  return "cell" in spot ? `c${spot.cell}` : `r${spot.row}.${spot.item}`;
}

export function sameSpot(a: Spot | null, b: Spot | null): boolean {
  return a !== null && b !== null && spotKey(a) === spotKey(b);
}

export function spotOfKey(key: string): Spot | null {
  const cell = /^c(\d+)$/.exec(key);
  if (cell) return { cell: Number(cell[1]) };
  const item = /^r(\d+)\.(\d+)$/.exec(key);
  return item ? { row: Number(item[1]), item: Number(item[2]) } : null;
}
