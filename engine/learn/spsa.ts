/**
 * SPSA (simultaneous perturbation stochastic approximation, Spall): in every pair of games all variables are perturbed randomly up
 * or down; one side plays with the perturbation, the other with its opposite, and all variables take a small step towards the
 * winner. A single pair is very noisy, but every game informs all variables, and thousands of steps follow the gradient.
 * The result is the average over the second half (Polyak averaging).
 */
import { SeededRandom } from "../random/seeded.ts";
import { coordinateOf } from "./spsa-coordinates.ts";
import type { Duel, PlayRound } from "./tune-rounds.ts";
import type { Point, Value, Variable } from "./tune-variables.ts";

export interface SpsaOptions {
  /** Pairs of games in all. */
  readonly pairs: number;
  readonly seed: number;
}

/** The iterate after a number of games. */
export interface SpsaPlace {
  readonly games: number;
  readonly point: Point;
}

/** Perturbation as a fraction of the range: in the first pair, and from the middle on. */
const INITIAL_REACH = 0.35;
const REACH = 0.15;
/** Final step for a pair of two wins, as a fraction of the range; four times as large at first. */
const STEP = 0.015;
const STEP_DECAY = 0.602;
const STEP_DELAY = 0.1;
/** Pairs per batch, played in parallel. */
const BATCH = 8;
/** Number of reported iterates. */
const PLACES = 10;

export async function spsa(
  variables: readonly Variable[],
  start: Point,
  { pairs, seed }: SpsaOptions,
  play: PlayRound,
): Promise<{ best: Point; places: readonly SpsaPlace[] }> {
  const random = new SeededRandom(seed);
  const coordinates = variables.map((variable) => coordinateOf(variable, start[variable.name] as Value));
  const point = (values: readonly Value[]): Point =>
    Object.fromEntries(variables.map(({ name }, i) => [name, values[i] as Value]));
  const here = (): Point => point(coordinates.map((coordinate) => coordinate.value()));

  const makeTrial = (pair: number): { duel: Duel; learn: (share: number) => void } => {
    const reach = Math.max(REACH, INITIAL_REACH - (INITIAL_REACH - REACH) * ((2 * pair) / pairs));
    const step = STEP * ((pairs * (1 + STEP_DELAY)) / (pairs * STEP_DELAY + pair + 1)) ** STEP_DECAY;
    while (true) {
      const trials = coordinates.map((coordinate) => coordinate.perturb(reach, random));
      // Choices may be equal on both sides; such a pair is useless.
      if (trials.every(({ plus, minus }) => plus === minus)) continue;
      const [first, second] = [point(trials.map(({ plus }) => plus)), point(trials.map(({ minus }) => minus))];
      return {
        duel: { first, second, pairs: 1, openings: pair },
        learn: (share) => trials.forEach((trial) => trial.learn(step * (2 * share - 1))),
      };
    }
  };

  const places: SpsaPlace[] = [];
  const batches = Math.ceil(pairs / BATCH);
  for (let batch = 0; batch < batches; batch++) {
    const done = batch * BATCH;
    const trials = Array.from({ length: Math.min(BATCH, pairs - done) }, (_, i) => makeTrial(done + i));
    const duels = trials.map(({ duel }) => duel);
    const shares = await play({ number: batch, of: batches, what: "all variables", incumbent: here(), duels });
    trials.forEach(({ learn }, i) => {
      learn(shares[i] as number);
      if (2 * (done + i + 1) > pairs) for (const coordinate of coordinates) coordinate.accumulate();
    });
    if (Math.floor((PLACES * (batch + 1)) / batches) > Math.floor((PLACES * batch) / batches))
      places.push({ games: 2 * (done + trials.length), point: here() });
  }
  return { best: here(), places };
}
