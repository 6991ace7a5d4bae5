/** Creates a folder and its parents. Node's `recursive` option never returns if the system reports ENOENT, as /proc does. */
import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { systemCode } from "./file-errors.ts";

export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  try {
    mkdirSync(folder);
  } catch (error) {
    const code = systemCode(error);
    // Another process may have created it meanwhile.
    if (code === "EEXIST" && isFolder(folder)) return;
    if (code !== "ENOENT" || isFolder(dirname(folder))) throw error;
    makeFolder(dirname(folder));
    makeFolder(folder);
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
