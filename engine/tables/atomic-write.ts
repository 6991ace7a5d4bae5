/** Atomic file writes: write a temporary file in the same folder, fsync it, rename it into place. */
import { open, readdir, rename, rm } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { throwIfAborted } from "../contracts/errors.ts";
import { writeError } from "../platform/node/file-errors.ts";
import { makeFolder } from "../platform/node/make-folder.ts";
import { isStaleTemporary, temporaryName } from "./owner.ts";

/** The part of a file handle that is used; tests substitute a full disk. */
export type OutputFile = Pick<FileHandle, "write" | "sync" | "close">;
export type OpenOutput = (path: string) => Promise<OutputFile>;

export interface AtomicWriteOptions {
  /** For the error message when the disk is full. */
  readonly bytesNeeded: number;
  readonly signal?: AbortSignal | undefined;
  readonly openOutput?: OpenOutput | undefined;
  /** Whether the file must survive a power failure, which takes some milliseconds; true unless given. */
  readonly durable?: boolean | undefined;
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
    await removeStaleTemporaries(path);
    const file = await (options.openOutput ?? createOutput)(temporary);
    try {
      await fill(file);
      if (options.durable !== false) await file.sync();
    } finally {
      await file.close();
    }
    throwIfAborted(options.signal);
    await rename(temporary, path);
    if (options.durable !== false) await syncFolder(folder);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw await writeError(error, folder, options.bytesNeeded);
  }
}

/** Writes all bytes; one system call may write only some of them. */
export async function writeFully(file: OutputFile, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

/** Removes temporary files of this path whose process has died. */
export async function removeStaleTemporaries(path: string): Promise<void> {
  const folder = dirname(path);
  for (const file of await readdir(folder)) {
    if (isStaleTemporary(file, basename(path))) await rm(join(folder, file), { force: true });
  }
}

function createOutput(path: string): Promise<OutputFile> {
  return open(path, "wx");
}

async function syncFolder(folder: string): Promise<void> {
  // Makes the rename survive a power failure. Some systems cannot open or sync a folder.
  const handle = await open(folder, "r").catch(() => undefined);
  if (handle === undefined) return;
  try {
    await handle.sync();
  } catch {
  } finally {
    await handle.close();
  }
}
