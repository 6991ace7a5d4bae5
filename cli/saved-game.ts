/** Games that a person has left and may not see all of: kept in a file, so that going on shows nothing hidden. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { GameloreError } from "../engine/contracts/errors.ts";
import { dataFolder } from "../engine/platform/node/folders.ts";

/** Keeps a position, in a new file or in the one it came from; returns the file. */
export function saveGame(game: string, position: string, from?: string): string {
  const file = from ?? newFile(game);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${position}\n`);
  } catch (error) {
    throw new GameloreError("not-writable", `${file}: the game could not be kept: ${(error as Error).message}`);
  }
  return file;
}

export function readSavedGame(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new GameloreError(
      "bad-usage",
      `--saved ${file}: expected a file that a game was left in: ${(error as Error).message}`,
    );
  }
}

/** Named by the time to the millisecond: nobody leaves two games at once. */
function newFile(game: string): string {
  const time = new Date().toISOString().replace(/[^\d]/g, "");
  return join(dataFolder(), "left-games", `${game.replace(/[^\w-]+/g, "-")}-${time}.txt`);
}
