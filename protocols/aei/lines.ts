/** Bytes of another program as lines, whichever way they end; what has no end is not collected for ever. */
import { StringDecoder } from "node:string_decoder";

/** Longer than any message of the protocol by far; the longest are lines of play. */
export const MAX_LINE = 65_536;

export class LineReader {
  readonly #decoder = new StringDecoder("utf8");
  #rest = "";

  /** The lines that are complete now, without empty ones; null when a line is too long to be a message. */
  push(chunk: Buffer): string[] | null {
    // What is there of a line is not looked through again: it may come letter by letter.
    const [first = "", ...more] = this.#decoder.write(chunk).split(/[\r\n]+/);
    const parts = more.length > 0 ? [this.#rest + first, ...more] : [];
    this.#rest = parts.pop() ?? this.#rest + first;
    if (this.#rest.length > MAX_LINE || parts.some(({ length }) => length > MAX_LINE)) return null;
    return parts.filter((line) => line.trim() !== "");
  }

  /** What came after the last end of a line. */
  end(): string[] {
    const rest = this.#rest + this.#decoder.end();
    this.#rest = "";
    return rest.trim() === "" || rest.length > MAX_LINE ? [] : [rest];
  }
}
