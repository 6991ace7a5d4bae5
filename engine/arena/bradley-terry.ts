/** Ratings of several players: maximum likelihood of the Bradley–Terry model. */
import { eloOf } from "./elo.ts";

/** The score between two players. */
export interface Score {
  readonly players: readonly [number, number];
  readonly games: number;
  /** Points of the first player; a draw counts half. */
  readonly points: number;
}

const MAX_ITERATIONS = 100_000;
const TOLERANCE_ELO = 1e-9;

/**
 * Elo by player, 0 on average. As a prior, each player has an additional draw against one virtual player, so that all ratings are
 * finite and comparable. Computed by Hunter's iteration (MM algorithms for generalized Bradley-Terry models, 2004).
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
  for (let i = 0, change = 1; i < MAX_ITERATIONS && change > TOLERANCE_ELO; i++) {
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
