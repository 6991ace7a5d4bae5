/** Paper 003, Table 3, Chinese Dark Chess: positions and bytes of all tables and of representatives. */
import { difference } from "../estimate.ts";
import { grid, type Experiment } from "../experiment.ts";
import { every } from "../verdict.ts";
import { computed, countOf, PAPER } from "./dark-chess.ts";

const PROTOCOL =
  "Computed, no games: placements of each set on 32 cells, equal pieces unordered; half a bit each. Positions are given by their mantissa, as in the paper: 4.961 at two elements is 4.961 × 10⁴.";
const COLUMNS = ["all: positions", "all: memory", "representatives: positions", "representatives: memory", "factor"];
const UNITS: Readonly<Record<string, readonly [all: string, representatives: string]>> = {
  "2": ["KB", "B"],
  "3": ["KB", "KB"],
  "4": ["MB", "MB"],
  "5": ["GB", "MB"],
  "6": ["GB", "GB"],
  "7": ["TB", "TB"],
  "8": ["TB", "TB"],
};
const DECIMALS: Readonly<Record<string, readonly number[]>> = {
  "2": [3, 2, 3, 0, 2],
  "3": [3, 1, 3, 2, 2],
  "4": [3, 2, 3, 2, 2],
  "5": [3, 2, 3, 1, 2],
  "6": [3, 1, 3, 2, 2],
  "7": [3, 2, 3, 2, 2],
  "8": [3, 1, 3, 1, 2],
};

/** The mantissa: 4.961 for 49,610. */
function mantissa(count: number): number {
  return count / 10 ** Math.floor(Math.log10(count));
}

function inUnit(bytes: number, unit: string): number {
  return bytes / 1024 ** ["B", "KB", "MB", "GB", "TB"].indexOf(unit);
}

export const experiment: Experiment = {
  id: "003-table-3-dark-chess",
  paper: PAPER,
  table: "Table 3, Chinese Dark Chess",
  title: "Size of the endgame database with a perfect hashing representation",
  figure: "positions (mantissa), and memory in the paper's units, B to TB (1 KB = 1,024 B)",
  rows: "elements",
  columns: "all sets, and representatives",
  settings: { quick: { protocol: PROTOCOL, coreMinutes: 0 }, full: { protocol: PROTOCOL, coreMinutes: 0 } },
  cells: grid(
    COLUMNS,
    {
      // 4.961 looks like a misprint of 4.861: the memory beside it implies 48,608 positions.
      "2": [4.961, 2.97, 7.936, 496, 6.13],
      "3": [9.999, 610.3, 1.131, 69.02, 8.84],
      // The columns give a factor of 9.98.
      "4": [1.14, 67.92, 1.142, 6.81, 9.92],
      "5": [9.036, 5.26, 1.013, 603.8, 8.92],
      "6": [5.44, 316.7, 8.002, 46.58, 6.8],
      "7": [2.601, 14.78, 5.247, 2.98, 4.96],
      "8": [1.014, 576.1, 2.756, 156.7, 3.68],
    },
    (row, column) => {
      const [all = "", some = ""] = UNITS[row] ?? [];
      return {
        decimals: DECIMALS[row]?.[COLUMNS.indexOf(column)] ?? 0,
        games: null,
        measure: computed(async () => {
          const { positions, bitsPerPosition } = await countOf(Number(row));
          const counts = positions ?? { all: 0, representatives: 0 };
          if (column === "factor") return counts.all / counts.representatives;
          const [count, unit] = column.startsWith("all") ? [counts.all, all] : [counts.representatives, some];
          return column.endsWith("positions") ? mantissa(count) : inUnit((count * bitsPerPosition) / 8, unit);
        }),
      };
    },
  ),
  claims: [
    {
      text: "The savings are greatest with four elements.",
      judge: (cells) =>
        every(
          0,
          ["2", "3", "5", "6", "7", "8"].map((elements) => difference(cells("4", "factor"), cells(elements, "factor"))),
        ),
    },
  ],
};
