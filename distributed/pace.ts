/** How many games a job has: so many that it takes some seconds, which hides the cost of the queue, and no more, so that little is lost with a worker. */

/** Tasks in flight for each slot: the next one waits in the queue when a slot becomes free. */
export const PER_SLOT = 2;
const JOB_MS = 3_000;
const MAX_GAMES = 512;

export class Pace {
  #games = 0;
  #milliseconds = 0;

  add(games: readonly { readonly milliseconds: number }[]): void {
    this.#games += games.length;
    this.#milliseconds += games.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  }

  /** A multiple of `unit`. */
  games(left: number, slots: number, unit: number): number {
    if (this.#games === 0) return unit;
    const inTime = Math.floor(JOB_MS / (unit * (this.#milliseconds / this.#games)));
    // Towards the end, every worker gets a share.
    const share = Math.ceil(left / unit / (PER_SLOT * slots));
    return unit * Math.max(1, Math.min(MAX_GAMES / unit, inTime, share));
  }
}
