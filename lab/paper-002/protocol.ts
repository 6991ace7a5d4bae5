/** Shared by the tables of paper 002: games, learners, players, cost of features. */
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Limits } from "../../engine/contracts/player.ts";
import { rulesheetPath } from "../../games/games.ts";
import { gdlGameOfFile } from "../../gdl/game-file.ts";
import { selected } from "../../gdl/gifl/feature.ts";
import { FeatureLearner, PAPER_LEARNER, type LearnerOptions } from "../../gdl/gifl/learner.ts";
import { costOf, countsOf, type FeatureCost, type FeatureCounts } from "../../gdl/gifl/measure.ts";
import { GiflPolicy } from "../../gdl/gifl/policy.ts";
import type { PropnetReasoner } from "../../gdl/propnet/propnet-reasoner.ts";
import type { MatchMeasurement } from "../experiment.ts";

export const PAPER = "Kirci, Sturtevant, Schaeffer: A GGP Feature Learning Algorithm (2011)";

/** A game of the paper: our rulesheet and the paper's protocol. */
interface PaperGame {
  /** Our rulesheet, if its name differs from the row. */
  readonly rulesheet?: string;
  /** Null for substitutes of games of 2008 that are not public under the paper's names. */
  readonly paper: string | null;
  readonly playouts: number;
  /** Games of Table 2. */
  readonly games: number;
  /**
   * Runs of the paper's two minutes: 200 in breakthrough and 40 in checkers, as it says; in the others 200 times the cost of a run in breakthrough over
   * that of a run here, both by the reference learner on the interpreter.
   */
  readonly runs: number;
}

/** By row: the paper's order, then substitutes, then the game that it cannot learn. */
export const GAMES: Readonly<Record<string, PaperGame>> = {
  "pawn-whopping": { paper: "pawn whopping", playouts: 1_000, games: 20, runs: 890 },
  knightthrough: { paper: "knightthrough", playouts: 1_000, games: 20, runs: 260 },
  breakthrough: { paper: "breakthrough", playouts: 1_000, games: 20, runs: 200 },
  checkers: { paper: "checkers", playouts: 150, games: 20, runs: 40 },
  "connect-four": { paper: "connect4", playouts: 1_000, games: 100, runs: 720 },
  chess: { rulesheet: "chess-gdl", paper: "chess", playouts: 25, games: 40, runs: 27 },
  pentago: { paper: "pentago", playouts: 1_000, games: 100, runs: 590 },
  quarto: { paper: "quarto", playouts: 1_000, games: 100, runs: 3_300 },
  "checkers-barrel-no-kings": { paper: "checkersbarrelnokings", playouts: 1_000, games: 100, runs: 890 },
  "breakthrough-small": { paper: null, playouts: 1_000, games: 100, runs: 330 },
  knightfight: { paper: null, playouts: 1_000, games: 100, runs: 440 },
  knightazons: { paper: null, playouts: 1_000, games: 100, runs: 220 },
  "amazons-small": { paper: null, playouts: 1_000, games: 100, runs: 305 },
  skirmish: { paper: null, playouts: 1_000, games: 100, runs: 125 },
  ttcc4: { paper: null, playouts: 1_000, games: 100, runs: 530 },
  "lose-checkers": { paper: null, playouts: 1_000, games: 100, runs: 40 },
};

export const ROWS: readonly string[] = Object.keys(GAMES);
export const RUNS = 500;

/** The paper's learner and ours. */
export const LEARNERS: Readonly<Record<"paper" | "ours", string>> = {
  paper: `gifl=${RUNS}, learner=paper`,
  ours: `gifl=${RUNS}, choice=scaled, others=1`,
};
export const ALL_FEATURES = "cost=1000000";

export function match(row: string, learner: string, limits: Limits, games: number): MatchMeasurement {
  return {
    kind: "match",
    game: rulesheetOf(row),
    seedName: row,
    variant: {},
    players: [`uct(${learner})`, "uct"],
    limits,
    openingPlies: 0,
    seat: "both",
    games,
  };
}

type Measured<T> = (row: string, runs: number) => Promise<T>;

/** The paper learns at most one defence of a threat: it has fewer defensive than offensive features in every game. */
const ONE_DEFENCE: LearnerOptions = { ...PAPER_LEARNER, defences: "one" };

/** CPU time per side of a comparison. */
const SECONDS = 1;

/** Number of features that the paper's learner finds; measured once for all cells. */
export const featureCounts: Measured<FeatureCounts> = memoized(async (row, runs) =>
  countsOf((await learned(row, runs, ONE_DEFENCE)).learner.features),
);

/** Effect of the features on playouts. */
export const featureCost: Measured<FeatureCost> = memoized(async (row, runs) => {
  const { reasoner, learner } = await learned(row, runs, PAPER_LEARNER);
  return costOf(reasoner, new GiflPolicy(reasoner.placed, selected(learner.features, null)), SECONDS);
});

function rulesheetOf(row: string): string {
  return GAMES[row]?.rulesheet ?? row;
}

export async function learned(
  row: string,
  runs: number,
  options: LearnerOptions,
): Promise<{ reasoner: PropnetReasoner; learner: FeatureLearner }> {
  const rulesheet = rulesheetOf(row);
  const reasoner = unwrap(unwrap(gdlGameOfFile(rulesheetPath(rulesheet) ?? rulesheet)).reasoner());
  const learner = new FeatureLearner(reasoner, options);
  await learner.learn({ runs });
  return { reasoner, learner };
}

function memoized<T>(compute: Measured<T>): Measured<T> {
  const cache = new Map<string, Promise<T>>();
  return (row, runs) => {
    const key = `${row} ${runs}`;
    const value = cache.get(key) ?? compute(row, runs);
    cache.set(key, value);
    return value;
  };
}
