/** Time as several threads know it. */

/** Milliseconds since 1970, and unlike the system's date never set back while a thread runs. */
export function epochNow(): number {
  return performance.timeOrigin + performance.now();
}

/** The least and the most of a clock that is kept back for the way there and back, and the part of it between. */
const MARGIN = { minMs: 350, maxMs: 1_500, part: 0.1 } as const;

/** What is kept back of a clock. */
export function marginOf(clockSeconds: number): number {
  return Math.min(MARGIN.maxMs, Math.max(MARGIN.minMs, MARGIN.part * 1000 * clockSeconds));
}
