/** Positioned reads of large files, and lists of folders as the user writes them. */
import { closeSync, readdirSync, readSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { FileRanges } from "../file-ranges.ts";
import { openRegularFile } from "./regular-file.ts";

/** Throws system errors. */
export function openFileRanges(path: string): FileRanges {
  const { fd, status } = openRegularFile(path);
  return { sizeBytes: status.size, read: (target, from) => readFully(fd, target, from), close: () => closeSync(fd) };
}

function readFully(fd: number, target: Uint8Array, from: number): number {
  let filled = 0;
  while (filled < target.length) {
    const bytes = readSync(fd, target, filled, target.length - filled, from + filled);
    if (bytes === 0) break;
    filled += bytes;
  }
  return filled;
}

/** Folders in a list separated as in PATH. */
export function splitFolders(text: string): string[] {
  return text.split(delimiter).filter((folder) => folder !== "");
}

/** Full paths by file name. Throws system errors. */
export function filesIn(folder: string): Map<string, string> {
  return new Map(readdirSync(folder).map((name) => [name, join(folder, name)]));
}
