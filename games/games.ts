/** The games there are: every folder beside this file that has a game.ts. Adding a game is adding a folder. */
import { existsSync, readdirSync } from "node:fs";
import { fail, ok, type Result } from "../engine/contracts/errors.ts";
import type { Game } from "../engine/contracts/game.ts";

export async function loadGames(): Promise<Game[]> {
  const here = new URL("./", import.meta.url);
  const folders = readdirSync(here, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(new URL(`${entry.name}/game.ts`, here)))
    .map((entry) => entry.name)
    .toSorted();
  const modules = await Promise.all(folders.map((folder) => import(new URL(`${folder}/game.ts`, here).href)));
  return modules.map((module: { game: Game }) => module.game);
}

export async function findGame(id: string): Promise<Result<Game>> {
  const games = await loadGames();
  const game = games.find((candidate) => candidate.id === id);
  return game
    ? ok(game)
    : fail("unknown-game", `there is no game "${id}"; there is: ${games.map((each) => each.id).join(", ")}`);
}
