/** Progress lines on stderr every two seconds; short work prints nothing. */

const INTERVAL_MS = 2_000;

/** Reports progress from 0 to 1, with the current phase. */
export type Advance = (done: number, phase?: string) => void;

export function startProgress(work: string): Advance {
  const started = performance.now();
  let lastReport = started;
  return (done, phase) => {
    const now = performance.now();
    if (now - lastReport < INTERVAL_MS) return;
    lastReport = now;
    const parts = [`${(100 * done).toFixed(0)} %`, `${((now - started) / 1_000).toFixed(0)} s`];
    process.stderr.write(`${work}: ${[...(phase ? [phase] : []), ...parts].join(", ")}\n`);
  };
}
