/** Turns failed system calls into errors for the user. */
import { statfs } from "node:fs/promises";
import { GameloreError } from "../../contracts/errors.ts";

// EFBIG: the file exceeds the limit of the file system (FAT32) or of the user.
const NO_SPACE: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** Free bytes in a folder; undefined if the system does not report them. */
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
  bytesNeeded: number,
  bytesFree: number | undefined,
  cause?: unknown,
): GameloreError {
  const free = bytesFree === undefined ? "an unknown number" : grouped(bytesFree);
  const message = `not enough space in ${folder}: ${grouped(bytesNeeded)} bytes needed, ${free} free`;
  return new GameloreError("no-space", message, { cause });
}

/** The error to report for one caught while writing into a folder; errors of other kinds are passed through. */
export async function writeError(error: unknown, folder: string, bytesNeeded: number): Promise<unknown> {
  const code = systemCode(error);
  if (code === undefined) return error;
  if (NO_SPACE.has(code)) return noSpace(folder, bytesNeeded, await freeBytes(folder), error);
  return new GameloreError("not-writable", `cannot write in ${folder}: ${(error as Error).message}`, { cause: error });
}

/** The code of a failed system call, for example ENOENT. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

function grouped(bytes: number): string {
  return bytes.toLocaleString("en");
}
