/** A page has no folders to read from. */
import { GameloreError } from "../../contracts/errors.ts";
import type { FileRanges } from "../file-ranges.ts";

export function openFileRanges(path: string): FileRanges {
  throw new GameloreError("table-missing", `a page cannot read ${path}`);
}

export function splitFolders(text: string): string[] {
  return [text];
}

export function filesIn(folder: string): Map<string, string> {
  throw new GameloreError("table-missing", `a page cannot read the folder ${folder}`);
}
