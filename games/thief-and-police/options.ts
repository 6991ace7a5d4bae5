/** The variants of the game. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { HistoryRules } from "../../engine/contracts/game.ts";
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
    "a maze by name (20x20-1 to 20x20-5, 60x60-1 to 60x60-5, small, one of your own), generated as in random(20x20, seed=7), or its rows of # . E on lines of their own or separated by slashes",
  lines: true,
  // Mazes of the user come and go.
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
    summary: "all policemen together and then the thief, one policeman and then the thief, or everybody at once",
  },
  STAY,
  {
    name: "first",
    kind: "choice",
    choices: ["police", "thief"],
    default: "police",
    summary: "who moves first where turns alternate",
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
    summary: "what a position that occurs for the third time is, where turns alternate",
  },
  {
    name: "ply-limit",
    kind: "integer",
    min: 1,
    max: 1_000_000,
    default: 500,
    summary: "moves (of one side each, or of both at once) after which a game is a draw",
  },
];

export interface Variant {
  readonly maze: Maze;
  /** The maze as records name it. */
  readonly mazeText: string;
  readonly policemen: number;
  /** By number in TURN_RULES. */
  readonly turns: number;
  readonly stay: boolean;
  /** Who moves first, where turns alternate. */
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
      `policemen: ${policemen} and a thief do not fit beside the exits of a maze with ${squares.length} empty squares`,
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
