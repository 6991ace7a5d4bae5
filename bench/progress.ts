/** A line on stderr every two seconds of long work; short work says nothing. */

const INTERVAL_MS = 2_000;

/** Tells how far the work is, from 0 to 1, with a word on what is done now. */
export type Advance = (done: number, phase?: string) => void;

export function startProgress(work: string): Advance {
  const started = performance.now();
  let said = started;
  return (done, phase) => {
    const now = performance.now();
    if (now - said < INTERVAL_MS) return;
    said = now;
    const parts = [`${(100 * done).toFixed(0)} %`, `${((now - started) / 1_000).toFixed(0)} s`];
    process.stderr.write(`${work}: ${[...(phase ? [phase] : []), ...parts].join(", ")}\n`);
  };
}
