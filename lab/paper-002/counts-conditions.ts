/** Paper 002, Table 2 step by step: which condition of the playouts brings the paper's gain, in the games with its largest ones. */
import type { CellLookup, Experiment } from "../experiment.ts";
import { NO_GAMES, type Verdict } from "../verdict.ts";
import { PAPER } from "./protocol.ts";
import { PRINTED_CONDITION, scoreCells, type Condition } from "./lockstep.ts";

const GAMES = ["knightthrough", "breakthrough"] as const;
const SIZES = { quick: { games: 128, share: 0.3 }, full: { games: 128, share: 1 } } as const;

/** The printed condition, with one or two changes in each row. */
const CONDITIONS: Readonly<Record<string, Condition>> = {
  "as printed": PRINTED_CONDITION,
  "all defences of a threat": { ...PRINTED_CONDITION, defences: "all" },
  "choice by values up to 1": { ...PRINTED_CONDITION, choice: "scaled" },
  "untried moves by features": { ...PRINTED_CONDITION, untried: "features" },
  "the opponent always follows": { ...PRINTED_CONDITION, others: 1 },
  "both follow half the time": { ...PRINTED_CONDITION, own: 0.5 },
  "first move in a new node random": { ...PRINTED_CONDITION, expansion: "move" },
  "the same, with proofs": { ...PRINTED_CONDITION, expansion: "move", proofs: true },
  "first move random, own 75 %": { ...PRINTED_CONDITION, expansion: "move", own: 0.75 },
  "first move random, both always": { ...PRINTED_CONDITION, expansion: "move", others: 1 },
};

const PROTOCOL =
  "The paper's learner (500 runs) and plain UCT on both sides: one simulation at a time, no proofs, a new tree for every move, one node per simulation; 128 games from the starting position";

export const experiment: Experiment = {
  id: "002-conditions",
  paper: PAPER,
  table: "Table 2, step by step",
  title: "Conditions of the gain at equal simulations",
  figure: "score (%) of the learning player, its 95 % interval, wins, draws and losses",
  rows: "condition",
  columns: "game and figure",
  settings: {
    quick: { protocol: `${PROTOCOL}; 300 simulations per move.`, coreMinutes: 4 },
    full: { protocol: `${PROTOCOL}; 1,000 simulations per move.`, coreMinutes: 12 },
  },
  cells: Object.entries(CONDITIONS).flatMap(([row, condition]) =>
    GAMES.flatMap((game) => scoreCells(row, game, game, condition, SIZES)),
  ),
  claims: Object.keys(CONDITIONS).map((row) => ({
    text: "The learning player wins clearly in knightthrough and breakthrough (here: above 60 %).",
    condition: `(${row})`,
    judge: (cells) => gains(cells, row),
  })),
};

function gains(cells: CellLookup, row: string): Verdict {
  const measured = GAMES.flatMap((game) => {
    const [low, high] = [cells(row, `${game}: low`), cells(row, `${game}: high`)];
    return low && high ? [{ game, low: low.value, high: high.value }] : [];
  });
  if (measured.length === 0) return NO_GAMES;
  const isGain = measured.length === GAMES.length && measured.every(({ low }) => low > 60);
  // One game without a gain is enough.
  const isNone = measured.some(({ high }) => high < 60);
  return {
    outcome: isGain ? "holds" : isNone ? "does not hold" : "not settled",
    evidence: measured.map(({ game, low, high }) => `${game} ${low.toFixed(1)} to ${high.toFixed(1)}`).join(", "),
  };
}
