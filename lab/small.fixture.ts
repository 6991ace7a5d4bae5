/** A small experiment for tests: three players on the smallest board, by seats, and a computed number. */
import { fromPercent } from "./estimate.ts";
import type { Experiment, MatchMeasurement } from "./experiment.ts";
import type { CellResult, ExperimentResult } from "./results.ts";
import { atLeast } from "./verdict.ts";

export function smallMatch(first: string, second: string, more: Partial<MatchMeasurement> = {}): MatchMeasurement {
  return {
    kind: "match",
    game: "chinese-checkers",
    variant: { side: "4", pieces: "3", "ply-limit": "60" },
    players: [first, second],
    limits: {},
    openingPlies: 2,
    seat: "first",
    games: 6,
    ...more,
  };
}

const paper = { value: 60, decimals: 1, games: 100 };

export const smallExperiment: Experiment = {
  id: "999-table-1",
  paper: "Nobody: Nothing",
  table: "Table 1",
  title: "Players <of> \"no\" & little 'strength'",
  figure: "percentage of the first mover",
  rows: "first",
  columns: "second",
  settings: {
    quick: { protocol: "Few games.", coreMinutes: 1 },
    full: { protocol: "More games.", coreMinutes: 2 },
  },
  cells: [
    {
      row: "greedy",
      column: "random",
      paper,
      measure: { quick: smallMatch("greedy", "random"), full: smallMatch("greedy", "random", { games: 9 }) },
    },
    { row: "random", column: "greedy", paper, measure: { quick: smallMatch("random", "greedy") } },
    { row: "random", column: "random", paper, measure: { quick: smallMatch("random", "random", { games: 5 }) } },
    {
      row: "both seats",
      column: "random",
      paper,
      measure: { quick: smallMatch("greedy", "random", { seat: "both", games: 8, openingPlies: 3 }) },
    },
    {
      row: "computed",
      column: "random",
      paper: { value: 3.14, decimals: 2, games: null },
      measure: { quick: { kind: "exact", compute: () => Math.PI } },
    },
  ],
  claims: [{ text: "Greedy is better than random.", judge: (cells) => atLeast(50, cells("both seats", "random")) }],
};

export function measuredCell(row: string, column: string, percent: number, games: number): CellResult {
  const ours = fromPercent(`${row} / ${column}`, percent, games);
  const wins = Math.round((percent * games) / 100);
  return {
    row,
    column,
    paper: fromPercent(`${row} / ${column}`, 60, 100),
    decimals: 1,
    status: "measured",
    ours,
    score: { games, wins, draws: 0, losses: games - wins, percent, interval: [ours.low, ours.high] },
    match: smallMatch(row, column, { games }),
    agreement: "agrees",
    problem: null,
  };
}

export function smallResult(cells: readonly CellResult[], more: Partial<ExperimentResult> = {}): ExperimentResult {
  const verdict = { outcome: "not settled", evidence: "a < b & c" } as const;
  return {
    experiment: smallExperiment,
    setting: "quick",
    cells,
    claims: [
      {
        text: "Less <is> more.",
        condition: "in <small> games",
        ours: verdict,
        paper: { ...verdict, outcome: "holds" },
      },
    ],
    ...more,
  };
}
