/** Whether the server answers; when it does not, it is asked again until it does. */
import { signal, type Signal } from "@preact/signals";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 4000;

export class Reach {
  readonly up: Signal<boolean> = signal(true);
  readonly #alive: () => Promise<boolean>;
  #waiting: (() => void)[] = [];

  constructor(alive: () => Promise<boolean>) {
    this.#alive = alive;
  }

  /** Somebody found the server gone. */
  lost(): void {
    if (!this.up.value) return;
    this.up.value = false;
    void this.#ask(FIRST_WAIT);
  }

  /** Resolves when the server answers again; rejects when the signal fires first. */
  async untilUp(signal?: AbortSignal): Promise<void> {
    if (this.up.value) return;
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push(resolve);
      signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")), { once: true });
    });
  }

  async #ask(wait: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (await this.#alive()) {
      this.up.value = true;
      for (const go of this.#waiting.splice(0)) go();
    } else await this.#ask(Math.min(LONGEST_WAIT, wait * 1.5));
  }
}
