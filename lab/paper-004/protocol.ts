/** Shared by the experiments of paper 004: players, positions, number of games. The paper prints no tables: its claims are sentences. */
import type { Cell, MatchMeasurement } from "../experiment.ts";

export const PAPER = "Trippen: Plans, Patterns and Move Categories Guiding a Highly Selective Search (2009)";

const RAT = "rat";

/**
 * P1 bots search one turn, P2 bots two. The paper's were families with different evaluations; ours are full-width alpha-beta with two evaluations: weights fitted to
 * recorded games, and hand-written weights. Fewer than four steps are still P1: a turn is always searched completely.
 */
const WITH_EVALUATIONS = (steps: number): readonly string[] => [
  `alphabeta(steps=${steps})`,
  `alphabeta(steps=${steps}, eval=handmade)`,
];
export const P1: readonly string[] = WITH_EVALUATIONS(4);
export const P2: readonly string[] = WITH_EVALUATIONS(8);
export const STRONGER: readonly string[] = ["alphabeta(steps=8)", "best(nodes=200000, threads=1)"];

/** Opening plies: named setups of both sides are random, nothing else. */
const SETUP_PLIES = 2;

/** A game takes ten to twenty core seconds: the quick setting is a smoke test with wide intervals. */
export const QUICK_GAMES = 6;
export const QUICK_HOSTAGES = 4;
export const FULL_GAMES = 200;

export function fromSetups(opponent: string, games: number): MatchMeasurement {
  return {
    kind: "match",
    game: "arimaa",
    variant: {},
    players: [RAT, opponent],
    limits: {},
    openingPlies: SETUP_PLIES,
    seat: "both",
    games,
  };
}

/** Rat's horse is held; Rat is gold in half of the cells, silver in the others. */
export function fromHostages(opponent: string, colour: "gold" | "silver", games: number): MatchMeasurement {
  return {
    ...fromSetups(opponent, games),
    variant: { setup: colour === "gold" ? "horse-hostage" : "horse-hostage-silver" },
    openingPlies: 0,
    seat: colour === "gold" ? "first" : "second",
  };
}

export function cell(row: string, column: string, quick: number, measure: (games: number) => MatchMeasurement): Cell {
  return { row, column, paper: null, decimals: 1, measure: { quick: measure(quick), full: measure(FULL_GAMES) } };
}
