/** Match clocks, comparable between threads. */

/** Milliseconds since 1970; monotonic within a thread, unlike Date.now(). */
export function epochNow(): number {
  return performance.timeOrigin + performance.now();
}

/** The reserve of a clock for network latency: a share of it within bounds. */
const MARGIN = { minMs: 350, maxMs: 1_500, share: 0.1 } as const;

/** The reserve of a clock in milliseconds. */
export function marginOf(clockSeconds: number): number {
  return Math.min(MARGIN.maxMs, Math.max(MARGIN.minMs, MARGIN.share * 1000 * clockSeconds));
}
