/** `--plugin FILE`: players and evaluations from the user's own files. The command line only has it: a file is code. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Command } from "commander";
import { GameloreError } from "../engine/contracts/errors.ts";
import type { Game } from "../engine/contracts/game.ts";
import type { Plugin } from "../library/plugin.ts";
import { withPlugins } from "../library/plugin-kinds.ts";

export interface PluginGiven {
  readonly plugin?: readonly string[];
}

const DIGEST_LETTERS = 10;
const EXTENSIONS: readonly string[] = ["", ".ts", ".js", ".mjs"];

export function addPlugin(command: Command): Command {
  return command.option(
    "--plugin <FILE>",
    "adds players and evaluations from your own TypeScript or JavaScript file; can be repeated",
    (file: string, files: readonly string[] = []) => [...files, file],
  );
}

export async function gameWithPlugins(game: Game, { plugin = [] }: PluginGiven): Promise<Game> {
  return withPlugins(game, await Promise.all(plugin.map(loadPlugin)));
}

async function loadPlugin(file: string): Promise<Plugin> {
  const version = digestOf(file);
  let loaded: { default?: Plugin };
  try {
    loaded = await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    throw new GameloreError("bad-usage", `--plugin ${file}: ${(error as Error).message}`, { cause: error });
  }
  const plugin = loaded.default;
  const lists = [plugin?.players ?? [], plugin?.evaluations ?? []];
  const isPlugin = lists.every((list) => Array.isArray(list) && list.every(isDefinition)) && lists.flat().length > 0;
  if (!plugin || !isPlugin)
    throw new GameloreError(
      "bad-usage",
      `--plugin ${file}: expected a default export { players: [{ name, create }], evaluations: [{ name, create }] }`,
    );
  return { ...plugin, version };
}

function isDefinition(value: unknown): boolean {
  const { name, create } = (value ?? {}) as { name?: unknown; create?: unknown };
  return typeof name === "string" && typeof create === "function";
}

/** Of the file and the files that it imports by relative paths; packages are not included. */
function digestOf(file: string): string {
  const hash = createHash("sha256");
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    const text = readFileSync(path, "utf8");
    hash.update(`${text.length}\n${text}`);
    for (const [, from = ""] of text.matchAll(/(?:from|import|import\()\s*["'](\.{1,2}\/[^"']+)["']/g)) {
      const target = EXTENSIONS.map((extension) => resolve(dirname(path), from + extension)).find(isReadable);
      if (target !== undefined) visit(target);
    }
  };
  try {
    visit(resolve(file));
  } catch (error) {
    throw new GameloreError("bad-usage", `--plugin ${file}: ${(error as Error).message}`, { cause: error });
  }
  return hash.digest("hex").slice(0, DIGEST_LETTERS);
}

function isReadable(path: string): boolean {
  try {
    return readFileSync(path).length >= 0;
  } catch {
    return false;
  }
}
