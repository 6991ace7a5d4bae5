/** A position as a Map key: one character per byte. */
export function bytesKey(bytes: Uint8Array): string {
  // Spreading the arguments would read better but takes several times as long.
  return String.fromCharCode.apply(null, bytes as unknown as number[]);
}
