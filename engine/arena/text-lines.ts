/** Streams the lines of a large file. */
import { isMissing } from "../contracts/file-errors.ts";
import { createReadStream, statSync } from "node:fs";
import { GameloreError } from "../contracts/errors.ts";

/** Maximum length of a line. */
export const MAX_LINE: number = 1 << 20;

export interface Line {
  readonly number: number;
  /** Null if too long. */
  readonly text: string | null;
  /** Progress in the file, from 0 to 1. */
  readonly done: number;
}

export async function* linesOf(file: string, signal?: AbortSignal): AsyncGenerator<Line> {
  const size = sizeOf(file);
  let number = 1;
  let read = 0;
  let rest = "";
  let tooLong = false;
  const line = (text: string): Line => ({
    number: number++,
    text: tooLong || text.length > MAX_LINE ? null : text.replace(/\r$/, ""),
    done: size === 0 ? 1 : Math.min(1, read / size),
  });
  const stream = createReadStream(file, { encoding: "utf8", highWaterMark: 1 << 16 });
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      if (signal?.aborted) throw new GameloreError("interrupted", "interrupted");
      read += Buffer.byteLength(chunk);
      const parts = (rest + chunk).split("\n");
      rest = parts.pop() as string;
      for (const part of parts) {
        yield line(part);
        tooLong = false;
      }
      if (rest.length > MAX_LINE) {
        tooLong = true;
        rest = "";
      }
    }
  } catch (cause) {
    if (cause instanceof GameloreError) throw cause;
    throw unreadable(file, cause);
  } finally {
    stream.destroy();
  }
  if (rest !== "" || tooLong) yield line(rest);
}

function sizeOf(file: string): number {
  try {
    const stats = statSync(file);
    if (stats.isDirectory()) throw new Error("a folder");
    return stats.size;
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

function unreadable(file: string, cause: unknown): GameloreError {
  if (isMissing(cause)) return new GameloreError("bad-usage", `${file} does not exist`, { cause });
  return new GameloreError("bad-usage", `${file} cannot be read; expected a file of game records`, { cause });
}
