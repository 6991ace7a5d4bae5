/** What the tables of paper 001 share: six pieces on 9 × 9, and the share of whoever moves first. */
import type { Limits } from "../../engine/contracts/player.ts";
import { complement, type Estimate } from "../estimate.ts";
import type { CellLookup, MatchMeasurement } from "../experiment.ts";

export const PAPER = "Roschke, Sturtevant: UCT Enhancements in Chinese Checkers Using an Endgame Database (2013)";

export const FIGURE = "per cent of games won by the player named first, who moves first";

/** Games between two players from the starting position, told by the share of the one who moves first. */
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

/** The players have the 100,000 expansions of Table 3 as their own limit; where another limit counts, it is lifted. */
export function withoutOwnLimit(player: string): string {
  return `${player}(expansions=1e15)`;
}

/** The pairings of Tables 4 and 5, each told from the side of who moves first. */
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

/** The shares of one player against another in Tables 4 and 5: column by column as first player, then as second. */
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
