/** Paper 002, Table 2's column with plain UCT and 128 games a cell, as printed and under the condition that brings the gain. */
import type { CellLookup, Experiment } from "../experiment.ts";
import { NO_GAMES, type Verdict } from "../verdict.ts";
import { PAPER, ROWS } from "./protocol.ts";
import { PRINTED_CONDITION, scoreCells, type Condition } from "./lockstep.ts";

const SIZES = { quick: { games: 32, share: 0.3 }, full: { games: 128, share: 1 } } as const;

const CONDITIONS: Readonly<Record<string, Condition>> = {
  printed: PRINTED_CONDITION,
  "own 75 %": { ...PRINTED_CONDITION, expansion: "move", own: 0.75 },
};

/** The paper counts fifteen games; lose-checkers is not among them. */
const COUNTED = ROWS.filter((row) => row !== "lose-checkers");
const BETTER = 9;
const SIGNIFICANT = 7;

const PROTOCOL =
  'The paper\'s learner (500 runs) and plain UCT on both sides, games from the starting position; "printed": playouts start at the new node, the learning player always follows features and its opponent half the time; "own 75 %": the first move in a new node is random, and the learning player follows features 75 % of the time';

export const experiment: Experiment = {
  id: "002-plain",
  paper: PAPER,
  table: "Table 2, plain UCT",
  title: "Features in plain UCT at equal simulations",
  figure: "score (%) of the learning player, its 95 % interval, wins, draws and losses",
  rows: "game",
  columns: "condition and figure",
  settings: {
    quick: { protocol: `${PROTOCOL}. 32 games, 30 % of the paper's simulations.`, coreMinutes: 8 },
    full: { protocol: `${PROTOCOL}. 128 games, the paper's simulations.`, coreMinutes: 40 },
  },
  cells: ROWS.flatMap((row) =>
    Object.entries(CONDITIONS).flatMap(([name, condition]) => scoreCells(row, name, row, condition, SIZES)),
  ),
  claims: Object.keys(CONDITIONS).map((name) => ({
    text: `The learning player is better in nine of fifteen games, significantly in seven (here: of the nine named games and six substitutes).`,
    condition: `(${name})`,
    judge: (cells) => counted(cells, name),
  })),
};

function counted(cells: CellLookup, name: string): Verdict {
  const figures = (column: string): number[] => COUNTED.flatMap((row) => cells(row, `${name}: ${column}`)?.value ?? []);
  const scores = figures("score, %");
  const better = scores.filter((score) => score > 50).length;
  const significant = figures("low").filter((low) => low > 50).length;
  const missing = COUNTED.length - scores.length;
  const evidence = `better in ${better}, significantly in ${significant} of ${scores.length} games`;
  if (scores.length === 0) return NO_GAMES;
  if (better >= BETTER && significant >= SIGNIFICANT) return { outcome: "holds", evidence };
  const canHold = better + missing >= BETTER && significant + missing >= SIGNIFICANT;
  return { outcome: canHold ? "not settled" : "does not hold", evidence };
}
