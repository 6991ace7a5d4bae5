/** Splits a byte stream into lines with any terminator and a bounded length. */
import { StringDecoder } from "node:string_decoder";

/** Far longer than any message of a protocol. */
export const MAX_LINE = 65_536;

export class LineReader {
  readonly #decoder = new StringDecoder("utf8");
  readonly #onOverlong: (() => void) | undefined;
  #rest = "";
  /** Within an overlong line that is being skipped. */
  #isDropping = false;

  /** With `onOverlong`, an overlong line is skipped and reported by one call; otherwise it ends the reading. */
  constructor(onOverlong?: () => void) {
    this.#onOverlong = onOverlong;
  }

  /** The lines that are now complete, without empty ones; null after an overlong line. */
  push(chunk: Buffer): string[] | null {
    // The incomplete line is not scanned again: it may arrive byte by byte.
    const [first = "", ...more] = this.#decoder.write(chunk).split(/[\r\n]+/);
    let parts = more.length > 0 ? [this.#rest + first, ...more] : [];
    this.#rest = parts.pop() ?? this.#rest + first;
    if (this.#onOverlong) parts = this.#dropOverlong(parts, this.#onOverlong);
    else if (this.#rest.length > MAX_LINE || parts.some(({ length }) => length > MAX_LINE)) return null;
    return parts.filter((line) => line.trim() !== "");
  }

  /** The text after the last terminator. */
  end(): string[] {
    const rest = this.#rest + this.#decoder.end();
    this.#rest = "";
    return this.#isDropping || rest.trim() === "" || rest.length > MAX_LINE ? [] : [rest];
  }

  #dropOverlong(parts: string[], report: () => void): string[] {
    // The first complete line is the end of the skipped one.
    if (this.#isDropping && parts.length > 0) {
      parts.shift();
      this.#isDropping = false;
    }
    const kept = parts.filter(({ length }) => length <= MAX_LINE);
    for (let i = kept.length; i < parts.length; i++) report();
    if (this.#isDropping || this.#rest.length > MAX_LINE) {
      if (!this.#isDropping) report();
      this.#isDropping = true;
      this.#rest = "";
    }
    return kept;
  }
}
