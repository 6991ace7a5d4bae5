/** Resolves the text of a maze: a bundled file, a file of the user, a generator request, or the rows themselves. */
import { fileNames, fileText, isFile, gameFolder, userFolders } from "#platform/game-files";
import { sha256 } from "#platform/digest";
import { fail, type Result } from "../../engine/contracts/errors.ts";
import { didYouMean } from "../../engine/contracts/did-you-mean.ts";
import { generateMaze, MAZE_DEFAULTS, type MazeRequest } from "./maze-generator.ts";
import { parseMaze, type Maze } from "./maze.ts";

export const DEFAULT_MAZE = "20x20-1";
const EXTENSION = ".txt";
const MAX_QUOTED = 60;

/** Folders of mazes, the user's first. */
function mazeFolders(): readonly string[] {
  return [...userFolders("mazes"), gameFolder("thief-and-police/mazes")];
}

export function mazeNames(): string[] {
  const names = mazeFolders().flatMap((folder) => {
    try {
      return fileNames(folder);
    } catch {
      return [];
    }
  });
  const ours = names.filter((name) => name.endsWith(EXTENSION)).map((name) => name.slice(0, -EXTENSION.length));
  return [...new Set(ours)].toSorted();
}

export function isMazeName(text: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,59}$/i.test(text);
}

function isRequest(text: string): boolean {
  return /^\s*random\s*(\(|$)/.test(text);
}

function isRows(text: string): boolean {
  return /[/\n#]|^[.E]*\.[.E]*$/.test(text);
}

/** The canonical text of a maze, for records: a name, a request without spaces, or rows separated by slashes. */
export function mazeText(text: string, maze: Pick<Maze, "rows">): string {
  const request = isRequest(text) ? parseMazeRequest(text) : null;
  if (request?.ok) return formatMazeRequest(request.value);
  return isRows(text) ? maze.rows.join("/") : text;
}

export function findMaze(text: string): Result<Maze> {
  if (/\.(txt|maze)$/i.test(text))
    return fail(
      "bad-variant",
      `maze: "${text}" looks like a file name; import the file first: gamelore thief-and-police maze import FILE NAME`,
    );
  if (isRequest(text)) return randomMaze(text);
  if (isRows(text)) return parseMaze(text);
  if (!isMazeName(text)) return unknown(text);
  const path = mazeFolders()
    .map((folder) => `${folder}/${text}${EXTENSION}`)
    .find(isFile);
  if (path === undefined) return unknown(text);
  const maze = parseMaze(fileText(path));
  return maze.ok ? maze : fail("bad-variant", `${text}: ${maze.error.message}`);
}

function unknown(given: string): Result<never> {
  const names = mazeNames();
  const text = given.length > MAX_QUOTED ? `${given.slice(0, MAX_QUOTED)}…` : given;
  return fail(
    "bad-variant",
    `maze: "${text}" not found; available: ${names.join(", ")}; or use random(20x20, seed=7), or rows of # . E separated by slashes${didYouMean(text, names)}`,
  );
}

export const REQUEST_KEYS = ["seed", "braid", "loops", "squares", "exits", "winding"] as const;
/** Keys with values from 0 to 1. */
const SHARES: readonly string[] = ["braid", "winding"];

/** Parses random(20x20, seed=7, braid=0.2, loops=5, squares=150, exits=2, winding=0.5). */
export function parseMazeRequest(text: string): Result<MazeRequest> {
  const bad = (why: string): Result<never> =>
    fail("bad-variant", `maze: "${text}": ${why}; expected a form like random(20x20, seed=7, loops=5, squares=150)`);
  const match = /^random\s*\(\s*(\d+)\s*x\s*(\d+)\s*((?:,[^,()]*)*)\)$/.exec(text.trim());
  if (!match) return bad("invalid request");
  const numbers: Record<string, number> = { seed: 1 };
  for (const part of (match[3] as string).split(",").slice(1)) {
    const [key = "", value = ""] = part.split("=").map((each) => each.trim());
    if (!(REQUEST_KEYS as readonly string[]).includes(key))
      return bad(`"${key}" is not one of ${REQUEST_KEYS.join(", ")}`);
    const number = Number(value);
    const isShare = SHARES.includes(key);
    if (value === "" || !(number >= 0) || (isShare ? number > 1 : !Number.isSafeInteger(number)))
      return bad(`${key} must be ${isShare ? "a number from 0 to 1" : "a non-negative integer"}`);
    if (key === "exits" && number === 0) return bad("exits must be at least 1");
    numbers[key] = number;
  }
  const size = { width: Number(match[1]), height: Number(match[2]) };
  return { ok: true, value: { ...MAZE_DEFAULTS, ...size, seed: 1, ...numbers } };
}

/** Omits defaults. */
function formatMazeRequest(request: MazeRequest): string {
  const given = REQUEST_KEYS.filter((key) => key === "seed" || request[key] !== MAZE_DEFAULTS[key]);
  return `random(${request.width}x${request.height}${given.map((key) => `,${key}=${request[key]}`).join("")})`;
}

function randomMaze(text: string): Result<Maze> {
  const request = parseMazeRequest(text);
  return request.ok ? generateMaze(request.value) : request;
}

/** Part of the names of a maze's tables: mazes with the same rows share tables. */
export function mazeDigest({ rows }: Pick<Maze, "rows">): string {
  return sha256(rows.join("\n")).slice(0, 12);
}
