/** Paper 004, abstract: number of moves that Rat searches. */
import { unwrap } from "../../engine/contracts/errors.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import { game } from "../../games/arimaa/game.ts";
import { measureOutput } from "../../games/arimaa/rat/commands.ts";
import { RAT_PARAMETERS, ratSettings } from "../../games/arimaa/rat/rat.ts";
import type { ArimaaRules } from "../../games/arimaa/rules.ts";
import type { Cell, Experiment } from "../experiment.ts";
import { atLeast, within } from "../verdict.ts";
import { PAPER } from "./protocol.ts";

const ROWS = ["best three of a category", "best one", "all plans tried", "rat-extended"] as const;
const COLUMNS = ["whole turns", "own moves", "moves in the tree", "distinct turns"] as const;
type Column = (typeof COLUMNS)[number];
const QUICK_POSITIONS = 30;
const FULL_POSITIONS = 300;
const ABOUT_FIVE = 5;

interface Measured {
  readonly figures: readonly {
    readonly name: string;
    readonly figures: Readonly<Record<"turns" | "searchedTurns" | "ownMoves" | "tree", { readonly mean: number }>>;
  }[];
}

const measurements = new Map<number, Promise<Measured>>();

/** Cached for all cells. */
function measured(positions: number, signal: AbortSignal): Promise<Measured> {
  const cached = measurements.get(positions);
  if (cached) return cached;
  const fresh = measure(positions, signal);
  measurements.set(positions, fresh);
  fresh.catch(() => measurements.delete(positions));
  return fresh;
}

async function measure(positions: number, signal: AbortSignal): Promise<Measured> {
  const rules = unwrap(await game.open({ setup: "99of9" })) as ArimaaRules;
  try {
    const settings = ratSettings(defaultsOf(RAT_PARAMETERS), 1);
    return (await measureOutput(rules, settings, null, positions, signal)).document as Measured;
  } finally {
    await rules.close();
  }
}

async function mean(row: string, column: Column, positions: number, signal: AbortSignal): Promise<number> {
  const { figures } = await measured(positions, signal);
  const found = figures.find(({ name }) => name === row)?.figures;
  if (!found) throw new Error(`nothing was measured for ${row}`);
  const part = {
    "whole turns": found.searchedTurns,
    "own moves": found.ownMoves,
    "moves in the tree": found.tree,
    "distinct turns": found.turns,
  };
  return part[column].mean;
}

function cellOf(row: string, column: Column): Cell {
  const figure = (positions: number) => ({
    kind: "figure" as const,
    compute: (signal: AbortSignal = new AbortController().signal) => mean(row, column, positions, signal),
  });
  const printed = row === ROWS[0] && column === "whole turns";
  return {
    row,
    column,
    paper: printed ? { value: ABOUT_FIVE, decimals: 0, games: null } : null,
    decimals: column === "distinct turns" ? 0 : 1,
    measure: { quick: figure(QUICK_POSITIONS), full: figure(FULL_POSITIONS) },
  };
}

const PROTOCOL =
  "Computed, no games: middlegame positions of Rat's own games; whole turns of the side to move that are searched, its moves of plans (whole turns or parts), all moves in the tree (with replies and captures), and all distinct turns. The paper does not specify which it counts";

export const experiment: Experiment = {
  id: "004-moves",
  paper: PAPER,
  table: "no table; abstract",
  title: "Moves that Rat searches",
  figure: "moves per position, mean",
  rows: "Rat",
  columns: "counted",
  settings: {
    quick: { protocol: `${PROTOCOL}; ${QUICK_POSITIONS} positions.`, coreMinutes: 2 },
    full: { protocol: `${PROTOCOL}; ${FULL_POSITIONS} positions.`, coreMinutes: 20 },
  },
  cells: ROWS.flatMap((row) => COLUMNS.map((column) => cellOf(row, column))),
  claims: [
    {
      text: "The search considers on average only about 5 moves, counting the side's own moves of plans (here: 3 to 8).",
      judge: (cells) => within(3, 8, cells(ROWS[0], "own moves")),
    },
    {
      text: "The search considers on average only about 5 moves, counting whole turns (here: 3 to 8).",
      judge: (cells) => within(3, 8, cells(ROWS[0], "whole turns")),
    },
    {
      text: "The search considers on average only about 5 moves, counting the whole tree (here: 3 to 8).",
      judge: (cells) => within(3, 8, cells(ROWS[0], "moves in the tree")),
    },
    {
      text: "These are out of thousands of possible moves: 5,000 to over 40,000 in a middlegame.",
      judge: (cells) => atLeast(5_000, cells(ROWS[0], "distinct turns")),
    },
  ],
};
