/** A page cannot read folders. */
import { GameloreError } from "../../contracts/errors.ts";
import type { FileRanges } from "../file-ranges.ts";

export function openFileRanges(path: string): FileRanges {
  throw new GameloreError("table-missing", `${path} cannot be read in a browser; use the command line or the server`);
}

export function splitFolders(text: string): string[] {
  return [text];
}

export function filesIn(folder: string): Map<string, string> {
  throw new GameloreError(
    "table-missing",
    `folder ${folder} cannot be read in a browser; use the command line or the server`,
  );
}
