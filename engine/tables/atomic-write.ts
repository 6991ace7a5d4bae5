/** Writing a file whole or not at all: beside its place, synced, then renamed into it. */
import { open, readdir, rename, rm } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { throwIfAborted } from "../contracts/errors.ts";
import { writeFault } from "./faults.ts";
import { makeFolder } from "./makefolder.ts";
import { isLeftBehind, temporaryName } from "./owner.ts";

/** What is needed of an open file; tests give one whose disk is full. */
export type OutputFile = Pick<FileHandle, "write" | "sync" | "close">;
export type OpenOutput = (path: string) => Promise<OutputFile>;

export interface AtomicWriteOptions {
  /** For the message when it does not fit. */
  readonly bytesWanted: number;
  readonly signal?: AbortSignal | undefined;
  readonly openOutput?: OpenOutput | undefined;
}

export async function writeAtomically(
  path: string,
  options: AtomicWriteOptions,
  fill: (file: OutputFile) => Promise<void>,
): Promise<void> {
  const folder = dirname(path);
  const temporary = join(folder, temporaryName(basename(path)));
  try {
    throwIfAborted(options.signal);
    makeFolder(folder);
    await removeLeftBehind(path);
    const file = await (options.openOutput ?? createOutput)(temporary);
    try {
      await fill(file);
      await file.sync();
    } finally {
      await file.close();
    }
    throwIfAborted(options.signal);
    await rename(temporary, path);
    await syncFolder(folder);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw await writeFault(error, folder, options.bytesWanted);
  }
}

/** Writes all of the bytes: one system call may take only a part of them. */
export async function writeFully(file: OutputFile, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

/** Removes temporary files of this path whose process was killed. */
export async function removeLeftBehind(path: string): Promise<void> {
  const folder = dirname(path);
  for (const file of await readdir(folder)) {
    if (isLeftBehind(file, basename(path))) await rm(join(folder, file), { force: true });
  }
}

function createOutput(path: string): Promise<OutputFile> {
  return open(path, "wx");
}

async function syncFolder(folder: string): Promise<void> {
  // Makes the rename itself last through a power failure; some systems cannot open or sync a folder, and need not.
  const handle = await open(folder, "r").catch(() => undefined);
  if (handle === undefined) return;
  try {
    await handle.sync();
  } catch {
  } finally {
    await handle.close();
  }
}
