/**
 * Tuning by simultaneous perturbation (Spall's SPSA): in every pair of games all variables at once are moved a little, at
 * random up or down; the one side plays with these moves, the other with the opposite ones, and all variables take a small step
 * towards the winner. A single pair says almost nothing, but no game is spent on one variable alone, and thousands of steps add
 * up to a climb along the gradient. The result is the mean of the places of the second half, in which their noise cancels.
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

/** Where the search was after so many games. */
export interface SpsaPlace {
  readonly games: number;
  readonly point: Point;
}

/** How far from its place a number is tried, in ranges: in the first pair, and from the middle on. The wide looks come first. */
const FIRST_REACH = 0.35;
const REACH = 0.15;
/** How far a pair of two wins moves a number in the end, in ranges; four times as far at first. */
const STEP = 0.015;
const STEP_DECAY = 0.602;
const STEP_DELAY = 0.1;
/** Pairs that are played at once, so that several threads have work. */
const BATCH = 8;
/** How many of the places on the way are told. */
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

  const tryOut = (pair: number): { duel: Duel; learn: (share: number) => void } => {
    const reach = Math.max(REACH, FIRST_REACH - (FIRST_REACH - REACH) * ((2 * pair) / pairs));
    const step = STEP * ((pairs * (1 + STEP_DELAY)) / (pairs * STEP_DELAY + pair + 1)) ** STEP_DECAY;
    while (true) {
      const trials = coordinates.map((coordinate) => coordinate.perturb(reach, random));
      // Choices alone may be drawn alike on both sides, which would tell nothing.
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
    const trials = Array.from({ length: Math.min(BATCH, pairs - done) }, (_, i) => tryOut(done + i));
    const duels = trials.map(({ duel }) => duel);
    const shares = await play({ number: batch, of: batches, what: "all variables", incumbent: here(), duels });
    trials.forEach(({ learn }, i) => {
      learn(shares[i] as number);
      if (2 * (done + i + 1) > pairs) for (const coordinate of coordinates) coordinate.remember();
    });
    if (Math.floor((PLACES * (batch + 1)) / batches) > Math.floor((PLACES * batch) / batches))
      places.push({ games: 2 * (done + trials.length), point: here() });
  }
  return { best: here(), places };
}
