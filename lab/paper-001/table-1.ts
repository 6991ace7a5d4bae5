/** Paper 001, Table 1: entries of the one-side table by position of the rear piece. */
import { binomial } from "../../engine/index/combinations.ts";
import { difference } from "../estimate.ts";
import { grid, type Experiment } from "../experiment.ts";
import { every, within } from "../verdict.ts";
import { PAPER } from "./protocol.ts";

const CELLS = 81;
const PROTOCOL =
  "Computed, no games: with the rear piece at cell s or beyond, k pieces have C(82 − s, k) placements; percentages are of s = 1.";
const COLUMNS = ["six pieces", "six pieces, %", "ten pieces", "ten pieces, %"];
const STARTS = ["1", "5", "10", "15", "20", "25", "30", "35", "40"];

export const experiment: Experiment = {
  id: "001-table-1",
  paper: PAPER,
  table: "Table 1",
  title: "Size of the table by position of the rear piece",
  figure: "entries of the table, and percentage of all",
  rows: "start position",
  columns: "pieces",
  settings: { quick: { protocol: PROTOCOL, coreMinutes: 0 }, full: { protocol: PROTOCOL, coreMinutes: 0 } },
  cells: grid(
    COLUMNS,
    {
      "1": [324_540_216, 100, 1_878_392_407_320, 100],
      "5": [237_093_780, 73.055, 1_096_993_404_430, 58.401],
      "10": [156_238_908, 48.142, 536_211_932_256, 28.546],
      "15": [99_795_696, 30.75, 247_994_680_648, 13.202],
      "20": [61_474_519, 18.942, 107_518_933_731, 5.724],
      "25": [36_288_252, 11.181, 43_183_019_880, 2.299],
      "30": [20_358_520, 6.273, 15_820_024_220, 0.842],
      "35": [10_737_573, 3.309, 5_178_066_751, 0.276],
      "40": [5_245_786, 1.616, 1_471_442_973, 0.078],
    },
    (row, column) => {
      const pieces = column.startsWith("six") ? 6 : 10;
      const share = column.endsWith("%");
      const compute = (): number => {
        const entries = binomial(CELLS + 1 - Number(row), pieces);
        return share ? (100 * entries) / binomial(CELLS, pieces) : entries;
      };
      const measurement = { kind: "exact", compute } as const;
      return { decimals: share ? 3 : 0, games: null, measure: { quick: measurement, full: measurement } };
    },
  ),
  claims: [
    {
      text: "The table shrinks fast as the rear piece advances: from position 25 on, six pieces need less than an eighth of it.",
      judge: (cells) => within(0, 12.5, cells("25", "six pieces, %")),
    },
    {
      text: "With ten pieces it shrinks faster than with six.",
      judge: (cells) =>
        every(
          0,
          STARTS.slice(1).map((start) => difference(cells(start, "six pieces, %"), cells(start, "ten pieces, %"))),
        ),
    },
  ],
};
