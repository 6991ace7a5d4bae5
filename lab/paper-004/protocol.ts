/** Shared by the experiments of paper 004: players, positions, number of games. The paper prints no tables: its claims are sentences. */
import type { Cell, MatchMeasurement } from "../experiment.ts";
import { bot } from "./opponents.ts";

export const PAPER = "Trippen: Plans, Patterns and Move Categories Guiding a Highly Selective Search (2009)";

/** Opponents by row. P1 bots search one turn, P2 bots two. */
export interface Opponent {
  readonly row: string;
  readonly player: string;
  /** A program that sets up its own pieces, and cannot continue a position as silver. */
  readonly isProgram?: boolean;
}

/** Like the bots of 2009: the sample bot of that time, and ours with a simple evaluation and nothing played out. */
export const P1: readonly Opponent[] = [
  { row: "p1", player: "p1" },
  { row: "sample bot, 4 steps", player: bot("sample 4"), isProgram: true },
];
export const P2: readonly Opponent[] = [
  { row: "p2", player: "p2" },
  { row: "sample bot, 8 steps", player: bot("sample 8"), isProgram: true },
];
export const FAIRY: Opponent = { row: "fairy (2005), 1 s a turn", player: bot("fairy"), isProgram: true };

/** Ours that search goals exactly at every leaf and play captures out, with two evaluations. */
const EXACT = (steps: number): readonly Opponent[] =>
  [`alphabeta(steps=${steps})`, `alphabeta(steps=${steps}, eval=handmade)`].map((player) => ({ row: player, player }));
export const EXACT_P1: readonly Opponent[] = EXACT(4);
export const EXACT_P2: readonly Opponent[] = EXACT(8);
/** With the evaluation that it had when these rows were first played. */
export const BEST: Opponent = { row: "best(nodes=200000)", player: "best(nodes=200000, threads=1, eval=fitted)" };

/** Opening plies: named setups of both sides are random, nothing else. */
const SETUP_PLIES = 2;

export const FULL_GAMES = 200;

export function fromSetups(rat: string, { player, isProgram = false }: Opponent, games: number): MatchMeasurement {
  return {
    kind: "match",
    game: "arimaa",
    variant: {},
    players: [rat, player],
    limits: {},
    openingPlies: isProgram ? 0 : SETUP_PLIES,
    seat: "both",
    games,
  };
}

/** Rat's horse is held; Rat is gold in half of the cells, silver in the others. */
export function fromHostages(opponent: Opponent, colour: "gold" | "silver", games: number): MatchMeasurement {
  return {
    ...fromSetups("rat", opponent, games),
    variant: { setup: colour === "gold" ? "horse-hostage" : "horse-hostage-silver" },
    openingPlies: 0,
    seat: colour === "gold" ? "first" : "second",
  };
}

export function cell(row: string, column: string, quick: number, measure: (games: number) => MatchMeasurement): Cell {
  return { row, column, paper: null, decimals: 1, measure: { quick: measure(quick), full: measure(FULL_GAMES) } };
}
