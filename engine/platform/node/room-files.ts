/** Texts that come with a game, as files of its room; and those that a person has made beside them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dataFolder } from "../../tables/folder.ts";

/** A folder within games/, as in `some-game/weights`; a name follows behind a slash. */
export function roomFolder(path: string): string {
  return fileURLToPath(new URL(`../../../games/${path}`, import.meta.url));
}

/** Where the user's own of a kind lie, where there can be such. */
export function userFolders(kind: string): readonly string[] {
  return [join(dataFolder(), kind)];
}

export function fileNames(folder: string): string[] {
  return readdirSync(folder).toSorted();
}

export function isFile(path: string): boolean {
  return existsSync(path);
}

/** Fails where there is none, or it cannot be read. */
export function fileText(path: string): string {
  return readFileSync(path, "utf8");
}
