/** Bytes of another program as lines, whichever way they end; what has no end is not collected for ever. */
import { StringDecoder } from "node:string_decoder";

/** Longer than any message of a protocol by far; the longest are lines of play. */
export const MAX_LINE = 65_536;

export class LineReader {
  readonly #decoder = new StringDecoder("utf8");
  readonly #onOverlong: (() => void) | undefined;
  #rest = "";
  /** Within an overlong line that is being dropped. */
  #isDropping = false;

  /** With `onOverlong`, a line that is too long is dropped and reported by one call; without, reading ends with it. */
  constructor(onOverlong?: () => void) {
    this.#onOverlong = onOverlong;
  }

  /** The lines that are complete now, without empty ones; null when a line is too long to be a message. */
  push(chunk: Buffer): string[] | null {
    // What is there of a line is not looked through again: it may come letter by letter.
    const [first = "", ...more] = this.#decoder.write(chunk).split(/[\r\n]+/);
    let parts = more.length > 0 ? [this.#rest + first, ...more] : [];
    this.#rest = parts.pop() ?? this.#rest + first;
    if (this.#onOverlong) parts = this.#dropOverlong(parts, this.#onOverlong);
    else if (this.#rest.length > MAX_LINE || parts.some(({ length }) => length > MAX_LINE)) return null;
    return parts.filter((line) => line.trim() !== "");
  }

  /** What came after the last end of a line. */
  end(): string[] {
    const rest = this.#rest + this.#decoder.end();
    this.#rest = "";
    return this.#isDropping || rest.trim() === "" || rest.length > MAX_LINE ? [] : [rest];
  }

  #dropOverlong(parts: string[], report: () => void): string[] {
    // The first complete line is the end of the one that is being dropped.
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
