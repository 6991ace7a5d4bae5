/** Whether the server is up; while it is down, it is polled. */
import { signal, type Signal } from "@preact/signals";

const FIRST_DELAY = 500;
const MAX_DELAY = 4000;

export class ServerStatus {
  readonly up: Signal<boolean> = signal(true);
  readonly #alive: () => Promise<boolean>;
  #waiting: (() => void)[] = [];

  constructor(alive: () => Promise<boolean>) {
    this.#alive = alive;
  }

  /** Called when a request found the server unreachable. */
  markDown(): void {
    if (!this.up.value) return;
    this.up.value = false;
    void this.#poll(FIRST_DELAY);
  }

  /** Resolves when the server is up; rejects when aborted. */
  async untilUp(signal?: AbortSignal): Promise<void> {
    if (this.up.value) return;
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push(resolve);
      signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")), { once: true });
    });
  }

  async #poll(delay: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, delay));
    if (await this.#alive()) {
      this.up.value = true;
      for (const resume of this.#waiting.splice(0)) resume();
    } else await this.#poll(Math.min(MAX_DELAY, delay * 1.5));
  }
}
