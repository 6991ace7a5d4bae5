/** An engine on streams: lines in, lines out, and if wanted both in a file. */
import { closeSync, openSync, writeSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { GameloreError } from "../../engine/contracts/errors.ts";
import { AeiEngine, type EngineSpec } from "./engine.ts";
import { LineReader } from "./lines.ts";

export interface ServeSpec extends Omit<EngineSpec, "say"> {
  readonly input: Readable;
  readonly output: Writable;
  /** A file to which everything that is said is added. */
  readonly log?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Until quit, the end of the input, an error or the signal; whether it was an error. */
export async function serveAei({ input, output, log, signal, ...spec }: ServeSpec): Promise<{ failed: boolean }> {
  const transcript = log === undefined ? null : openTranscript(log);
  const engine = new AeiEngine({
    ...spec,
    say: (line) => {
      transcript?.write(`> ${line}`);
      output.write(`${line}\n`);
    },
  });
  const reader = new LineReader();
  const take = (lines: readonly string[]): void => {
    for (const line of lines) {
      transcript?.write(`< ${line}`);
      engine.receive(line);
    }
  };
  const onData = (chunk: Buffer): void => {
    const lines = reader.push(chunk);
    if (lines) take(lines);
    else engine.overflow();
  };
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
