/**
 * The game registry: every subfolder with a module `game` (adding a game means adding a folder), and general games by the name of a bundled
 * rulesheet or by a file.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { programVersion, type ProgramVersion } from "../engine/arena/build.ts";
import type { GameCommands } from "../engine/contracts/command.ts";
import { fail, ok, type Result } from "../engine/contracts/errors.ts";
import type { Game } from "../engine/contracts/game.ts";
import { sourceFile } from "../engine/platform/node/source-file.ts";
import { didYouMean } from "../engine/contracts/did-you-mean.ts";
import { gdlGameOfFile } from "../gdl/game-file.ts";
import { headingOf, type Heading } from "../gdl/language/heading.ts";
import { RENAMED_GAMES } from "./renamed.ts";

const GAMES = new URL("./", import.meta.url);
const RULESHEETS = new URL("../gdl/rulesheets/", import.meta.url);

/** Ids of the native games: the names of their folders. */
export function nativeGameIds(): string[] {
  return foldersWith("game");
}

export async function loadGames(): Promise<Game[]> {
  return Promise.all(nativeGameIds().map(loadGame));
}

async function loadGame(id: string): Promise<Game> {
  return ((await import(sourceFile(`${id}/game`, GAMES.href).href)) as { game: Game }).game;
}

/** Ids of the games that have commands of their own. */
export function gamesWithCommands(): string[] {
  return foldersWith("commands");
}

export async function loadGameCommands(id: string): Promise<GameCommands> {
  return ((await import(sourceFile(`${id}/commands`, GAMES.href).href)) as { commands: GameCommands }).commands;
}

function foldersWith(module: string): string[] {
  return readdirSync(GAMES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(sourceFile(`${entry.name}/${module}`, GAMES.href)))
    .map((entry) => entry.name)
    .toSorted();
}

/** The program's version, with the kernels of all games. */
export function gameloreVersion(): ProgramVersion {
  return programVersion([...nativeGameIds(), "gdl"]);
}

/** Names of the bundled rulesheets. */
export function rulesheetNames(): string[] {
  return readdirSync(RULESHEETS)
    .filter((file) => file.endsWith(".kif"))
    .map((file) => file.replace(/\.kif$/, ""))
    .toSorted();
}

/** The path of a bundled rulesheet by its id or a former id; null if there is none. */
export function rulesheetPath(name: string): string | null {
  const names = rulesheetNames();
  const id = names.includes(name) ? name : RENAMED_GAMES.find(({ from }) => from === name)?.to;
  return id !== undefined && names.includes(id) ? fileURLToPath(new URL(`${id}.kif`, RULESHEETS)) : null;
}

/** The game id of a rulesheet file: its name, with a suffix if a native game has that id. */
export function rulesheetGameId(path: string): string {
  const name = basename(path).replace(/\.(kif|gdl)$/, "");
  const isNative = existsSync(sourceFile(`${encodeURIComponent(name)}/game`, GAMES.href));
  return isNative ? `${name}-gdl` : name;
}

/** Ids, titles and summaries of the bundled rulesheets. */
export function rulesheetList(): ({ readonly id: string } & Heading)[] {
  return rulesheetNames().map((id) => {
    const heading = headingOf(readFileSync(new URL(`${id}.kif`, RULESHEETS), "utf8"));
    return { id, title: heading?.title ?? id, summary: heading?.summary ?? "" };
  });
}

/** `warn` receives notes about a rulesheet, one line each. */
export async function findGame(id: string, warn?: (line: string) => void): Promise<Result<Game>> {
  const native = nativeGameIds();
  if (native.includes(id)) return ok(await loadGame(id));
  if (/\.(kif|gdl)$/.test(id)) return gdlGameOfFile(id, warn, rulesheetGameId(id));
  const file = rulesheetPath(id);
  if (file !== null) return gdlGameOfFile(file, warn);
  return fail(
    "unknown-game",
    `unknown game "${id}"; expected ${native.join(", ")}, a general game (listed by: gamelore games) or a rulesheet file such as game.kif${didYouMean(id, [...native, ...rulesheetNames()])}`,
  );
}
