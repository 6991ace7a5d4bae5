/** Options of variants and tables. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";

const WIN_RULES = ["filled", "all"] as const;
const DIRECTIONS = ["all", "non-backward", "forward", "paper"] as const;
const STUCK_RULES = ["pass", "loss", "draw"] as const;
const REPETITION_RULES = ["allowed", "draw", "loss"] as const;
/** Homes are the first one to four rows of a corner. */
const HOME_SIZES: readonly number[] = [1, 3, 6, 10];
/** The GPU's placements are eight bytes; larger tables would have trillions of entries on most boards. */
export const MAX_TABLE_PIECES = 8;
/** Kernels address 4 GiB, of which the solver's threads need a part. */
export const MAX_TABLE_ENTRIES = 4e9;
/** Beyond these, a two-side table does not fit into memory, nor a placement into a 64-bit word. */
export const MAX_TWO_SIDE_PIECES = 3;
export const MAX_TWO_SIDE_SIDE = 7;

export const SIDE: OptionSpec = {
  name: "side",
  kind: "integer",
  min: 4,
  max: 9,
  default: 9,
  summary: "cells along one edge of the rhombus",
};

export const VARIANT_OPTIONS: readonly OptionSpec[] = [
  SIDE,
  {
    name: "pieces",
    kind: "integer",
    min: 1,
    max: 10,
    default: 6,
    summary: "pieces per player: 1, 3, 6 or 10 (10 needs side 5 or more)",
  },
  {
    name: "win",
    kind: "choice",
    choices: WIN_RULES,
    default: "filled",
    summary:
      "filled: the goal is full and contains at least one of the player's pieces; all: all of the player's pieces are in it",
  },
  {
    name: "moves",
    kind: "choice",
    choices: DIRECTIONS,
    default: "all",
    summary:
      "which moves are legal, by the rows gained from start to end; paper: as in paper 000's endgame databases, towards the goal if possible, else sideways, else backward",
  },
  {
    name: "stuck",
    kind: "choice",
    choices: STUCK_RULES,
    default: "pass",
    summary: "what happens to a player without a move",
  },
  {
    name: "repetition",
    kind: "choice",
    choices: REPETITION_RULES,
    default: "draw",
    summary: "threefold repetition: allowed, a draw, or a loss for the player who caused it",
  },
  {
    name: "ply-limit",
    kind: "integer",
    min: 1,
    max: 1_000_000,
    default: 1_000,
    summary: "plies after which a game is a draw",
  },
];

export const ONE_SIDE_OPTIONS: readonly OptionSpec[] = [
  {
    name: "goal",
    kind: "text",
    default: null,
    summary: "goal cells, for example a1,a2,b1; default: the first cells from the tip, one per piece",
  },
  {
    name: "rear",
    kind: "text",
    default: null,
    summary: "load only the part of the table with no piece behind this cell",
  },
];

/** Goals with one cell per piece. */
export const OWN_HOME = "own";

export const TWO_SIDE_OPTIONS: readonly OptionSpec[] = [
  {
    name: "home",
    kind: "choice",
    choices: [OWN_HOME, "3", "6", "10"],
    default: OWN_HOME,
    summary: "two-side tables: cells of the goal; own: one per piece",
  },
  {
    name: "win",
    kind: "choice",
    choices: WIN_RULES,
    default: "filled",
    summary: "two-side tables: as in the game",
  },
  {
    name: "moves",
    kind: "choice",
    choices: ["all", "paper"],
    default: "all",
    summary: "two-side tables: all; or as in paper 000, moves towards the goal if any, else sideways, else backward",
  },
];

export const TABLE_OPTIONS: readonly OptionSpec[] = [
  SIDE,
  {
    name: "pieces",
    kind: "integer",
    min: 1,
    max: 81,
    default: 6,
    summary: `pieces per side: 1 to ${MAX_TABLE_PIECES}, to 7 on boards of side 8 and 9, in two-side tables 1 to ${MAX_TWO_SIDE_PIECES}`,
  },
  {
    name: "sides",
    kind: "integer",
    min: 1,
    max: 2,
    default: 1,
    summary: `1: fewest moves of one side alone; 2: win, draw or loss with both sides, up to side ${MAX_TWO_SIDE_SIDE}`,
  },
  ...ONE_SIDE_OPTIONS,
  ...TWO_SIDE_OPTIONS,
];

export interface Variant {
  readonly side: number;
  readonly cells: number;
  readonly pieces: number;
  /** Rules as the kernel's numbers: indices into the choices above. */
  readonly win: number;
  readonly directions: number;
  readonly stuck: number;
  readonly repetition: (typeof REPETITION_RULES)[number];
  readonly plyLimit: number;
}

export function readVariant(options: OptionValues): Result<Variant> {
  const side = Number(options["side"]);
  const pieces = Number(options["pieces"]);
  if (!HOME_SIZES.includes(pieces))
    return fail("bad-variant", `pieces: ${pieces} is not one of ${HOME_SIZES.join(", ")}`);
  if (pieces === 10 && side < 5) return fail("bad-variant", `pieces: 10 need a board of side 5 or more, not ${side}`);
  return ok({
    side,
    cells: side * side,
    pieces,
    win: winNumber(String(options["win"])),
    directions: directionNumber(String(options["moves"])),
    stuck: STUCK_RULES.indexOf(options["stuck"] as (typeof STUCK_RULES)[number]),
    repetition: options["repetition"] as Variant["repetition"],
    plyLimit: Number(options["ply-limit"]),
  });
}

export const DIRECTION_NAMES: readonly string[] = DIRECTIONS;

export function directionNumber(name: string): number {
  return DIRECTION_NAMES.indexOf(name);
}

export function winNumber(name: string): number {
  return (WIN_RULES as readonly string[]).indexOf(name);
}
