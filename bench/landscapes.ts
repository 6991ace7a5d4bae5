/** Synthetic Elo landscapes: Elo as a function of parameters from 0 to 1, in several shapes, with a random optimum. */
import type { SeededRandom } from "../engine/random/seeded.ts";

export interface Landscape {
  /** The starting point of a tuning run. */
  readonly start: readonly number[];
  /** 0 at the optimum, negative elsewhere. */
  elo(point: readonly number[]): number;
}

/** Elo of a point, given the optimum and the weights of the parameters. */
type Shape = (point: readonly number[], best: readonly number[], weights: readonly number[]) => number;

const SHAPES: Readonly<Record<string, Shape>> = {
  bowl: (point, best, weights) => -400 * squares(away(point, best), weights),
  "shallow bowl": (point, best, weights) => -80 * squares(away(point, best), weights),
  "dependent bowl": (point, best, weights) => -300 * squares(coupled(away(point, best)), weights),
  lopsided: (point, best, weights) => -50 * squares(away(point.map(warped), best.map(warped)), weights),
  cone: (point, best, weights) => -250 * Math.sqrt(squares(away(point, best), weights)),
  plateau: (point, best, weights) => -400 * Math.max(0, Math.sqrt(squares(away(point, best), weights)) - 0.15),
  levelling: (point, best, weights) =>
    -100 *
    away(point, best).reduce((sum, each, i) => sum + (weights[i] as number) * Math.min(1, (each / 0.35) ** 2), 0),
  "narrow hill": (point, best, weights) => hill(300, away(point, best), weights) - 300,
  "two hills": (point, best, weights) => {
    const other = best.map((each) => 1 - each);
    return Math.max(hill(300, away(point, best), weights), hill(200, away(point, other), weights)) - 300;
  },
};

export const LANDSCAPES: readonly string[] = Object.keys(SHAPES);

/** The start is the median of this many random points. */
const STARTS = 9;

export function landscape(name: string, parameters: number, random: SeededRandom): Landscape {
  const shape = SHAPES[name] as Shape;
  const numbers = (from: number, to: number): number[] =>
    Array.from({ length: parameters }, () => from + (to - from) * random.fraction());
  const best = numbers(0.15, 0.85);
  const weights = numbers(-1.2, 1.2).map(Math.exp);
  const elo = (point: readonly number[]): number => shape(point, best, weights);
  const points = Array.from({ length: STARTS }, () => numbers(0, 1)).sort((a, b) => elo(a) - elo(b));
  return { start: points[STARTS >> 1] as number[], elo };
}

function away(point: readonly number[], best: readonly number[]): number[] {
  return point.map((each, i) => each - (best[i] as number));
}

function squares(differences: readonly number[], weights: readonly number[]): number {
  return differences.reduce((sum, each, i) => sum + (weights[i] as number) * each ** 2, 0);
}

/** Each parameter's best value depends on the next one's. */
function coupled(differences: readonly number[]): number[] {
  return differences.map((each, i) => each + 0.7 * (differences[(i + 1) % differences.length] as number));
}

/** Steep near 0, flat near 1. */
function warped(value: number): number {
  return Math.log(value + 0.05);
}

function hill(height: number, differences: readonly number[], weights: readonly number[]): number {
  return height * Math.exp(-squares(differences, weights) / 0.08);
}
