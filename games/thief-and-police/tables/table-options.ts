/** Options of tables: kind, maze, policemen. */
import { fail, ok, type Result } from "../../../engine/contracts/errors.ts";
import type { OptionSpec, OptionValues } from "../../../engine/contracts/options.ts";
import { formatNumber } from "../../../engine/contracts/quantities.ts";
import { binomial } from "../../../engine/index/combinations.ts";
import { ALTERNATING, ALTERNATING_ONE, MAX_POLICEMEN, NO_SQUARE } from "../layout.ts";
import type { Maze } from "../maze.ts";
import { findMaze, mazeDigest } from "../mazes.ts";
import { MAZE, STAY, TURN_RULES } from "../options.ts";

const TABLE_KINDS = ["police", "thief", "game"] as const;
export type TableKind = (typeof TABLE_KINDS)[number];
/** Entries that fit into a kernel's memory besides the memory of a build. */
const MAX_ENTRIES = 4e9;
/** Largest number of moves that fits into a counter byte. */
const MOST_MOVES = 254;

export const TABLE_OPTIONS: readonly OptionSpec[] = [
  {
    name: "kind",
    kind: "choice",
    choices: TABLE_KINDS,
    default: "police",
    summary:
      "police: moves to surround a static thief; thief: moves to an exit around static policemen; game: outcome and distance when both sides move",
  },
  MAZE,
  {
    name: "policemen",
    kind: "integer",
    min: 1,
    max: MAX_POLICEMEN,
    default: 2,
    summary: "number of policemen",
  },
  {
    name: "goal",
    kind: "choice",
    choices: ["beside", "surround"],
    default: "beside",
    summary:
      "police tables: surround the thief; with beside, all policemen adjacent to him if they are too few to surround him",
  },
  STAY,
  {
    name: "turns",
    kind: "choice",
    choices: TURN_RULES.slice(0, 2),
    default: "alternating",
    summary: "game tables: all policemen move per turn, or one",
  },
];

export interface MazeTable {
  readonly kind: TableKind;
  readonly maze: Maze;
  /** The maze as given. */
  readonly mazeText: string;
  readonly policemen: number;
  /** All neighbours of the thief must be occupied, even if the table has fewer policemen. */
  readonly surround: boolean;
  readonly stay: boolean;
  readonly turns: number;
}

export function tableEntries({ kind, maze, policemen }: MazeTable): number {
  const sets = maze.squares.length * binomial(maze.squares.length, policemen);
  return kind === "game" ? 2 * sets : sets;
}

/** Table names contain a digest of the maze's rows, not its name. */
export function tableName(table: MazeTable): string {
  const { kind, maze, policemen, stay, turns } = table;
  return [
    kind,
    policemen,
    `${maze.width}x${maze.height}`,
    mazeDigest(maze),
    ...(kind === "police" && surroundMatters(table) ? ["surround"] : []),
    ...(kind !== "thief" && !stay ? ["no-stay"] : []),
    ...(kind === "game" && turns === ALTERNATING_ONE ? ["one"] : []),
  ].join("-");
}

/** With four policemen or more, every thief can be surrounded. */
function surroundMatters({ surround, policemen }: MazeTable): boolean {
  return surround && policemen < 4;
}

export function tableCommand(table: MazeTable): string {
  const { kind, mazeText, policemen, stay, turns } = table;
  const maze = /^[\w-]+$/.test(mazeText) ? mazeText : `'${mazeText}'`;
  return [
    `gamelore solve thief-and-police --kind ${kind} --maze ${maze} --policemen ${policemen}`,
    ...(kind === "police" && surroundMatters(table) ? ["--goal surround"] : []),
    ...(kind !== "thief" && !stay ? ["--stay no"] : []),
    ...(kind === "game" && turns === ALTERNATING_ONE ? ["--turns alternating-one"] : []),
  ].join(" ");
}

export function readTable(options: OptionValues): Result<MazeTable> {
  const mazeText = String(options["maze"]);
  const maze = findMaze(mazeText);
  if (!maze.ok) return maze;
  const table: MazeTable = {
    kind: options["kind"] as TableKind,
    maze: maze.value,
    mazeText,
    policemen: Number(options["policemen"]),
    surround: options["goal"] === "surround",
    stay: options["stay"] !== "no",
    turns:
      options["kind"] === "game" ? TURN_RULES.indexOf(options["turns"] as (typeof TURN_RULES)[number]) : ALTERNATING,
  };
  return checkTable(table);
}

export function checkTable(table: MazeTable): Result<MazeTable> {
  const { kind, maze, policemen } = table;
  if (policemen + 2 > maze.squares.length)
    return fail("bad-variant", `policemen: ${policemen} do not fit into ${maze.squares.length} empty squares`);
  const entries = tableEntries(table);
  // The game table has a move counter per entry.
  const bytes = kind === "game" ? 2 * entries : entries;
  if (bytes > MAX_ENTRIES)
    return fail(
      "too-large",
      `policemen: a table of ${policemen} in a maze of ${maze.squares.length} empty squares has ${formatNumber(entries)} entries; at most ${formatNumber(kind === "game" ? MAX_ENTRIES / 2 : MAX_ENTRIES)} fit into 4 GiB; use fewer policemen or a smaller maze`,
    );
  if (kind === "game" && table.turns === ALTERNATING && maxJointMoves(maze, policemen) > MOST_MOVES)
    return fail(
      "too-large",
      `policemen: ${policemen} may have more than ${MOST_MOVES} joint moves in this maze, the limit of a game table; use fewer policemen, or --turns alternating-one`,
    );
  return ok(table);
}

/** Upper bound: all policemen on the squares with the most neighbours. */
function maxJointMoves({ squares }: Maze, policemen: number): number {
  const choices = squares.map(({ neighbours }) => 1 + neighbours.filter((next) => next !== NO_SQUARE).length);
  return choices
    .toSorted((a, b) => b - a)
    .slice(0, policemen)
    .reduce((product, own) => product * own, 1);
}
