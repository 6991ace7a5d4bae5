/** A concurrency limiter: at most `limit` at once; the rest fail with `busy` (429). */
import { HttpError } from "./http-error.ts";

export class ConcurrencyLimiter {
  readonly #limit: number;
  readonly #what: string;
  #active = 0;

  constructor(limit: number, what: string) {
    this.#limit = limit;
    this.#what = what;
  }

  get active(): number {
    return this.#active;
  }

  async run<T>(run: () => Promise<T>): Promise<T> {
    const release = this.acquire();
    try {
      return await run();
    } finally {
      release();
    }
  }

  /** Returns the function that releases the slot. */
  acquire(): () => void {
    if (this.#active >= this.#limit)
      throw new HttpError("busy", `${this.#limit} ${this.#what} are already running; try again in a moment`);
    this.#active++;
    let released = false;
    return () => {
      if (!released) this.#active--;
      released = true;
    };
  }
}
