/** Options of variants. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { HistoryRules } from "../../engine/contracts/rules.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import { MAX_POLICEMEN, SIMULTANEOUS, THIEF, POLICE } from "./layout.ts";
import type { Maze } from "./maze.ts";
import { DEFAULT_MAZE, findMaze, mazeNames, mazeText } from "./mazes.ts";

export const TURN_RULES = ["alternating", "alternating-one", "simultaneous"] as const;

const GENERATED = ["random(20x20,seed=7,loops=10)", "random(60x60,seed=7,loops=100)"];

export const MAZE: OptionSpec = {
  name: "maze",
  kind: "text",
  default: DEFAULT_MAZE,
  summary:
    "a maze by name (20x20-1 to 20x20-5, 60x60-1 to 60x60-5, small, or your own), a generator request like random(20x20, seed=7), or rows of # . E separated by newlines or slashes",
  lines: true,
  // The user's mazes may change.
  get suggestions() {
    return [...mazeNames(), ...GENERATED];
  },
};

export const POLICEMEN: OptionSpec = {
  name: "policemen",
  kind: "integer",
  min: 1,
  max: MAX_POLICEMEN,
  default: 4,
  summary: "policemen in the maze",
};

export const STAY: OptionSpec = {
  name: "stay",
  kind: "choice",
  choices: ["yes", "no"],
  default: "yes",
  summary: "whether a piece may stay where it is",
};

export const VARIANT_OPTIONS: readonly OptionSpec[] = [
  MAZE,
  POLICEMEN,
  {
    name: "turns",
    kind: "choice",
    choices: TURN_RULES,
    default: "alternating",
    summary: "all policemen together, then the thief; one policeman, then the thief; or all pieces simultaneously",
  },
  STAY,
  {
    name: "first",
    kind: "choice",
    choices: ["police", "thief"],
    default: "police",
    summary: "the side that moves first, with alternating turns",
  },
  {
    name: "start",
    kind: "integer",
    min: 1,
    max: 1_000_000,
    default: 1,
    summary: "number of the random start",
  },
  {
    name: "repetition",
    kind: "choice",
    choices: ["allowed", "draw"],
    default: "draw",
    summary: "threefold repetition, with alternating turns",
  },
  {
    name: "ply-limit",
    kind: "integer",
    min: 1,
    max: 1_000_000,
    default: 500,
    summary: "moves (simultaneous moves count as one) after which a game is a draw",
  },
];

export interface Variant {
  readonly maze: Maze;
  /** Canonical text of the maze. */
  readonly mazeText: string;
  readonly policemen: number;
  /** Index into TURN_RULES. */
  readonly turns: number;
  readonly stay: boolean;
  /** The side that moves first, with alternating turns. */
  readonly first: number;
  readonly start: number;
  readonly history: HistoryRules;
}

export function readVariant(options: OptionValues): Result<Variant> {
  const maze = findMaze(String(options["maze"]));
  if (!maze.ok) return maze;
  const policemen = Number(options["policemen"]);
  const { squares } = maze.value;
  const exits = squares.filter(({ exit }) => exit).length;
  if (policemen + 1 > squares.length - exits)
    return fail(
      "bad-variant",
      `policemen: ${policemen} and a thief do not fit into a maze with ${squares.length} empty squares, exits excluded`,
    );
  const turns = TURN_RULES.indexOf(options["turns"] as (typeof TURN_RULES)[number]);
  return ok({
    maze: maze.value,
    mazeText: mazeText(String(options["maze"]), maze.value),
    policemen,
    turns,
    stay: options["stay"] === "yes",
    first: options["first"] === "thief" ? THIEF : POLICE,
    start: Number(options["start"]),
    history: {
      repetition: turns === SIMULTANEOUS || options["repetition"] === "allowed" ? "allowed" : "draw",
      repetitionCount: 3,
      plyLimit: Number(options["ply-limit"]),
    },
  });
}
