/** An engine of ours on streams: lines in, lines out, and if wanted both in a file. */
import { closeSync, openSync, writeSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { GameloreError } from "../../engine/contracts/errors.ts";
import { LineReader } from "./lines.ts";

/** One that knows neither where its lines come from nor where they go. */
export interface LineEngine {
  /** When the session has ended: whether by an error. */
  readonly ended: Promise<{ readonly failed: boolean }>;
  receive(line: string): void;
  /** The input has ended, or is none. */
  endInput(): Promise<void>;
  /** A line was too long to be taken in. */
  overflow(): void;
}

export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
  /** A file to which everything that is said is added. */
  readonly log?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Until quit, the end of the input, an error or the signal; whether it was an error. `make` is given what takes a line without its end. */
export async function serveLines(
  { input, output, log, signal }: Streams,
  make: (say: (line: string) => void) => LineEngine,
): Promise<{ failed: boolean }> {
  const transcript = log === undefined ? null : openTranscript(log);
  const engine = make((line) => {
    transcript?.write(`> ${line}`);
    output.write(`${line}\n`);
  });
  const reader = new LineReader(() => engine.overflow());
  const take = (lines: readonly string[]): void => {
    for (const line of lines) {
      transcript?.write(`< ${line}`);
      engine.receive(line);
    }
  };
  const onData = (chunk: Buffer): void => take(reader.push(chunk) ?? []);
  const onEnd = (): void => {
    take(reader.end());
    void engine.endInput();
  };
  const stop = (): void => void engine.endInput();
  input.on("data", onData).once("end", onEnd).once("error", onEnd);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await engine.ended;
  } finally {
    signal?.removeEventListener("abort", stop);
    input.off("data", onData).off("end", onEnd).off("error", onEnd);
    // What is left to read would keep the process.
    input.pause();
    input.destroy();
    transcript?.close();
  }
}

function openTranscript(path: string): { write(line: string): void; close(): void } {
  try {
    const file = openSync(path, "a");
    return { write: (line) => void writeSync(file, `${line}\n`), close: () => closeSync(file) };
  } catch (error) {
    throw new GameloreError("not-writable", `--log ${path} cannot be written: ${(error as Error).message}`);
  }
}
