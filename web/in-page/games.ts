/**
 * The games that run in the page: every room, and the rulesheets that come with the project. The code of a game, its kernel and its
 * texts are fetched when it is first asked for.
 */
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import { provideKernel } from "../../engine/platform/browser/kernels.ts";
import { provideGameFile } from "../../engine/platform/browser/game-files.ts";
import { rulesheetWords } from "../../service/documents/rulesheet-markdown.ts";

type Lazy<T> = Readonly<Record<string, () => Promise<T>>>;

const ROOMS = import.meta.glob("../../games/*/game.ts") as Lazy<{ game: Game }>;
const READMES = import.meta.glob("../../games/*/README.md", { query: "?raw", import: "default" }) as Lazy<string>;
/** Texts that a room's players read. */
const ROOM_FILES = import.meta.glob("../../games/**/*.{json,graph,patterns,fen,txt}", {
  query: "?raw",
  import: "default",
}) as Lazy<string>;
const RULESHEETS = import.meta.glob("../../gdl/rulesheets/*.kif", { query: "?raw", import: "default" }) as Lazy<string>;
const KERNELS = import.meta.glob("../../build/kernels/*.wasm", {
  query: "?url",
  import: "default",
  eager: true,
}) as Readonly<Record<string, string>>;

const GAMES = "../../games/";
const loaded = new Map<string, Promise<Game>>();

export function hasGame(id: string): boolean {
  return roomPath(id) in ROOMS || sheetPath(id) in RULESHEETS;
}

export function isRulesheet(id: string): boolean {
  return !(roomPath(id) in ROOMS);
}

/** With all that opening it takes. */
export function loadGame(id: string): Promise<Game> {
  const game = loaded.get(id) ?? load(id);
  loaded.set(id, game);
  game.catch(() => loaded.delete(id));
  return game;
}

async function load(id: string): Promise<Game> {
  const room = ROOMS[roomPath(id)];
  if (room) {
    const [{ game }] = await Promise.all([room(), fetchKernel(id), fetchRoomFiles(id)]);
    return game;
  }
  const sheet = RULESHEETS[sheetPath(id)];
  if (!sheet) throw new GameloreError("unknown-game", `there is no game "${id}" in this page`);
  const [text, { gdlGame }] = await Promise.all([sheet(), import("../../gdl/game.ts"), fetchKernel("gdl")]);
  return unwrap(gdlGame(id, text));
}

/** The rules in words. */
export async function wordsOf(id: string): Promise<string> {
  const sheet = RULESHEETS[sheetPath(id)];
  if (isRulesheet(id) && sheet) return rulesheetWords(await sheet());
  return (await READMES[`${GAMES}${id}/README.md`]?.()) ?? "";
}

async function fetchKernel(name: string): Promise<void> {
  const url = KERNELS[`../../build/kernels/${name}.wasm`];
  if (url === undefined) return;
  const response = await fetch(url);
  if (!response.ok)
    throw new GameloreError("kernel-missing", `the kernel of ${name} cannot be fetched: ${response.status}`);
  provideKernel(name, new Uint8Array(await response.arrayBuffer()));
}

async function fetchRoomFiles(game: string): Promise<void> {
  const own = Object.entries(ROOM_FILES).filter(([path]) => path.startsWith(`${GAMES}${game}/`));
  await Promise.all(own.map(async ([path, text]) => provideGameFile(path.slice(GAMES.length), await text())));
}

function roomPath(id: string): string {
  return `${GAMES}${id}/game.ts`;
}

function sheetPath(id: string): string {
  return `../../gdl/rulesheets/${id}.kif`;
}
