/** Text files of a game, in the repository and in the user's data folder. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dataFolder } from "./folders.ts";

/** A folder in games/, for example `some-game/weights`. */
export function gameFolder(path: string): string {
  return fileURLToPath(new URL(`../../../games/${path}`, import.meta.url));
}

/** Folders of the user's own files of a kind. */
export function userFolders(kind: string): readonly string[] {
  return [join(dataFolder(), kind)];
}

export function fileNames(folder: string): string[] {
  return readdirSync(folder).toSorted();
}

export function isFile(path: string): boolean {
  return existsSync(path);
}

/** Throws if the file is missing or cannot be read. */
export function fileText(path: string): string {
  return readFileSync(path, "utf8");
}
