/** What work costs: processor seconds of the whole process, and wall seconds; short work is repeated and the least counts. */

export interface Cost {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

export interface Measured<T> extends Cost {
  readonly value: T;
  /** How many runs the least was taken of. */
  readonly runs: number;
}

/** Work shorter than this is mostly noise on a shared machine, so it is done again. */
const SHORT_SECONDS = 2;
const MAX_RUNS = 3;

/** The processor time is that of all threads: also of those that compile, and of starting the workers. */
export async function measure<T>(work: () => T | Promise<T>): Promise<Measured<T>> {
  const cpu = process.cpuUsage();
  const wall = performance.now();
  const value = await work();
  const wallSeconds = (performance.now() - wall) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return { value, runs: 1, cpuSeconds: (user + system) / 1e6, wallSeconds };
}

/** The least cost of up to three runs, fewer where one takes long. The first run's value is kept, later ones are let go. */
export async function leastOf<T>(
  run: () => Promise<Measured<T>>,
  letGo: (value: T) => void = () => {},
): Promise<Measured<T>> {
  let least = await run();
  while (least.runs < MAX_RUNS && least.wallSeconds < SHORT_SECONDS) {
    const again = await run();
    letGo(again.value);
    least = {
      value: least.value,
      runs: least.runs + 1,
      cpuSeconds: Math.min(least.cpuSeconds, again.cpuSeconds),
      wallSeconds: Math.min(least.wallSeconds, again.wallSeconds),
    };
  }
  return least;
}
