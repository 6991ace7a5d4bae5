/** What the system says when a file cannot be written, turned into the errors that a person reads. */
import { statfs } from "node:fs/promises";
import { GameloreError } from "../contracts/errors.ts";

// EFBIG: the file system has no room for a file of this size (FAT32), or the user's limit is lower.
const NO_SPACE: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** Bytes that may still be written into a folder; undefined where the system does not say. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize, blocks } = await statfs(folder);
    return blocks === 0 ? undefined : bavail * bsize;
  } catch {
    return undefined;
  }
}

export function noSpace(
  folder: string,
  bytesWanted: number,
  bytesFree: number | undefined,
  cause?: unknown,
): GameloreError {
  const free = bytesFree === undefined ? "an unknown number" : grouped(bytesFree);
  const message = `not enough space in ${folder}: ${grouped(bytesWanted)} bytes wanted, ${free} free`;
  return new GameloreError("no-space", message, { cause });
}

/** The error to report for one caught while writing into a folder; others than the system's are passed through. */
export async function writeFault(error: unknown, folder: string, bytesWanted: number): Promise<unknown> {
  const code = systemCode(error);
  if (code === undefined) return error;
  if (NO_SPACE.has(code)) return noSpace(folder, bytesWanted, await freeBytes(folder), error);
  return new GameloreError("not-writable", `cannot write in ${folder}: ${(error as Error).message}`, { cause: error });
}

/** The code of a failed system call, such as ENOENT. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

function grouped(bytes: number): string {
  return bytes.toLocaleString("en");
}
