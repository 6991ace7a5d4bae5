/** The user's networks, features and mazes, which are small, travel with the list of tables. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { GameloreError } from "../engine/contracts/errors.ts";
import { formatBytes } from "../engine/contracts/quantities.ts";
import { temporaryName } from "../engine/tables/owner.ts";
import { USER_FOLDERS, type UserFile } from "./payloads.ts";

const MAX_BYTES = 8e6;

export function readUserFiles(dataFolder: string): UserFile[] {
  const files = USER_FOLDERS.filter((folder) => existsSync(join(dataFolder, folder))).flatMap((folder) =>
    readdirSync(join(dataFolder, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile() && /^[A-Za-z0-9][A-Za-z0-9._+=,()@-]{0,99}$/.test(entry.name))
      .map(({ name }) => ({
        path: `${folder}/${name}`,
        base64: readFileSync(join(dataFolder, folder, name)).toString("base64"),
      })),
  );
  const bytes = files.reduce((sum, { base64 }) => sum + base64.length, 0);
  if (bytes <= MAX_BYTES) return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  throw new GameloreError(
    "too-large",
    `${USER_FOLDERS.join(", ")} in ${dataFolder} take ${formatBytes(bytes)}, too much to be sent to workers; move what the players do not need`,
  );
}

export function writeUserFiles(dataFolder: string, files: readonly UserFile[]): void {
  for (const { path, base64 } of files) {
    const target = join(dataFolder, path);
    if (existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    // A job may be reading the folder.
    const temporary = join(dirname(target), temporaryName(basename(target)));
    writeFileSync(temporary, Buffer.from(base64, "base64"));
    renameSync(temporary, target);
  }
}
