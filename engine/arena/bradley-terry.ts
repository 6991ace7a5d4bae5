/** Ratings of several players from all their games together: the likeliest strengths by Bradley and Terry's model. */
import { eloOf } from "./elo.ts";

/** What two players have made of their games against each other. */
export interface Score {
  readonly players: readonly [number, number];
  readonly games: number;
  /** Points of the first of them, a draw counting half. */
  readonly points: number;
}

const MAX_ITERATIONS = 100_000;
const ENOUGH_ELO = 1e-9;

/**
 * Elo by player, 0 on average. Each has one drawn game more than was played, against one and the same imagined player: so a
 * player who has won all has a rating too, and players who never met by any way round can be compared. Found by Hunter's
 * iteration (MM algorithms for generalized Bradley-Terry models, 2004).
 */
export function bradleyTerry(players: number, scores: readonly Score[]): number[] {
  const won = Array.from({ length: players }, () => 0.5);
  for (const {
    players: [a, b],
    games,
    points,
  } of scores) {
    won[a]! += points;
    won[b]! += games - points;
  }
  let strengths = won.map(() => 1);
  for (let i = 0, change = 1; i < MAX_ITERATIONS && change > ENOUGH_ELO; i++) {
    const expected = strengths.map((strength) => 1 / (strength + 1));
    for (const {
      players: [a, b],
      games,
    } of scores) {
      const part = games / ((strengths[a] as number) + (strengths[b] as number));
      expected[a]! += part;
      expected[b]! += part;
    }
    const next = won.map((points, player) => points / (expected[player] as number));
    change = Math.max(...next.map((strength, player) => Math.abs(eloBetween(strength, strengths[player] as number))));
    strengths = next;
  }
  const elos = strengths.map((strength) => eloBetween(strength, 1));
  const mean = elos.reduce((sum, elo) => sum + elo, 0) / players;
  return elos.map((elo) => elo - mean);
}

function eloBetween(one: number, other: number): number {
  return eloOf(one / (one + other));
}
