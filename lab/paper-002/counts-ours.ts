/** Not in the paper: what our program learns from random games, features and values of pieces, against plain UCT at equal time. */
import type { Cell, Experiment } from "../experiment.ts";
import { every } from "../verdict.ts";
import { match, PAPER } from "./protocol.ts";

const FEATURES = "features guide playouts";
const PIECES = "values of pieces end playouts";
const DECISIVE = "decisive values of pieces end playouts";

/**
 * Features as in `best`; playouts that end after eight steps, by what pieces on the board are worth; the same after four steps, where a smaller
 * lead is worth as much.
 */
const PLAYERS: Readonly<Record<string, string>> = {
  [FEATURES]: "gifl=1000, choice=scaled, others=1",
  [PIECES]: "cut=8",
  [DECISIVE]: "cut=4, lead=0.3",
};

/** Pieces are captured in the games with several columns. */
const CELLS: readonly (readonly [row: string, columns: readonly string[]])[] = [
  ["connect-four", [FEATURES]],
  ["pawn-whopping", [FEATURES]],
  ["pentago", [FEATURES]],
  ["breakthrough", [FEATURES, PIECES]],
  ["knightthrough", [FEATURES, PIECES]],
  ["checkers", [FEATURES, PIECES, DECISIVE]],
  ["skirmish", [FEATURES, PIECES]],
  ["lose-checkers", [FEATURES, PIECES, DECISIVE]],
];

const QUICK = { milliseconds: 20, games: 100 } as const;
const FULL = { milliseconds: 200, games: 200 } as const;
/** Random plies, so that openings differ. */
const OPENING_PLIES = 2;

const PROTOCOL =
  "Equal time per move, two random opening plies, each opening with both roles; learning before the first move is not counted";

export const experiment: Experiment = {
  id: "002-ours",
  paper: PAPER,
  table: "no table; our learner",
  title: "Our learner in UCT at equal time",
  figure: "score (%) of the learning player",
  rows: "game",
  columns: "what is learned",
  settings: {
    quick: { protocol: `${PROTOCOL}; ${QUICK.milliseconds} ms, ${QUICK.games} games per cell.`, coreMinutes: 25 },
    full: { protocol: `${PROTOCOL}; ${FULL.milliseconds} ms, ${FULL.games} games per cell.`, coreMinutes: 500 },
  },
  timed: true,
  cells: CELLS.flatMap(([row, columns]) =>
    columns.map((column): Cell => {
      const measured = ({ milliseconds, games }: typeof QUICK | typeof FULL) => ({
        ...match(row, PLAYERS[column] as string, { milliseconds }, games),
        openingPlies: OPENING_PLIES,
      });
      return { row, column, paper: null, decimals: 1, measure: { quick: measured(QUICK), full: measured(FULL) } };
    }),
  ),
  claims: [
    {
      text: "Not in the paper: learned features win in connect four at equal time.",
      judge: (cells) => every(50, [cells("connect-four", FEATURES)]),
    },
    {
      text: "Not in the paper: learned values of pieces win in checkers at equal time.",
      judge: (cells) => every(50, [cells("checkers", PIECES)]),
    },
    {
      text: "Not in the paper: they win in lose-checkers at equal time, where the player without pieces wins.",
      judge: (cells) => every(50, [cells("lose-checkers", DECISIVE)]),
    },
  ],
};
