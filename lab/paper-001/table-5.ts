/** Paper 001, Table 5: UCT players at equal time. */
import { average, slope } from "../estimate.ts";
import { grid, type Experiment } from "../experiment.ts";
import { atLeast, every, within } from "../verdict.ts";
import { FIGURE, match, PAIRINGS, PAPER, sharesOf, withoutOwnLimit } from "./protocol.ts";

const COLUMNS = ["1 s", "2 s", "4 s", "8 s"];
const TRIALS = [160, 200, 200, 100];
const QUICK_COLUMNS = 2;
const QUICK_SHARE = 0.05;
const PROTOCOL = "Games from the starting position, equal time per move, one game per core";

export const experiment: Experiment = {
  id: "001-table-5",
  paper: PAPER,
  table: "Table 5",
  title: "UCT players at equal time",
  figure: FIGURE,
  rows: "first – second",
  columns: "time per move",
  settings: {
    quick: {
      protocol: `${PROTOCOL}; a twentieth of the paper's time, 20 games per cell, the columns 1 s (here 50 ms) and 2 s (here 100 ms) only.`,
      coreMinutes: 20,
    },
    full: { protocol: `${PROTOCOL}; 160, 200, 200 and 100 games per cell.`, coreMinutes: 14_000 },
  },
  timed: true,
  cells: grid(
    COLUMNS,
    {
      "base0 – heur0": [10.6, 8, 7, 9],
      "heur0 – base0": [95, 93.5, 97, 97],
      "base0 – end3": [55.6, 62.5, 56.5, 59],
      "end3 – base0": [51.9, 49, 57.5, 54],
      "heur0 – end3": [98.8, 99, 96, 94],
      "end3 – heur0": [8.1, 4, 1.5, 3],
    },
    (row, column) => {
      const [first = "", second = ""] = PAIRINGS[row]?.map(withoutOwnLimit) ?? [];
      const place = COLUMNS.indexOf(column);
      const games = TRIALS[place] ?? null;
      const milliseconds = 1_000 * Number.parseInt(column, 10);
      const full = match(first, second, { milliseconds }, games ?? 0);
      const short = { milliseconds: QUICK_SHARE * milliseconds };
      const quick = place < QUICK_COLUMNS ? { quick: match(first, second, short, 20) } : {};
      return { decimals: 1, games, measure: { ...quick, full } };
    },
  ),
  claims: [
    {
      text: "The heuristic player beats both others at any time, in either seat.",
      judge: (cells) =>
        every(50, [...sharesOf(cells, "heur0", "base0", COLUMNS), ...sharesOf(cells, "heur0", "end3", COLUMNS)]),
    },
    {
      text: "Against the basic player the heuristic player wins about nine games of ten or more (here: at least 88 % on average).",
      judge: (cells) => atLeast(88, average("heur0 against base0, mean", sharesOf(cells, "heur0", "base0", COLUMNS))),
    },
    {
      text: "More time changes little between these two (here: less than 2 points per doubling).",
      judge: (cells) => {
        const shares = sharesOf(cells, "heur0", "base0", COLUMNS);
        const what = "points of heur0 against base0 per doubling";
        const slopes = [slope(what, shares.slice(0, COLUMNS.length)), slope(what, shares.slice(COLUMNS.length))];
        return within(-2, 2, average(what, slopes));
      },
    },
    {
      text: "At equal time the basic and the endgame player are about even (here: 45 to 55 %).",
      judge: (cells) => within(45, 55, average("base0 against end3, mean", sharesOf(cells, "base0", "end3", COLUMNS))),
    },
    {
      text: "Between the basic and the endgame player, the first mover wins more than half.",
      judge: (cells) =>
        atLeast(
          50,
          average(
            "score of the first mover, mean",
            ["base0 – end3", "end3 – base0"].flatMap((row) => COLUMNS.map((column) => cells(row, column))),
          ),
        ),
    },
  ],
};
