/** Paper 002, Table 1: number of learned features. */
import { NO_GAMES } from "../verdict.ts";
import type { Cell, Experiment } from "../experiment.ts";
import { featureCounts, GAMES, PAPER, ROWS } from "./protocol.ts";

/** Columns by figure. */
const COLUMNS = { features: "all features", offensive: "offensive features", defensive: "defensive features" } as const;

const PRINTED: Readonly<Record<string, readonly number[]>> = {
  "pawn-whopping": [328, 185, 143],
  knightthrough: [134, 79, 55],
  breakthrough: [120, 63, 57],
  checkers: [895, 458, 437],
  "connect-four": [2187, 1108, 1079],
  chess: [25, 13, 12],
  pentago: [679, 405, 274],
  quarto: [8527, 5254, 3273],
  "checkers-barrel-no-kings": [5262, 2830, 2432],
};

const PROTOCOL =
  "The paper's learner with one defence per threat; features with the same facts, move and level count once. The runs of the paper's two minutes: 200 in breakthrough and 40 in checkers, as printed, and in the others by the cost of a run (protocol.ts)";

export const experiment: Experiment = {
  id: "002-table-1",
  paper: PAPER,
  table: "Table 1",
  title: "Features learned in two minutes",
  figure: "features",
  rows: "game",
  columns: "which",
  settings: {
    quick: { protocol: `${PROTOCOL}.`, coreMinutes: 1 },
    full: { protocol: `${PROTOCOL}.`, coreMinutes: 1 },
  },
  cells: ROWS.flatMap((row) =>
    Object.entries(COLUMNS).map(([figure, column], i): Cell => {
      const count = {
        kind: "figure" as const,
        compute: async () => (await featureCounts(row, GAMES[row]?.runs ?? 0))[figure as keyof typeof COLUMNS],
      };
      const value = PRINTED[row]?.[i];
      return {
        row,
        column,
        paper: value === undefined ? null : { value, decimals: 0, games: null },
        measure: { quick: count, full: count },
      };
    }),
  ),
  claims: [
    {
      text: "Every game has more offensive than defensive features, because a defensive feature answers an offensive one.",
      judge: (cells) => {
        const pairs = ROWS.map(
          (row) => [row, cells(row, COLUMNS.offensive)?.value, cells(row, COLUMNS.defensive)?.value] as const,
        );
        const measured = pairs.filter(([, offensive, defensive]) => offensive && defensive !== undefined);
        const against = measured.filter(([, offensive = 0, defensive = 0]) => offensive <= defensive);
        if (measured.length === 0) return NO_GAMES;
        return {
          outcome: against.length > 0 ? "does not hold" : "holds",
          evidence: `${measured.length - against.length} of ${measured.length} games${against.length > 0 ? `; not in ${against.map(([row]) => row).join(", ")}` : ""}`,
        };
      },
    },
  ],
};
