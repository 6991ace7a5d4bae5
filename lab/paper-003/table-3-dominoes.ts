/** Paper 003, Table 3, dominoes: positions, and memory at one bit each. */
import { difference } from "../estimate.ts";
import { grid, type Experiment } from "../experiment.ts";
import { every } from "../verdict.ts";
import { PAPER, paperCount } from "./dominoes.ts";

const PROTOCOL =
  "Computed, no games: the tile of the ends, and the partitions of the others into two non-empty hands; one bit per position. Memory is in the paper's " +
  "units: KB (1,024 bytes), except bytes for representatives of 3 to 5 elements and MB for all positions of 6. At 6 elements 82,556,550 looks like a misprint (the formula that gives the " +
  "other rows gives 82,555,200), and so does the factor 1541.99: it is the factor of Table 2; the columns give 1534.79.";
const ROWS = ["3", "4", "5", "6"];
const UNITS: Readonly<Record<string, readonly [all: number, representatives: number]>> = {
  "3": [1_024, 1],
  "4": [1_024, 1],
  "5": [1_024, 1],
  "6": [1_048_576, 1_024],
};

export const experiment: Experiment = {
  id: "003-table-3-dominoes",
  paper: PAPER,
  table: "Table 3 (dominoes)",
  title: "Size of endgame tables with a perfect index",
  figure: "positions, and memory at one bit each",
  rows: "elements",
  columns: "positions and memory",
  settings: { quick: { protocol: PROTOCOL, coreMinutes: 0 }, full: { protocol: PROTOCOL, coreMinutes: 0 } },
  cells: grid(
    ["total", "memory", "representatives", "memory of representatives", "factor"],
    {
      "3": [21_168, 2.58, 92, 11.5, 230.09],
      "4": [550_368, 67.18, 996, 124.5, 552.58],
      "5": [8_026_200, 979.76, 7_854, 981.75, 1_021.93],
      "6": [82_556_550, 9.84, 53_790, 6.57, 1_541.99],
    },
    (row, column) => {
      const compute = async (): Promise<number> => {
        const { all, representatives } = (await paperCount(Number(row))).positions as {
          all: number;
          representatives: number;
        };
        const [unit, unitOfRepresentatives] = UNITS[row] as readonly [number, number];
        if (column === "memory") return all / 8 / unit;
        if (column === "memory of representatives") return representatives / 8 / unitOfRepresentatives;
        return column === "total" ? all : column === "factor" ? all / representatives : representatives;
      };
      const measurement = { kind: "exact", compute } as const;
      const decimals = column === "total" || column === "representatives" ? 0 : 2;
      return { decimals, games: null, measure: { quick: measurement, full: measurement } };
    },
  ),
  claims: [
    {
      text: "The more elements there are, the more memory is saved.",
      judge: (cells) =>
        every(
          1,
          ROWS.slice(1).map((row, i) => difference(cells(row, "factor"), cells(ROWS[i] as string, "factor"))),
        ),
    },
  ],
};
