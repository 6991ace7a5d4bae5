/** The games that run in the page: all native games and all rulesheets of the repository. Code, kernel and texts are fetched on first use. */
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import { provideKernel } from "../../engine/platform/browser/kernels.ts";
import { provideGameFile } from "../../engine/platform/browser/game-files.ts";
import { rulesheetMarkdown } from "../../service/documents/rulesheet-markdown.ts";

type Lazy<T> = Readonly<Record<string, () => Promise<T>>>;

const NATIVE = import.meta.glob("../../games/*/game.ts") as Lazy<{ game: Game }>;
const READMES = import.meta.glob("../../games/*/README.md", { query: "?raw", import: "default" }) as Lazy<string>;
/** Text files that a game's players read. */
const GAME_FILES = import.meta.glob("../../games/**/*.{json,graph,patterns,fen,txt}", {
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
  return nativePath(id) in NATIVE || sheetPath(id) in RULESHEETS;
}

export function isRulesheet(id: string): boolean {
  return !(nativePath(id) in NATIVE);
}

export function loadGame(id: string): Promise<Game> {
  const game = loaded.get(id) ?? load(id);
  loaded.set(id, game);
  game.catch(() => loaded.delete(id));
  return game;
}

async function load(id: string): Promise<Game> {
  const native = NATIVE[nativePath(id)];
  if (native) {
    const [{ game }] = await Promise.all([native(), fetchKernel(id), fetchGameFiles(id)]);
    return game;
  }
  const sheet = RULESHEETS[sheetPath(id)];
  if (!sheet) throw new GameloreError("unknown-game", `the game "${id}" is not available in this page`);
  const [text, { gdlGame }] = await Promise.all([sheet(), import("../../gdl/game.ts"), fetchKernel("gdl")]);
  return unwrap(gdlGame(id, text));
}

/** The rules as Markdown. */
export async function rulesText(id: string): Promise<string> {
  const sheet = RULESHEETS[sheetPath(id)];
  if (isRulesheet(id) && sheet) return rulesheetMarkdown(await sheet());
  return (await READMES[`${GAMES}${id}/README.md`]?.()) ?? "";
}

async function fetchKernel(name: string): Promise<void> {
  const url = KERNELS[`../../build/kernels/${name}.wasm`];
  if (url === undefined) return;
  const response = await fetch(url);
  if (!response.ok) throw new GameloreError("kernel-missing", `cannot fetch the kernel of ${name}: ${response.status}`);
  provideKernel(name, new Uint8Array(await response.arrayBuffer()));
}

async function fetchGameFiles(game: string): Promise<void> {
  const own = Object.entries(GAME_FILES).filter(([path]) => path.startsWith(`${GAMES}${game}/`));
  await Promise.all(own.map(async ([path, text]) => provideGameFile(path.slice(GAMES.length), await text())));
}

function nativePath(id: string): string {
  return `${GAMES}${id}/game.ts`;
}

function sheetPath(id: string): string {
  return `../../gdl/rulesheets/${id}.kif`;
}
