/** Runs one of our engines on streams, with an optional transcript. */
import { closeSync, openSync, writeSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { GameloreError } from "../../engine/contracts/errors.ts";
import { LineReader } from "./lines.ts";

/** An engine that is independent of the transport. */
export interface LineEngine {
  /** Resolves at the end of the session. */
  readonly ended: Promise<{ readonly failed: boolean }>;
  receive(line: string): void;
  /** End of input. */
  endInput(): Promise<void>;
  /** An overlong line was received. */
  overflow(): void;
}

export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
  /** Transcript file, appended to. */
  readonly log?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Runs until quit, end of input, an error or the signal; reports whether it failed. `make` receives the function that sends a line. */
export async function serveLines(
  { input, output, log, signal }: Streams,
  make: (send: (line: string) => void) => LineEngine,
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
    // Unread input would keep the process alive.
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
