/** Paper 001, Table 4: UCT players at equal numbers of playouts. */
import { average, slope } from "../estimate.ts";
import { grid, type CellLookup, type Experiment } from "../experiment.ts";
import { atLeast, every, within } from "../verdict.ts";
import { FIGURE, match, PAIRINGS, PAPER, sharesOf, withoutOwnLimit } from "./protocol.ts";

const COLUMNS = ["1,000", "2,000", "4,000", "8,000", "16,000"];
/** Games per cell of `quick`, by column. */
const QUICK_GAMES = [20, 20, 20, 10, 10];
const PROTOCOL = "Games from the starting position, a fixed number of playouts per move, plain UCT";

/** Points gained per doubling of the playouts, over both seats. */
const gain = (cells: CellLookup, player: string, other: string): ReturnType<CellLookup> => {
  const shares = sharesOf(cells, player, other, COLUMNS);
  const what = `points of ${player} against ${other} per doubling`;
  return average(what, [slope(what, shares.slice(0, COLUMNS.length)), slope(what, shares.slice(COLUMNS.length))]);
};

export const experiment: Experiment = {
  id: "001-table-4",
  paper: PAPER,
  table: "Table 4",
  title: "UCT players at equal numbers of playouts",
  figure: FIGURE,
  rows: "first – second",
  columns: "playouts per move",
  settings: {
    quick: { protocol: `${PROTOCOL}; 20 games per cell, 10 with 8,000 and 16,000 playouts.`, coreMinutes: 19 },
    full: { protocol: `${PROTOCOL}; 200 games per cell.`, coreMinutes: 310 },
  },
  cells: grid(
    COLUMNS,
    {
      "base0 – heur0": [13, 12.5, 12.5, 17, 11.5],
      "heur0 – base0": [88.5, 92.5, 94.5, 90.5, 94],
      "base0 – end3": [63, 61.5, 74, 70, 80.5],
      "end3 – base0": [49.5, 46, 40.5, 37, 27.5],
      "heur0 – end3": [97, 97.5, 100, 98.5, 99.5],
      "end3 – heur0": [6.5, 4, 3, 1.5, 1.5],
    },
    (row, column) => {
      const [first = "", second = ""] = PAIRINGS[row]?.map(withoutOwnLimit) ?? [];
      const limits = { playouts: Number(column.replace(",", "")) };
      const full = match(first, second, limits, 200);
      const quick = match(first, second, limits, QUICK_GAMES[COLUMNS.indexOf(column)] as number);
      return { decimals: 1, games: 200, measure: { quick, full } };
    },
  ),
  claims: [
    {
      text: "The heuristic player beats both others at any number of playouts, in either seat.",
      judge: (cells) =>
        every(50, [...sharesOf(cells, "heur0", "base0", COLUMNS), ...sharesOf(cells, "heur0", "end3", COLUMNS)]),
    },
    {
      text: "More playouts help the basic player against the endgame player.",
      judge: (cells) => atLeast(0, gain(cells, "base0", "end3")),
    },
    {
      text: "More playouts help the heuristic player against the endgame player.",
      judge: (cells) => atLeast(0, gain(cells, "heur0", "end3")),
    },
    {
      text: "Between the heuristic and the basic player the number of playouts makes no difference (here: less than 2 points per doubling).",
      judge: (cells) => within(-2, 2, gain(cells, "heur0", "base0")),
    },
    {
      text: "At equal numbers of playouts the basic player beats the endgame player.",
      judge: (cells) => atLeast(50, average("base0 against end3, mean", sharesOf(cells, "base0", "end3", COLUMNS))),
    },
  ],
};
