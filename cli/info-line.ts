/** A player's search info, on a line of the terminal that is redrawn and then erased. */
import type { SearchInfo } from "../engine/contracts/player.ts";
import { painterFor } from "./terminal.ts";
import { type EstimateOption, progressText } from "./info-text.ts";

const QUIET_MS = 1_000;

export class InfoLine {
  readonly #player: string;
  readonly #estimate: EstimateOption;
  readonly #paint = painterFor(process.stderr);
  readonly #started: number = performance.now();
  #shown = false;

  constructor(player: string, estimate: EstimateOption) {
    this.#player = player;
    this.#estimate = estimate;
  }

  show(info: SearchInfo): void {
    if (process.stderr.isTTY !== true || performance.now() - this.#started < QUIET_MS) return;
    const text = `${this.#player}: ${progressText(info, this.#estimate)}`.slice(
      0,
      Math.max(1, (process.stderr.columns || 80) - 1),
    );
    process.stderr.write(`\r\u001B[K${this.#paint("dim", text)}`);
    this.#shown = true;
  }

  end(): void {
    if (this.#shown) process.stderr.write("\r\u001B[K");
    this.#shown = false;
  }
}
