/** Progress on stderr for work of more than two seconds: a line that is redrawn, or occasional lines in a log. */
import { formatSeconds, painterFor } from "./terminal.ts";

const QUIET_MS = 2_000;
const LOG_INTERVAL_MS = 10_000;
const DRAW_INTERVAL_MS = 100;
const BAR_CELLS = 24;

export class Progress {
  readonly #title: string;
  readonly #started: number = performance.now();
  readonly #paint = painterFor(process.stderr);
  #lastLog = 0;
  #lastDrawn = 0;
  #shown = false;

  constructor(title: string) {
    this.#title = title;
  }

  /** `done` from 0 to 1, null if the end is not known. An expensive note can be passed as a function. */
  update(done: number | null, note: string | (() => string)): void {
    const elapsed = performance.now() - this.#started;
    if (elapsed < QUIET_MS) return;
    const left =
      done === null
        ? `for ${formatSeconds(elapsed / 1000)}`
        : done > 0.01
          ? `${formatSeconds(((elapsed / done) * (1 - done)) / 1000)} left`
          : "";
    const percent = done === null ? "" : `${Math.floor(100 * done)} %`;
    const text = (): string => [percent, typeof note === "string" ? note : note(), left].filter(Boolean).join(" · ");
    if (process.stderr.isTTY) {
      if (elapsed - this.#lastDrawn < DRAW_INTERVAL_MS) return;
      this.#lastDrawn = elapsed;
      process.stderr.write(`\r\u001B[K${this.#title} ${done === null ? "" : this.#bar(done)}${text()}`);
      this.#shown = true;
    } else if (elapsed - this.#lastLog >= LOG_INTERVAL_MS || this.#lastLog === 0) {
      this.#lastLog = elapsed;
      process.stderr.write(`${this.#title}: ${text()}\n`);
    }
  }

  #bar(done: number): string {
    const filled = Math.round(BAR_CELLS * Math.min(1, done));
    return `${this.#paint("cyan", "█".repeat(filled))}${this.#paint("dim", "░".repeat(BAR_CELLS - filled))} `;
  }

  end(): void {
    if (this.#shown) process.stderr.write("\r\u001B[K");
    this.#shown = false;
  }
}
