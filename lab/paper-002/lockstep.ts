/** Scores of the paper's players, 128 games at once (gdl/uct/lockstep.ts), under the conditions that the paper leaves open. */
import { selected } from "../../gdl/gifl/feature.ts";
import { PAPER_LEARNER, type LearnerOptions } from "../../gdl/gifl/learner.ts";
import { GiflPolicy, type PolicyOptions } from "../../gdl/gifl/policy.ts";
import { playLockstep, type LockstepGame, type LockstepOptions } from "../../gdl/uct/lockstep.ts";
import { fromPercent } from "../estimate.ts";
import type { Cell, Setting } from "../experiment.ts";
import { GAMES, learned, RUNS } from "./protocol.ts";

/** What differs between two conditions. */
export interface Condition extends Pick<LockstepOptions, "proofs" | "expansion" | "untried" | "own" | "others"> {
  readonly defences: LearnerOptions["defences"];
  readonly choice: PolicyOptions["choice"];
}

/** As printed: plain UCT, in which playouts start at the new node; the learning player always follows features, its opponent half the time. */
export const PRINTED_CONDITION: Condition = {
  proofs: false,
  expansion: "playout",
  untried: "random",
  own: 1,
  others: 0.5,
  defences: "one",
  choice: "best",
};

/** Not in the paper: exploration constant of UCB1. */
const EXPLORATION = 0.7;

export const SCORE_COLUMNS = ["score, %", "low", "high", "wins", "draws", "losses"] as const;
type Score = Readonly<Record<(typeof SCORE_COLUMNS)[number], number>>;

export interface Size {
  readonly games: number;
  /** Share of the paper's simulations per move. */
  readonly share: number;
}

const scores = new Map<string, Promise<Score>>();

async function scoreOf(
  row: string,
  condition: Condition,
  { games, share }: Size,
  signal?: AbortSignal,
): Promise<Score> {
  const { defences, choice, ...options } = condition;
  const { reasoner, learner } = await learned(row, RUNS, { ...PAPER_LEARNER, defences });
  const policy = new GiflPolicy(reasoner.placed, selected(learner.features, null), { choice, maxCost: Infinity });
  const playouts = Math.ceil((GAMES[row]?.playouts ?? 0) * share);
  const request = { ...options, playouts, c: EXPLORATION, threshold: 1, seed: 1, games, signal };
  return summaryOf(await playLockstep(reasoner, policy, request));
}

export function summaryOf(games: readonly LockstepGame[]): Score {
  const signs = games.map(({ learner, goals }) => Math.sign((goals[learner] ?? 0) - (goals[1 - learner] ?? 0)));
  const count = (sign: number): number => signs.filter((each) => each === sign).length;
  const percent = (100 * (count(1) + count(0) / 2)) / games.length;
  const { low, high } = fromPercent("", percent, games.length);
  return { "score, %": percent, low, high, wins: count(1), draws: count(0), losses: count(-1) };
}

/** The cells of a row of one condition, which share their games; `name` distinguishes conditions and games in the columns. */
export function scoreCells(
  row: string,
  name: string,
  game: string,
  condition: Condition,
  sizes: Readonly<Record<Setting, Size>>,
): Cell[] {
  const measured = (column: keyof Score, size: Size): NonNullable<Cell["measure"]["full"]> => ({
    kind: "figure",
    compute: async (signal) => {
      const key = JSON.stringify([game, condition, size]);
      const score = scores.get(key) ?? scoreOf(game, condition, size, signal);
      scores.set(key, score);
      score.catch(() => scores.delete(key));
      return (await score)[column];
    },
  });
  return SCORE_COLUMNS.map((column, i) => ({
    row,
    column: `${name}: ${column}`,
    paper: null,
    decimals: i < 3 ? 1 : 0,
    measure: { quick: measured(column, sizes.quick), full: measured(column, sizes.full) },
  }));
}
