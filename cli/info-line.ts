/** What a player thinks so far, on a line of the terminal that renews itself and is gone when the player answers. */
import type { SearchInfo } from "../engine/contracts/player.ts";
import { painterFor } from "./terminal.ts";
import { progressText } from "./info-text.ts";

const QUIET_MS = 1_000;

export class InfoLine {
  readonly #who: string;
  readonly #paint = painterFor(process.stderr);
  readonly #started: number = performance.now();
  #shown = false;

  constructor(who: string) {
    this.#who = who;
  }

  show(thought: SearchInfo): void {
    if (process.stderr.isTTY !== true || performance.now() - this.#started < QUIET_MS) return;
    const text = `${this.#who} thinks: ${progressText(thought)}`.slice(0, Math.max(1, (process.stderr.columns || 80) - 1));
    process.stderr.write(`\r\u001B[K${this.#paint("dim", text)}`);
    this.#shown = true;
  }

  end(): void {
    if (this.#shown) process.stderr.write("\r\u001B[K");
    this.#shown = false;
  }
}
