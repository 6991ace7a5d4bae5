/** Unfinished games with hidden information, saved in a file so that resuming does not reveal it. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { GameloreError } from "../engine/contracts/errors.ts";
import { dataFolder } from "../engine/platform/node/folders.ts";

/** Saves a position in a new file, or in the one it came from; returns the path. */
export function saveGame(game: string, position: string, from?: string): string {
  const file = from ?? newFile(game);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${position}\n`);
  } catch (error) {
    throw new GameloreError("not-writable", `${file}: cannot save the game: ${(error as Error).message}`);
  }
  return file;
}

export function readSavedGame(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new GameloreError("bad-usage", `--saved ${file}: cannot read a saved game: ${(error as Error).message}`);
  }
}

/** Named by the time in milliseconds, which is unique for one user. */
function newFile(game: string): string {
  const time = new Date().toISOString().replace(/[^\d]/g, "");
  return join(dataFolder(), "left-games", `${game.replace(/[^\w-]+/g, "-")}-${time}.txt`);
}
