/** Positions compared, and as keys of a map. */
import type { Position } from "./game.ts";

export function sameBytes(one: Position, other: Position): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}

/** A letter for each byte. */
export function bytesKey(bytes: Position): string {
  // Spread into arguments, which would read better, takes several times as long.
  return String.fromCharCode.apply(null, bytes as unknown as number[]);
}
