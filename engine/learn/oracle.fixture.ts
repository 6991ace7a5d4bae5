/** For the tests of tuning: games that are not played, but decided by how strong each point is held to be. */
import { expectedShare } from "../arena/elo.ts";
import { SeededRandom } from "../random/seeded.ts";
import type { PlayRound, Round } from "./tune-rounds.ts";
import type { Point } from "./tune-variables.ts";

export type Strength = (point: Point) => number;

/** Every duel ends exactly as the difference in Elo says. The rounds are noted down. */
export function exactOracle(elo: Strength, rounds: Round[] = []): PlayRound {
  return async (round) => {
    rounds.push(round);
    return round.duels.map(({ first, second }) => expectedShare(elo(first) - elo(second)));
  };
}

/** Every game is won by the one or the other, with the chances that the difference in Elo gives them. */
export function noisyOracle(elo: Strength, seed: number): PlayRound {
  const random = new SeededRandom(seed);
  return async ({ duels }) =>
    duels.map(({ first, second, pairs }) => {
      const chance = expectedShare(elo(first) - elo(second));
      const games = Array.from({ length: 2 * pairs }, () => random.fraction() < chance);
      return games.filter(Boolean).length / games.length;
    });
}
