/** Strengths that are known: Elo as a function of parameters from 0 to 1, of several shapes, with the best place anywhere. */
import type { SeededRandom } from "../engine/search/seeded.ts";

export interface Landscape {
  /** Where a tuning begins. */
  readonly start: readonly number[];
  /** 0 at the best place, less elsewhere. */
  elo(place: readonly number[]): number;
}

/** A place, the best place, and how much each parameter matters. */
type Shape = (place: readonly number[], best: readonly number[], weights: readonly number[]) => number;

const SHAPES: Readonly<Record<string, Shape>> = {
  bowl: (place, best, weights) => -400 * squares(away(place, best), weights),
  "shallow bowl": (place, best, weights) => -80 * squares(away(place, best), weights),
  "dependent bowl": (place, best, weights) => -300 * squares(coupled(away(place, best)), weights),
  lopsided: (place, best, weights) => -50 * squares(away(place.map(bent), best.map(bent)), weights),
  cone: (place, best, weights) => -250 * Math.sqrt(squares(away(place, best), weights)),
  plateau: (place, best, weights) => -400 * Math.max(0, Math.sqrt(squares(away(place, best), weights)) - 0.15),
  levelling: (place, best, weights) =>
    -100 *
    away(place, best).reduce((sum, each, i) => sum + (weights[i] as number) * Math.min(1, (each / 0.35) ** 2), 0),
  "narrow hill": (place, best, weights) => hill(300, away(place, best), weights) - 300,
  "two hills": (place, best, weights) => {
    const other = best.map((each) => 1 - each);
    return Math.max(hill(300, away(place, best), weights), hill(200, away(place, other), weights)) - 300;
  },
};

export const LANDSCAPES: readonly string[] = Object.keys(SHAPES);

/** Of so many random places the one of middling strength is the start. */
const STARTS = 9;

export function landscape(name: string, parameters: number, random: SeededRandom): Landscape {
  const shape = SHAPES[name] as Shape;
  const numbers = (from: number, to: number): number[] =>
    Array.from({ length: parameters }, () => from + (to - from) * random.fraction());
  const best = numbers(0.15, 0.85);
  const weights = numbers(-1.2, 1.2).map(Math.exp);
  const elo = (place: readonly number[]): number => shape(place, best, weights);
  const places = Array.from({ length: STARTS }, () => numbers(0, 1)).sort((a, b) => elo(a) - elo(b));
  return { start: places[STARTS >> 1] as number[], elo };
}

function away(place: readonly number[], best: readonly number[]): number[] {
  return place.map((each, i) => each - (best[i] as number));
}

function squares(differences: readonly number[], weights: readonly number[]): number {
  return differences.reduce((sum, each, i) => sum + (weights[i] as number) * each ** 2, 0);
}

/** Each parameter's best value depends on the next one's. */
function coupled(differences: readonly number[]): number[] {
  return differences.map((each, i) => each + 0.7 * (differences[(i + 1) % differences.length] as number));
}

/** Steep near 0, flat near 1. */
function bent(value: number): number {
  return Math.log(value + 0.05);
}

function hill(height: number, differences: readonly number[], weights: readonly number[]): number {
  return height * Math.exp(-squares(differences, weights) / 0.08);
}
