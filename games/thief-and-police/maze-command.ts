/** `gamelore thief-and-police maze`: lists, shows, generates, checks and imports mazes. The user's mazes are files in the data folder. */
import { plural } from "../../engine/contracts/quantities.ts";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { userFolders } from "#platform/game-files";
import type { CommandOutput, CommandInput } from "../../engine/contracts/command.ts";
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import { oneLine } from "../../engine/contracts/quoted-text.ts";
import { writeAtomically, writeFully } from "../../engine/tables/atomic-write.ts";
import { NO_SQUARE } from "./layout.ts";
import { generateMaze } from "./maze-generator.ts";
import { formatMaze, parseMaze, type Maze } from "./maze.ts";
import { findMaze, isMazeName, mazeNames, parseMazeRequest, REQUEST_KEYS } from "./mazes.ts";
import { viewCells } from "./view.ts";

const ACTIONS = ["list", "show", "generate", "check", "import"];
/** The largest maze has 16,512 bytes. */
const MAX_BYTES = 100_000;

export async function runMazeCommand(given: CommandInput): Promise<CommandOutput> {
  const [action = "", what, name] = given.words;
  switch (action) {
    case "list":
      return listMazes();
    case "show":
      return showMaze(given, required(what, "show: expected the name of a maze"));
    case "generate":
      return generate(given, what);
    case "check":
      return checkFile(required(what, "check: expected a file"));
    case "import":
      return importFile(
        given,
        required(what, "import: expected a file and a name"),
        required(name, "import: expected a name"),
      );
    default:
      throw new GameloreError("bad-usage", `maze ${action}: expected one of ${ACTIONS.join(", ")}`);
  }
}

function required(word: string | undefined, why: string): string {
  if (word === undefined) throw new GameloreError("bad-usage", `maze ${why}`);
  return word;
}

interface MazeFacts {
  readonly width: number;
  readonly height: number;
  readonly squares: number;
  readonly exits: number;
  readonly deadEnds: number;
  readonly loops: number;
}

function factsOf({ width, height, squares }: Maze): MazeFacts {
  const degrees = squares.map(({ neighbours }) => neighbours.filter((next) => next !== NO_SQUARE).length);
  const edges = degrees.reduce((a, b) => a + b, 0) / 2;
  return {
    width,
    height,
    squares: squares.length,
    exits: squares.filter(({ exit }) => exit).length,
    deadEnds: degrees.filter((degree) => degree === 1).length,
    loops: edges - squares.length + 1,
  };
}

function factsText({ width, height, squares, exits, deadEnds, loops }: MazeFacts): string {
  return `${width} × ${height}, ${plural(squares, "empty square")}, ${plural(exits, "exit")}, ${plural(deadEnds, "dead end")}, ${plural(loops, "loop")}`;
}

function listMazes(): CommandOutput {
  const names = mazeNames();
  const width = Math.max(...names.map((name) => name.length));
  const found = names.map((name) => ({ name, maze: findMaze(name) }));
  return {
    lines: found.map(
      ({ name, maze }) => `${name.padEnd(width)}  ${maze.ok ? factsText(factsOf(maze.value)) : maze.error.message}`,
    ),
    document: {
      mazes: found.map(({ name, maze }) => ({
        name,
        ...(maze.ok ? factsOf(maze.value) : { fault: maze.error.message }),
      })),
    },
  };
}

function showMaze({ terminal }: CommandInput, text: string): CommandOutput {
  const maze = unwrap(findMaze(text));
  const drawing = terminal.draw({ shape: "square", walls: true, cells: viewCells(maze), pieces: [], turn: null });
  return { lines: [drawing, factsText(factsOf(maze))], document: { ...factsOf(maze), rows: maze.rows } };
}

async function generate(given: CommandInput, size = "20x20"): Promise<CommandOutput> {
  const options = REQUEST_KEYS.flatMap((key) => {
    const value = given.options[key];
    return value === undefined ? [] : [`, ${key}=${String(value)}`];
  });
  const maze = unwrap(generateMaze(unwrap(parseMazeRequest(`random(${size}${options.join("")})`))));
  const facts = factsOf(maze);
  const { store } = given.options;
  if (store === undefined) return { lines: [formatMaze(maze).trimEnd()], document: { ...facts, rows: maze.rows } };
  const path = await storeMaze(given, String(store), maze);
  return { lines: [`${factsText(facts)}: stored as ${String(store)}`], document: { ...facts, name: store, path } };
}

function readMazeFile(file: string): Maze {
  const bad = (why: string): never => {
    throw new GameloreError("bad-variant", `${file}: ${why}`);
  };
  let text = "";
  try {
    if (statSync(file).size > MAX_BYTES) bad(`not a maze: larger than ${MAX_BYTES} bytes`);
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof GameloreError) throw error;
    throw new GameloreError("bad-usage", `${file}: cannot read the file`, { cause: error });
  }
  const maze = parseMaze(text);
  return maze.ok ? maze.value : bad(oneLine(maze.error.message));
}

function checkFile(file: string): CommandOutput {
  const facts = factsOf(readMazeFile(file));
  return { lines: [`${file}: ${factsText(facts)}`], document: { ok: true, ...facts } };
}

async function importFile(given: CommandInput, file: string, name: string): Promise<CommandOutput> {
  const maze = readMazeFile(file);
  const path = await storeMaze(given, name, maze);
  const facts = factsOf(maze);
  return { lines: [`${factsText(facts)}: stored as ${name}`], document: { ...facts, name, path } };
}

/** Writes a maze to the user's folder; replaces an existing one only with --replace. */
async function storeMaze({ options, signal }: CommandInput, name: string, maze: Maze): Promise<string> {
  if (!isMazeName(name))
    throw new GameloreError("bad-usage", `"${name}" is not a valid name; use up to 60 letters, digits, - and _`);
  const [folder = "."] = userFolders("mazes");
  const path = join(folder, `${name}.txt`);
  const isOwn = statSync(path, { throwIfNoEntry: false }) !== undefined;
  if (!isOwn && mazeNames().includes(name))
    throw new GameloreError("bad-usage", `"${name}" is the name of a bundled maze; choose another`);
  if (isOwn && options["replace"] !== true)
    throw new GameloreError("bad-usage", `"${name}" exists already; use --replace to replace it`);
  const bytes = new TextEncoder().encode(formatMaze(maze));
  await writeAtomically(path, { bytesNeeded: bytes.length, signal }, (output) => writeFully(output, bytes, 0));
  return path;
}
