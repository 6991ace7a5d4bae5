/** The terminal for a game's own commands. Everything goes to stderr, so that stdout has only the result. */
import { createInterface } from "node:readline/promises";
import type { CommandTerminal } from "../engine/contracts/command.ts";
import type { View } from "../engine/contracts/view.ts";
import { drawBoard } from "./board.ts";
import { Progress } from "./progress.ts";
import { painterFor } from "./terminal.ts";

export class StandardTerminal implements CommandTerminal {
  readonly interactive: boolean = process.stdin.isTTY === true && process.stderr.isTTY === true;
  readonly #signal: AbortSignal;
  readonly #progress: Progress;

  constructor(title: string, signal: AbortSignal) {
    this.#signal = signal;
    this.#progress = new Progress(title);
  }

  say(text: string): void {
    this.#progress.end();
    process.stderr.write(`${text}\n`);
  }

  progress(done: number, note: string): void {
    this.#progress.update(done, note);
  }

  async *lines(prompt: string): AsyncIterable<string> {
    const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: this.interactive });
    const close = (): void => lines.close();
    this.#signal.addEventListener("abort", close, { once: true });
    lines.on("SIGINT", () => process.emit("SIGINT"));
    const showPrompt = (): void => {
      if (!this.interactive) return;
      lines.setPrompt(prompt);
      lines.prompt();
    };
    try {
      showPrompt();
      for await (const line of lines) {
        yield line;
        showPrompt();
      }
    } finally {
      this.#signal.removeEventListener("abort", close);
      lines.close();
    }
  }

  draw(view: View): string {
    return drawBoard(view, {}, painterFor(process.stdout)).join("\n");
  }

  end(): void {
    this.#progress.end();
  }
}
