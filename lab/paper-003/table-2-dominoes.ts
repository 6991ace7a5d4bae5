/** Paper 003, Table 2, dominoes: sets of elements, and representatives of equivalence classes. */
import { difference } from "../estimate.ts";
import { grid, type Experiment } from "../experiment.ts";
import { every } from "../verdict.ts";
import { PAPER, paperCount } from "./dominoes.ts";

const PROTOCOL =
  "Computed, no games. An element is a tile of a hand or the tile that represents the open ends, which may equal one of a hand; sets are equivalent if " +
  "their graphs of tiles that share a number are isomorphic. These classes are not sound (games/dominoes/README.md); the sound classes by permutation of numbers have 21, 64, 194 and 581 representatives.";
const FACTORS = ["3", "4", "5", "6"];

export const experiment: Experiment = {
  id: "003-table-2-dominoes",
  paper: PAPER,
  table: "Table 2 (dominoes)",
  title: "Sets of elements and their representatives",
  figure: "number of sets",
  rows: "elements",
  columns: "sets",
  settings: { quick: { protocol: PROTOCOL, coreMinutes: 0 }, full: { protocol: PROTOCOL, coreMinutes: 0 } },
  cells: grid(
    ["total", "representatives", "factor"],
    { "3": [4_032, 20, 201.6], "4": [30_303, 61, 496.8], "5": [180_180, 185, 973.9], "6": [868_140, 563, 1_542] },
    (row, column) => {
      const compute = async (): Promise<number> => {
        const { sets, representatives } = await paperCount(Number(row));
        return column === "total" ? sets : column === "factor" ? sets / representatives : representatives;
      };
      const measurement = { kind: "exact", compute } as const;
      return { decimals: column === "factor" ? 1 : 0, games: null, measure: { quick: measurement, full: measurement } };
    },
  ),
  claims: [
    {
      text: "The more elements there are, the more tables are saved.",
      judge: (cells) =>
        every(
          1,
          FACTORS.slice(1).map((row, i) => difference(cells(row, "factor"), cells(FACTORS[i] as string, "factor"))),
        ),
    },
  ],
};
