/** What the experiments of paper 004 share: who plays, from which positions, how many games. The paper prints no table: its claims are sentences. */
import type { Cell, MatchMeasurement } from "../experiment.ts";

export const PAPER = "Trippen: Plans, Patterns and Move Categories Guiding a Highly Selective Search (2009)";

export const RAT = "rat";

/**
 * P1 bots look one turn ahead, P2 bots two. The paper's were whole families with evaluations of their own; ours are full-width alpha-beta with two: weights fitted to
 * recorded play, and weights written by hand. Fewer steps than four would make no other P1: a turn is always searched whole.
 */
const WITH_EVALUATIONS = (steps: number): readonly string[] => [
  `alphabeta(steps=${steps})`,
  `alphabeta(steps=${steps}, eval=handmade)`,
];
export const P1: readonly string[] = WITH_EVALUATIONS(4);
export const P2: readonly string[] = WITH_EVALUATIONS(8);
export const STRONGER: readonly string[] = ["alphabeta(steps=8)", "best(nodes=200000, threads=1)"];

/** Setups of both sides drawn from those that have a name; nothing else is random. */
const SETUPS_DRAWN = 2;

/** A game takes ten to twenty seconds of a core: the quick setting is for seeing that all runs, its intervals are wide. */
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
    openingPlies: SETUPS_DRAWN,
    seat: "both",
    games,
  };
}

/** Rat's horse is held; in half of the cells Rat is gold, in the others silver. */
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
