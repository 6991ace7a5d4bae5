/** Paper 002, Table 4: UCT with features against UCT without, at equal time. */
import type { Cell, Experiment } from "../experiment.ts";
import { every, within } from "../verdict.ts";
import { LEARNERS, match, PAPER, ROWS } from "./protocol.ts";

const COLUMNS = ["paper", "ours"] as const;
const MILLISECONDS = 30_000;
const QUICK_MILLISECONDS = 20;
/** Not specified in the paper; its scores suggest twenty. */
const GAMES = 20;

const PRINTED: Readonly<Record<string, number>> = {
  "pawn-whopping": 95,
  knightthrough: 75,
  breakthrough: 85,
  checkers: 55,
  "connect-four": 45,
  chess: 35,
  pentago: 50,
  quarto: 50,
  "checkers-barrel-no-kings": 15,
};

const PROTOCOL =
  "Games from the starting position, equal time per move, one game per core; 500 runs of learning before the first move";

export const experiment: Experiment = {
  id: "002-table-4",
  paper: PAPER,
  table: "Table 4",
  title: "Features in UCT at equal time",
  figure: "score (%) of the learning player",
  rows: "game",
  columns: "learner",
  settings: {
    quick: {
      protocol: `${PROTOCOL}; ${QUICK_MILLISECONDS} ms per move instead of 30 s, 20 games per cell.`,
      coreMinutes: 20,
    },
    full: { protocol: `${PROTOCOL}; 30 s per move.`, coreMinutes: 15_000 },
  },
  timed: true,
  cells: ROWS.flatMap((row) =>
    COLUMNS.map((column): Cell => {
      const measured = (milliseconds: number) => match(row, LEARNERS[column], { milliseconds }, GAMES);
      const value = column === "paper" ? PRINTED[row] : undefined;
      return {
        row,
        column,
        paper: value === undefined ? null : { value, decimals: 0, games: GAMES },
        measure: { quick: measured(QUICK_MILLISECONDS), full: measured(MILLISECONDS) },
      };
    }),
  ),
  claims: [
    {
      text: "At equal time the learning player still wins in pawn whopping, knightthrough and breakthrough.",
      judge: (cells) =>
        every(
          50,
          ["pawn-whopping", "knightthrough", "breakthrough"].map((row) => cells(row, "paper")),
        ),
    },
    {
      text: "At equal time it loses in checkers on a barrel without kings.",
      judge: (cells) => within(0, 50, cells("checkers-barrel-no-kings", "paper")),
    },
  ],
};
