/** Exports stored games to stdout, or atomically to a file. */
import { once } from "node:events";
import { resolve } from "node:path";
import type { ExportFormat } from "../engine/arena/flat-record.ts";
import type { RecordedGame } from "../engine/arena/records.ts";
import { throwIfAborted } from "../engine/contracts/errors.ts";
import { writeAtomically, writeFully } from "../engine/tables/atomic-write.ts";

const CHUNK_CHARACTERS = 65_536;

interface ExportOptions {
  readonly format: ExportFormat;
  /** A file; without one, stdout. */
  readonly output: string | undefined;
  readonly signal: AbortSignal;
}

/** Returns the number of games written. */
export async function exportRecords(
  records: Iterable<RecordedGame>,
  { format, output, signal }: ExportOptions,
): Promise<number> {
  let games = 0;
  const counted = function* (): Generator<string> {
    yield format.head;
    for (const record of records) {
      games++;
      yield format.line(record);
    }
  };
  if (output === undefined) {
    for (const chunk of chunks(counted())) {
      throwIfAborted(signal);
      if (!process.stdout.write(chunk)) await once(process.stdout, "drain");
    }
    return games;
  }
  let written = 0;
  const options = {
    signal,
    /** The bytes so far; the total is unknown. */
    get bytesNeeded(): number {
      return written;
    },
  };
  await writeAtomically(resolve(output), options, async (file) => {
    for (const chunk of chunks(counted())) {
      throwIfAborted(signal);
      const bytes = Buffer.from(chunk);
      written += bytes.length;
      await writeFully(file, bytes, written - bytes.length);
    }
  });
  return games;
}

function* chunks(lines: Iterable<string>): Generator<string> {
  let chunk = "";
  for (const line of lines) {
    chunk += line;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}
