/** Paper 002, Table 3: cost of features, and their effect on the length of playouts. */
import { NO_GAMES } from "../verdict.ts";
import type { Cell, Experiment } from "../experiment.ts";
import { featureCost, PAPER, ROWS, RUNS } from "./protocol.ts";

const COLUMNS = {
  length: "length, %",
  playouts: "simulations, %",
  overhead: "overhead",
  effective: "effective overhead",
} as const;

const PRINTED: Readonly<Record<string, readonly [number, number, number, number]>> = {
  "pawn-whopping": [82, 65, 1.9, 1.5],
  knightthrough: [45, 93, 2.4, 1.1],
  breakthrough: [61, 79, 2.1, 1.3],
  checkers: [73, 36, 3.8, 2.8],
  "connect-four": [95, 20, 5.3, 5],
  chess: [99, 74, 1.4, 1.4],
  pentago: [68, 156, 0.9, 0.6],
  quarto: [100, 34, 2.9, 2.9],
  "checkers-barrel-no-kings": [178, 38, 1.5, 2.6],
};

const PROTOCOL = `Random playouts from the start with the features of ${RUNS} runs against random playouts without features, one thread, CPU time; the first role always follows the features, the other half of the time. Features beyond a share of the cost of a step are dropped, so the overhead is bounded`;

export const experiment: Experiment = {
  id: "002-table-3",
  paper: PAPER,
  table: "Table 3",
  title: "Cost of features",
  figure: "ratios of playouts with features to playouts without; overhead is per step",
  rows: "game",
  columns: "which",
  settings: {
    quick: { protocol: `${PROTOCOL}.`, coreMinutes: 3 },
    full: { protocol: `${PROTOCOL}.`, coreMinutes: 3 },
  },
  cells: ROWS.flatMap((row) =>
    Object.entries(COLUMNS).map(([figure, column], i): Cell => {
      const measured = {
        kind: "figure" as const,
        compute: async () => (await featureCost(row, RUNS))[figure as keyof typeof COLUMNS],
      };
      const value = PRINTED[row]?.[i];
      return {
        row,
        column,
        paper: value === undefined ? null : { value, decimals: i < 2 ? 0 : 1, games: null },
        decimals: i < 2 ? 0 : 1,
        measure: { quick: measured, full: measured },
      };
    }),
  ),
  claims: [
    {
      text: "Features make playouts shorter in most games.",
      judge: (cells) => {
        const lengths = ROWS.flatMap((row) => cells(row, COLUMNS.length) ?? []);
        if (lengths.length === 0) return NO_GAMES;
        const shorter = lengths.filter(({ value }) => value < 100).length;
        return {
          outcome: shorter > lengths.length / 2 ? "holds" : "does not hold",
          evidence: `shorter in ${shorter} of ${lengths.length} games`,
        };
      },
    },
  ],
};
