/** Shared by the tables of paper 001: six pieces on 9 × 9, scores of the first mover. */
import type { Limits } from "../../engine/contracts/player.ts";
import { complement, type Estimate } from "../estimate.ts";
import type { CellLookup, MatchMeasurement } from "../experiment.ts";

export const PAPER = "Roschke, Sturtevant: UCT Enhancements in Chinese Checkers Using an Endgame Database (2013)";

export const FIGURE = "percentage of games won by the first player, who moves first";

/** Games from the starting position, scored for the first mover. */
export function match(first: string, second: string, limits: Limits, games: number): MatchMeasurement {
  return {
    kind: "match",
    game: "chinese-checkers",
    variant: { side: "9", pieces: "6", win: "filled", repetition: "allowed" },
    players: [first, second],
    limits,
    openingPlies: 0,
    seat: "first",
    games,
  };
}

/** Lifts the presets' own limit, the 100,000 expansions of Table 3. */
export function withoutOwnLimit(player: string): string {
  return `${player}(expansions=1e15)`;
}

/** The pairings of Tables 4 and 5, first mover first. */
export const PAIRINGS: Readonly<Record<string, readonly [first: string, second: string]>> = Object.fromEntries(
  [
    ["base0", "heur0"],
    ["heur0", "base0"],
    ["base0", "end3"],
    ["end3", "base0"],
    ["heur0", "end3"],
    ["end3", "heur0"],
  ].map(([first = "", second = ""]) => [`${first} – ${second}`, [first, second] as const]),
);

/** Scores of a player against another in Tables 4 and 5: columns as first player, then as second. */
export function sharesOf(
  cells: CellLookup,
  player: string,
  other: string,
  columns: readonly string[],
): readonly (Estimate | null)[] {
  return [
    ...columns.map((column) => cells(`${player} – ${other}`, column)),
    ...columns.map((column) =>
      complement(`${player} second against ${other} / ${column}`, cells(`${other} – ${player}`, column)),
    ),
  ];
}
