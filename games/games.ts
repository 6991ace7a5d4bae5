/**
 * The games there are: every folder beside this file that has a game.ts, so that adding a game is adding a folder; and general games,
 * by the name of a rulesheet of ours or by a file.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { GameCommands } from "../engine/contracts/command.ts";
import { fail, ok, type Result } from "../engine/contracts/errors.ts";
import type { Game } from "../engine/contracts/game.ts";
import { gdlGameOfFile } from "../gdl/game-file.ts";
import { headingOf, type Heading } from "../gdl/language/heading.ts";
import { RENAMED_GAMES } from "./renamed.ts";

const RULESHEETS = new URL("../gdl/rulesheets/", import.meta.url);

export async function loadGames(): Promise<Game[]> {
  return (await importFromRooms<{ game: Game }>("game.ts")).map(({ module }) => module.game);
}

/** The commands that only one game has, by its id. */
export async function loadGameCommands(): Promise<{ readonly game: string; readonly commands: GameCommands }[]> {
  const found = await importFromRooms<{ commands: GameCommands }>("commands.ts");
  return found.map(({ room, module }) => ({ game: room, commands: module.commands }));
}

/** A file of every room that has it. */
async function importFromRooms<T>(file: string): Promise<{ readonly room: string; readonly module: T }[]> {
  const here = new URL("./", import.meta.url);
  const rooms = readdirSync(here, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(new URL(`${entry.name}/${file}`, here)))
    .map((entry) => entry.name)
    .toSorted();
  return Promise.all(
    rooms.map(async (room) => ({ room, module: (await import(new URL(`${room}/${file}`, here).href)) as T })),
  );
}

/** Names of the rulesheets that come with the project. */
export function rulesheetNames(): string[] {
  return readdirSync(RULESHEETS)
    .filter((file) => file.endsWith(".kif"))
    .map((file) => file.replace(/\.kif$/, ""))
    .toSorted();
}

/** The file of a rulesheet that comes with the project, by its id or a former id; null if there is none. */
export function rulesheetPath(name: string): string | null {
  const names = rulesheetNames();
  const id = names.includes(name) ? name : RENAMED_GAMES.find(({ from }) => from === name)?.to;
  return id !== undefined && names.includes(id) ? fileURLToPath(new URL(`${id}.kif`, RULESHEETS)) : null;
}

/** The id of the game in a rulesheet's file: the file's name, with a suffix if a native game has that id. */
export function rulesheetGameId(path: string): string {
  const name = basename(path).replace(/\.(kif|gdl)$/, "");
  const isNative = existsSync(new URL(`${encodeURIComponent(name)}/game.ts`, import.meta.url));
  return isNative ? `${name}-gdl` : name;
}

/** Names, titles and summaries of these. */
export function rulesheetList(): ({ readonly id: string } & Heading)[] {
  return rulesheetNames().map((id) => {
    const heading = headingOf(readFileSync(new URL(`${id}.kif`, RULESHEETS), "utf8"));
    return { id, title: heading?.title ?? id, summary: heading?.summary ?? "" };
  });
}

/** `tell` hears in a line what whoever plays it should know. */
export async function findGame(id: string, tell?: (line: string) => void): Promise<Result<Game>> {
  const games = await loadGames();
  const game = games.find((candidate) => candidate.id === id);
  if (game) return ok(game);
  if (/\.(kif|gdl)$/.test(id)) return gdlGameOfFile(id, tell, rulesheetGameId(id));
  const file = rulesheetPath(id);
  if (file !== null) return gdlGameOfFile(file, tell);
  const known = [...games.map((each) => each.id), ...rulesheetNames()].join(", ");
  return fail("unknown-game", `there is no game "${id}"; there is: ${known}, or a rulesheet as a file, as in game.kif`);
}
