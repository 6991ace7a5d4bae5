/** Paper 001 leaves the game of ten pieces open: its players, with the tables of six and four pieces of paper 000. */
import { average, complement, difference, type Estimate } from "../estimate.ts";
import type { Cell, CellLookup, Experiment } from "../experiment.ts";
import { atLeast, every } from "../verdict.ts";
import { FIGURE, match, PAPER } from "./protocol.ts";

const NAMES = ["ab-rows", "ab-table", "base0", "heur0", "end0"];
const UCT = ["base0", "heur0", "end0"];
const PROTOCOL =
  "Games from the starting position with ten pieces per side; no table covers ten pieces, so the lookup is the sum of tables of six and four pieces (pdb(6+4)); node expansions per move as in Table 3";

const cells: readonly Cell[] = NAMES.flatMap((row) =>
  NAMES.filter((column) => UCT.includes(row) || UCT.includes(column)).map((column): Cell => {
    const measure = (expansions: number, games: number) => {
      const plain = match(row, column, { nodes: expansions }, games);
      return { ...plain, variant: { ...plain.variant, pieces: "10" } };
    };
    return {
      row,
      column,
      paper: null,
      decimals: 1,
      measure: { quick: measure(20_000, 10), full: measure(100_000, 100) },
    };
  }),
);

const second = (look: CellLookup, player: string, other: string): Estimate | null =>
  complement(`${player} second against ${other}`, look(other, player));
const both = (look: CellLookup, player: string, other: string): Estimate | null =>
  average(`${player} against ${other}, both seats`, [look(player, other), second(look, player, other)]);

export const experiment: Experiment = {
  id: "001-ten-pieces",
  paper: PAPER,
  table: "no table; the game of ten pieces",
  title: "The paper's players with ten pieces",
  figure: FIGURE,
  rows: "moves first",
  columns: "moves second",
  settings: {
    quick: { protocol: `${PROTOCOL}, but 20,000; 10 games per cell.`, coreMinutes: 3 },
    full: { protocol: `${PROTOCOL}: 100,000; 100 games per cell.`, coreMinutes: 120 },
  },
  cells,
  claims: [
    {
      text: "With ten pieces, too, the heuristic player beats every other one.",
      judge: (look) =>
        every(
          50,
          NAMES.filter((name) => name !== "heur0").map((other) => both(look, "heur0", other)),
        ),
    },
    {
      text: "With ten pieces, too, the lookup is better than average rows as evaluation of alpha-beta.",
      judge: (look) =>
        atLeast(
          0,
          average(
            "lookup minus rows, both seats, mean",
            UCT.map((uct) => difference(both(look, "ab-table", uct), both(look, "ab-rows", uct))),
          ),
        ),
    },
    {
      text: "With ten pieces, too, ending playouts by the table makes the basic player worse.",
      judge: (look) => atLeast(50, both(look, "base0", "end0")),
    },
  ],
};
