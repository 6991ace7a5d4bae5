/** Tournament ranking: points, percentage and Elo of every player, and the cross table. */
import { bradleyTerry } from "./bradley-terry.ts";
import type { Pair } from "./pairs.ts";
import { standing } from "./statistics.ts";

/** Points of a win; a draw gives half. */
const WIN_POINTS = 2;

/** One encounter: points of its first player by pair. */
export interface EncounterResult {
  readonly players: readonly [number, number];
  readonly pairs: readonly Pair[];
}

export interface RankingRow {
  readonly player: string;
  /** 2 for a win, 1 for a draw; a bye counts as won games. */
  readonly points: number;
  readonly byes: number;
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** Percentage of the points in played games, with its 95 % confidence interval. */
  readonly percent: number;
  readonly interval: readonly [low: number, high: number];
  /** 0 on average; see `bradleyTerry`. */
  readonly elo: number;
}

export interface CrossScore {
  readonly points: number;
  readonly games: number;
}

export interface Ranking {
  readonly rows: readonly RankingRow[];
  /** Cross table in the order of `rows`; null if the players have not met. */
  readonly cross: readonly (readonly (CrossScore | null)[])[];
}

export interface RankingOptions {
  /** Primary order; Elo if the numbers of games differ. */
  readonly by: "points" | "elo";
  /** Byes by player, and the number of won games that a bye counts for. */
  readonly byes: readonly number[];
  readonly byeGames: number;
}

export function rank(
  players: readonly string[],
  results: readonly EncounterResult[],
  { by, byes, byeGames }: RankingOptions,
): Ranking {
  const elos = bradleyTerry(players.length, results.map(scoreOf));
  const points = pointsOf(players.length, results, byes, byeGames);
  const rowOf = (number: number): RankingRow => {
    const { percent, interval, games, wins, draws, losses } = standing(pairsOf(number, results));
    return {
      player: players[number] as string,
      points: points[number] as number,
      byes: byes[number] ?? 0,
      games,
      wins,
      draws,
      losses,
      percent,
      interval,
      elo: elos[number] as number,
    };
  };
  const ahead = (values: readonly number[], a: number, b: number): number =>
    (values[b] as number) - (values[a] as number);
  const order = [...players.keys()].sort((a, b) => (by === "points" ? ahead(points, a, b) : 0) || ahead(elos, a, b));
  return {
    rows: order.map(rowOf),
    cross: order.map((row) => order.map((column) => crossScore(row, column, results))),
  };
}

/** Tournament points by player. */
export function pointsOf(
  players: number,
  results: readonly EncounterResult[],
  byes: readonly number[],
  byeGames: number,
): number[] {
  return Array.from(
    { length: players },
    (_, player) => WIN_POINTS * (standing(pairsOf(player, results)).points + (byes[player] ?? 0) * byeGames),
  );
}

function scoreOf({ players, pairs }: EncounterResult): {
  players: readonly [number, number];
  games: number;
  points: number;
} {
  return { players, games: 2 * pairs.length, points: standing(pairs).points };
}

/** All pairs of a player, with its own points. */
function pairsOf(player: number, results: readonly EncounterResult[]): Pair[] {
  return results.flatMap(({ players: [first, second], pairs }) => {
    if (first === player) return pairs;
    return second === player ? pairs.map(([one, two]): Pair => [1 - one, 1 - two]) : [];
  });
}

function crossScore(row: number, column: number, results: readonly EncounterResult[]): CrossScore | null {
  const between = results.filter(({ players }) => players.includes(row) && players.includes(column) && row !== column);
  if (between.length === 0) return null;
  const { points, games } = standing(pairsOf(row, between));
  return { points: WIN_POINTS * points, games };
}
