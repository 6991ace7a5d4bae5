/** Making a folder and those above it. Node's own `recursive` never returns where a system answers ENOENT, as /proc does. */
import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { systemCode } from "./faults.ts";

export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  try {
    mkdirSync(folder);
  } catch (error) {
    const code = systemCode(error);
    // Another process may have made it meanwhile.
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
