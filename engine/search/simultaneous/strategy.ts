/** Mixed strategies: sampling a move, and candidate moves with probabilities. */
import type { MixedStrategy } from "../../contracts/player.ts";
import { FIRST, type Move, SECOND } from "../../contracts/position.ts";
import type { ScoredMove } from "../candidates.ts";
import type { SeededRandom } from "../../random/seeded.ts";

export interface MixedMove {
  readonly move: Move;
  readonly probability: number;
}

/** Samples a move; the probabilities need not sum to exactly 1. */
export function drawMove(strategy: readonly MixedMove[], random: SeededRandom): Move {
  const total = strategy.reduce((sum, { probability }) => sum + probability, 0);
  let left = random.fraction() * total;
  for (const { move, probability } of strategy) {
    left -= probability;
    if (left < 0) return move;
  }
  return mostLikely(strategy);
}

export function mostLikely(strategy: readonly MixedMove[]): Move {
  return strategy.reduce((best, each) => (each.probability > best.probability ? each : best)).move;
}

/** The strategies of both players as search info. */
export function mixedStrategies<T extends MixedMove>(
  strategies: readonly [readonly T[], readonly T[]],
  valueOf: (move: T) => number,
): MixedStrategy[] {
  return ([FIRST, SECOND] as const).map((actor) => ({
    actor,
    moves: strategies[actor as 0 | 1]
      .map((each) => ({ move: each.move, probability: each.probability, value: valueOf(each) }))
      .toSorted((a, b) => b.probability - a.probability || b.value - a.value),
  }));
}

/** Candidates, most likely first. */
export function mixedMoves<T extends MixedMove>(
  strategy: readonly T[],
  describe: (move: T) => Omit<ScoredMove, "move" | "reason">,
): ScoredMove[] {
  return strategy
    .map((each) => ({ move: each.move, ...describe(each), probability: each.probability }))
    .toSorted((a, b) => b.probability - a.probability || (b.value ?? 0) - (a.value ?? 0))
    .map(({ probability, ...rest }) => ({ ...rest, reason: `probability ${probability.toFixed(3)}` }));
}
