/** Paper 003, Table 2, Chinese Dark Chess: sets of material, and representatives of equivalence classes. */
import { every } from "../verdict.ts";
import { grid, type Experiment } from "../experiment.ts";
import { computed, countOf, PAPER } from "./dark-chess.ts";

const PROTOCOL =
  "Computed, no games: sets of revealed pieces with at least one of each side; classes by isomorphism of the capture graph, by step or jump.";
const COLUMNS = ["total", "representatives", "factor"];

export const experiment: Experiment = {
  id: "003-table-2-dark-chess",
  paper: PAPER,
  table: "Table 2, Chinese Dark Chess",
  title: "Total number of tables and number of representatives",
  figure: "sets of material",
  rows: "elements",
  columns: "sets",
  settings: { quick: { protocol: PROTOCOL, coreMinutes: 0 }, full: { protocol: PROTOCOL, coreMinutes: 0 } },
  cells: grid(
    COLUMNS,
    {
      "2": [49, 8, 6.13],
      "3": [378, 46, 8.22],
      "4": [1_737, 186, 9.34],
      "5": [5_946, 672, 8.92],
      "6": [16_524, 2_240, 7.38],
      "7": [39_022, 6_694, 5.83],
      "8": [80_551, 17_662, 4.56],
    },
    (row, column) => ({
      // At n = 5 the columns give 8.848, which the paper prints as 8.92.
      decimals: column === "factor" ? 2 : 0,
      games: null,
      measure: computed(async () => {
        const { sets, representatives } = await countOf(Number(row));
        return column === "total" ? sets : column === "factor" ? sets / representatives : representatives;
      }),
    }),
  ),
  claims: [
    {
      text: "Material symmetry reduces the number of tables at least fourfold, with two to eight elements.",
      judge: (cells) =>
        every(
          4,
          ["2", "3", "4", "5", "6", "7", "8"].map((elements) => cells(elements, "factor")),
        ),
    },
  ],
};
