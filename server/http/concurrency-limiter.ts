/** Lets so many in at once, and sends the others away with a word on when to come back. */
import { ServerFault } from "./http-error.ts";

export class Turnstile {
  readonly #most: number;
  readonly #what: string;
  #inside = 0;

  constructor(most: number, what: string) {
    this.#most = most;
    this.#what = what;
  }

  get inside(): number {
    return this.#inside;
  }

  async pass<T>(run: () => Promise<T>): Promise<T> {
    const leave = this.enter();
    try {
      return await run();
    } finally {
      leave();
    }
  }

  /** What is returned is to be called once, on leaving. */
  enter(): () => void {
    if (this.#inside >= this.#most)
      throw new ServerFault("busy", `${this.#most} ${this.#what} are under way already; try again in a moment`);
    this.#inside++;
    let left = false;
    return () => {
      if (!left) this.#inside--;
      left = true;
    };
  }
}
