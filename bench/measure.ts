/** Timing: CPU seconds of the whole process and wall seconds. Short work is repeated; the fastest run counts. */

export interface Cost {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

export interface Measured<T> extends Cost {
  readonly value: T;
  /** The number of runs that the minimum was taken over. */
  readonly runs: number;
}

/** Shorter work is repeated, because it is noisy on a shared machine. */
const SHORT_SECONDS = 2;
const MAX_RUNS = 3;

/** CPU time includes all threads: the compiler's and the start of workers. */
export async function measure<T>(work: () => T | Promise<T>): Promise<Measured<T>> {
  const cpu = process.cpuUsage();
  const wall = performance.now();
  const value = await work();
  const wallSeconds = (performance.now() - wall) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return { value, runs: 1, cpuSeconds: (user + system) / 1e6, wallSeconds };
}

/** The minimum cost of up to three runs, fewer if one takes long. Keeps the first run's value and releases the others. */
export async function fastestOf<T>(
  run: () => Promise<Measured<T>>,
  release: (value: T) => void = () => {},
): Promise<Measured<T>> {
  let fastest = await run();
  while (fastest.runs < MAX_RUNS && fastest.wallSeconds < SHORT_SECONDS) {
    const again = await run();
    release(again.value);
    fastest = {
      value: fastest.value,
      runs: fastest.runs + 1,
      cpuSeconds: Math.min(fastest.cpuSeconds, again.cpuSeconds),
      wallSeconds: Math.min(fastest.wallSeconds, again.wallSeconds),
    };
  }
  return fastest;
}
