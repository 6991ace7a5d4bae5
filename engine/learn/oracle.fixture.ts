/** Oracles for tests of tuning: games decided by a given strength of each point. */
import { expectedShare } from "../arena/elo.ts";
import { SeededRandom } from "../random/seeded.ts";
import type { PlayRound, Round } from "./tune-rounds.ts";
import type { Point } from "./tune-variables.ts";

export type Strength = (point: Point) => number;

/** Every duel has the expected score of the Elo difference. Records the rounds. */
export function exactOracle(elo: Strength, rounds: Round[] = []): PlayRound {
  return async (round) => {
    rounds.push(round);
    return round.duels.map(({ first, second }) => expectedShare(elo(first) - elo(second)));
  };
}

/** Every game is won or lost with the probability of the Elo difference. */
export function noisyOracle(elo: Strength, seed: number): PlayRound {
  const random = new SeededRandom(seed);
  return async ({ duels }) =>
    duels.map(({ first, second, pairs }) => {
      const probability = expectedShare(elo(first) - elo(second));
      const games = Array.from({ length: 2 * pairs }, () => random.fraction() < probability);
      return games.filter(Boolean).length / games.length;
    });
}
