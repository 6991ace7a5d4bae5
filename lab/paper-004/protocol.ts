/** What the experiments of paper 004 share: who plays, from which positions, how many games. The paper prints no table: its claims are sentences. */
import type { Cell, MatchMeasurement } from "../experiment.ts";

export const PAPER = "Trippen: Plans, Patterns and Move Categories Guiding a Highly Selective Search (2009)";

export const RAT = "rat";

/**
 * P1 bots look one turn ahead, P2 bots two. Ours are not the bots of 2009: one evaluation, full-width alpha-beta, cut off after so many steps; so a P1 of three steps sees less than a turn, and a
 * P2 of six half of the reply.
 */
export const P1: readonly string[] = [
  "alphabeta(steps=4)",
  "alphabeta(steps=3)",
  "alphabeta(steps=2)",
  "alphabeta(steps=1)",
];
export const P2: readonly string[] = ["alphabeta(steps=8)", "alphabeta(steps=7)", "alphabeta(steps=6)"];
export const STRONGER: readonly string[] = ["alphabeta(steps=8)", "best(nodes=200000, threads=1)"];

/** Setups of both sides drawn from those that have a name; nothing else is random. */
const SETUPS_DRAWN = 2;

export const QUICK_GAMES = 10;
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

export function cell(row: string, column: string, measure: (games: number) => MatchMeasurement): Cell {
  return { row, column, paper: null, decimals: 1, measure: { quick: measure(QUICK_GAMES), full: measure(FULL_GAMES) } };
}
