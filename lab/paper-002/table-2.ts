/** Paper 002, Table 2: UCT with features against UCT without, at equal simulations. */
import type { Cell, Experiment } from "../experiment.ts";
import { atLeast, every, within } from "../verdict.ts";
import { ALL_FEATURES, GAMES, LEARNERS, match, PAPER, ROWS } from "./protocol.ts";

const COLUMNS = ["paper", "ours"] as const;

const PRINTED: Readonly<Record<string, number>> = {
  "pawn-whopping": 95,
  knightthrough: 92,
  breakthrough: 82.5,
  checkers: 78,
  "connect-four": 57.5,
  chess: 54.8,
  pentago: 50,
  quarto: 49,
  "checkers-barrel-no-kings": 30.5,
};

const PROTOCOL =
  'Games from the starting position, the same number of simulations for both (25 in chess, 150 in checkers, otherwise 1,000); 500 runs of learning; "paper" is the paper\'s learner and move choice, "ours" an improved one';

export const experiment: Experiment = {
  id: "002-table-2",
  paper: PAPER,
  table: "Table 2",
  title: "Features in UCT at equal simulations",
  figure: "score (%) of the learning player",
  rows: "game",
  columns: "learner",
  settings: {
    quick: { protocol: `${PROTOCOL}. 20 games per cell.`, coreMinutes: 8 },
    full: {
      protocol: `${PROTOCOL}. The paper's number of games; without a figure in the paper, 100.`,
      coreMinutes: 30,
    },
  },
  cells: ROWS.flatMap((row) =>
    COLUMNS.map((column): Cell => {
      const { playouts = 0, games = 0 } = GAMES[row] ?? {};
      const measured = (count: number) =>
        match(row, `${LEARNERS[column]}${column === "paper" ? `, ${ALL_FEATURES}` : ""}`, { playouts }, count);
      const value = column === "paper" ? PRINTED[row] : undefined;
      return {
        row,
        column,
        paper: value === undefined ? null : { value, decimals: 1, games },
        measure: { quick: measured(20), full: measured(column === "paper" ? games : 100) },
      };
    }),
  ),
  claims: [
    {
      text: "The learning player wins clearly in pawn whopping, knightthrough, breakthrough and checkers (here: at least 60 % each).",
      judge: (cells) =>
        every(
          60,
          ["pawn-whopping", "knightthrough", "breakthrough", "checkers"].map((row) => cells(row, "paper")),
        ),
    },
    {
      text: "It wins slightly in connect four (here: 50 to 65 %).",
      judge: (cells) => within(50, 65, cells("connect-four", "paper")),
    },
    {
      text: "It makes no difference in pentago and quarto (here: pentago 45 to 55 %).",
      judge: (cells) => within(45, 55, cells("pentago", "paper")),
    },
    {
      text: "It loses clearly in checkers on a barrel without kings (here: at most 45 %).",
      judge: (cells) => within(0, 45, cells("checkers-barrel-no-kings", "paper")),
    },
    {
      text: "Not in the paper: our learner succeeds in lose-checkers, where the loser makes the last move.",
      judge: (cells) => atLeast(50, cells("lose-checkers", "ours")),
    },
  ],
};
