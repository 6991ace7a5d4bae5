/** Positions as keys of a map. */

/** A letter for each byte. */
export function bytesKey(bytes: Uint8Array): string {
  // Spread into arguments, which would read better, takes several times as long.
  return String.fromCharCode.apply(null, bytes as unknown as number[]);
}
