/** What the tables of paper 002 share: its games as we have them, learners and players, and what features cost. */
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Limits } from "../../engine/contracts/player.ts";
import { measureFeatures, type FeatureFigures } from "../../gdl/gifl/measure.ts";
import { findRulesheet } from "../../games/games.ts";
import type { MatchMeasurement } from "../experiment.ts";

export const PAPER = "Kirci, Sturtevant, Schaeffer: A GGP Feature Learning Algorithm (2011)";

/** A game: our rulesheet of it, and what the paper played with. */
export interface PaperGame {
  /** Null for those that stand in for games of 2008 which are not public by the paper's names. */
  readonly paper: string | null;
  readonly playouts: number;
  /** Games of Table 2. */
  readonly games: number;
}

/** By our names; the paper's order, then those that stand in, then the game that it says it cannot learn. */
export const GAMES: Readonly<Record<string, PaperGame>> = {
  "pawn-whopping": { paper: "pawn whopping", playouts: 1_000, games: 20 },
  knightthrough: { paper: "knightthrough", playouts: 1_000, games: 20 },
  breakthrough: { paper: "breakthrough", playouts: 1_000, games: 20 },
  checkers: { paper: "checkers", playouts: 150, games: 20 },
  "connect-four": { paper: "connect4", playouts: 1_000, games: 100 },
  chess: { paper: "chess", playouts: 25, games: 40 },
  pentago: { paper: "pentago", playouts: 1_000, games: 100 },
  quarto: { paper: "quarto", playouts: 1_000, games: 100 },
  "checkers-barrel-no-kings": { paper: "checkersbarrelnokings", playouts: 1_000, games: 100 },
  "breakthrough-small": { paper: null, playouts: 1_000, games: 100 },
  knightfight: { paper: null, playouts: 1_000, games: 100 },
  knightazons: { paper: null, playouts: 1_000, games: 100 },
  "amazons-small": { paper: null, playouts: 1_000, games: 100 },
  skirmish: { paper: null, playouts: 1_000, games: 100 },
  ttcc4: { paper: null, playouts: 1_000, games: 100 },
  "lose-checkers": { paper: null, playouts: 1_000, games: 100 },
};

export const ROWS: readonly string[] = Object.keys(GAMES);
export const RUNS = 500;

/** As the paper learns and chooses; and as we do. */
export const LEARNERS = { paper: `gifl=${RUNS}, learner=paper`, ours: `gifl=${RUNS}` } as const;

export function match(game: string, learner: string, limits: Limits, games: number): MatchMeasurement {
  return {
    kind: "match",
    game,
    variant: {},
    players: [`uct(${learner})`, "uct"],
    limits,
    openingPlies: 0,
    seat: "both",
    games,
  };
}

const figures = new Map<string, Promise<FeatureFigures>>();

/** What a learner finds in a game, and what its features do to playouts: measured once for all cells. */
export function figuresOf(game: string, learner: keyof typeof LEARNERS, runs: number): Promise<FeatureFigures> {
  const key = `${game} ${learner} ${runs}`;
  const known = figures.get(key) ?? measureFeatures(unwrap(findRulesheet(game)), learner, runs);
  figures.set(key, known);
  return known;
}
