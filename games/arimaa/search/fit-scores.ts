/**
 * Fits the weights to scored positions: a weighted least squares problem with a Gaussian prior around the weights before (for the command those of `strategic`,
 * so fits add up). Neighbouring entries of a table are correlated a priori, so that a few thousand positions determine hundreds of weights.
 */
import type { Position } from "../../../engine/contracts/position.ts";
import { invertDefinite, solveDefinite } from "../../../engine/learn/definite-system.ts";
import type { Board } from "../board.ts";
import { SIDE } from "../layout.ts";
import { KernelEvaluator } from "./evaluator.ts";
import {
  BEST_THREAT,
  BY_STRONGER,
  CAMEL_NEAR,
  ELEPHANT_FREE,
  ESCORT,
  FRAMED,
  FROZEN,
  GOAL_DISTANCE,
  GOAL_THREAT,
  HELD_BY,
  HOME_GUARD,
  HORSE_NEAR,
  HUNTED,
  INFLUENCE,
  INFLUENCE_CLASSES,
  MAX_GOAL_DISTANCE,
  MOBILE,
  PIECE_SQUARE,
  PRESSED,
  REACH,
  RUN,
  STEP_LEFT,
  STEPS_POSSIBLE,
  STRATEGIC,
  STUCK,
  TERMS,
  THREAT,
  TIED,
  TRAP_COUNTS,
  TRAP_STRONGER,
} from "./terms.ts";

export interface ScoredPosition {
  readonly position: Position;
  /** For the side to move, in thousandths of a rabbit. */
  readonly score: number;
}

/** Scores beyond this are wins or nearly so: they say little about positional terms. */
const MOST = 12_000;
/** Scores of this size have half the weight of a score of 0. */
const HALF_WEIGHT = 3_000;
/** Standard deviation of scores around the evaluation, for a score of 0. */
const NOISE = 1_000;
/** All prior deviations are scaled by this; of 0.5, 0.7, 1 and 1.4 it predicts held-out scores best. */
const PRIOR_SCALE = 1.4;
/** The share of the prior variance that is not correlated with that of neighbours. */
const INDEPENDENT = 0.02;
const FOLDS = 5;

/** The prior correlation along one index of a table: falling with the distance (a length), or the same between all entries. */
type Axis = readonly [size: number, correlation: { readonly length: number } | { readonly all: number }];

interface Table {
  readonly at: number;
  readonly axes: readonly Axis[];
  /** Standard deviation of the prior, in thousandths of a rabbit. */
  readonly deviation: number;
}

const near = (size: number, length: number): Axis => [size, { length }];
const apart = (size: number, all = 0): Axis => [size, { all }];
const table = (at: number, deviation: number, ...axes: readonly Axis[]): Table => ({ at, axes, deviation });

/** All weights but those of rabbits by number (LOGS), which keep the scale. */
const TABLES: readonly Table[] = [
  table(BY_STRONGER, 200, near(17, 2)),
  table(PIECE_SQUARE, 200, apart(6, 0.3), near(8, 1.3), near(4, 1.2)),
  table(TRAP_COUNTS, 150, near(5, 1.5), near(5, 1.5)),
  table(TRAP_STRONGER, 100, apart(2)),
  table(FROZEN, 120, apart(3, 0.5), near(6, 1.5)),
  table(PRESSED, 100, near(6, 1.5)),
  table(THREAT, 150, apart(2, 0.3), near(3, 1.5), near(6, 1)),
  table(FRAMED, 150, apart(2), near(6, 1)),
  table(RUN, 200, near(3, 1), near(5, 1.5)),
  table(ELEPHANT_FREE, 100, near(5, 1.5)),
  table(CAMEL_NEAR, 120, apart(2, 0.3), near(4, 1.5)),
  table(HORSE_NEAR, 120, apart(2, 0.3), near(3, 1.5)),
  table(MOBILE, 60, apart(1)),
  table(STEP_LEFT, 200, apart(1)),
  table(GOAL_THREAT, 300, apart(1)),
  table(INFLUENCE, 200, near(INFLUENCE_CLASSES, 3)),
  table(GOAL_DISTANCE, 250, apart(2, 0.5), near(MAX_GOAL_DISTANCE + 1, 1.5)),
  table(BEST_THREAT, 200, apart(2, 0.3), near(3, 1.5), near(6, 1.2)),
  table(REACH, 150, apart(3, 0.3), near(12, 2.5)),
  table(HUNTED, 100, near(5, 1.5), near(4, 1.5), apart(3, 0.4), apart(2, 0.5)),
  table(HELD_BY, 100, near(5, 1.5), near(6, 1.5)),
  table(ESCORT, 150, near(4, 1.5), near(4, 1.5), near(4, 1.5)),
  table(HOME_GUARD, 150, apart(2, 0.3), near(6, 2)),
  table(TIED, 120, near(6, 1.5)),
  table(STEPS_POSSIBLE, 400, near(16, 3)),
  table(STUCK, 100, apart(2, 0.3), near(6, 1.5)),
];

export interface ScoreFit {
  readonly weights: Int32Array;
  readonly positions: number;
  /** Root mean square errors, weighted: of the weights before, and of fits without the fold that they are measured on. */
  readonly errors: { readonly before: number; readonly heldOut: number };
}

/** Sparse counts for the side to move, the part of its score that the weights before do not explain, and its weight. */
interface Example {
  readonly terms: Uint16Array;
  readonly counts: Int8Array;
  readonly rest: number;
  readonly weight: number;
}

export function fitScores(board: Board, scored: readonly ScoredPosition[], start: Int32Array): ScoreFit {
  const evaluator = new KernelEvaluator(board, start);
  const examples = scored
    .filter(({ score }) => Math.abs(score) < MOST)
    .map(({ position, score }) => exampleOf(evaluator, position, score));
  evaluator.close();
  const before = error(examples, new Float64Array(TERMS), () => true);
  let squares = 0;
  for (let fold = 0; fold < FOLDS; fold++) {
    // Positions of a game follow each other, so a fold is one stretch.
    const isIn = (i: number): boolean => Math.floor((i * FOLDS) / examples.length) === fold;
    const change = solve(examples.filter((_, i) => !isIn(i)));
    squares += error(examples, change, isIn) ** 2;
  }
  const change = solve(examples);
  const weights = Int32Array.from(start, (weight, i) => Math.round(weight + (change[i] as number)));
  weights[STRATEGIC] = 1;
  return { weights, positions: examples.length, errors: { before, heldOut: Math.sqrt(squares / FOLDS) } };
}

function exampleOf(evaluator: KernelEvaluator, position: Position, score: number): Example {
  const value = evaluator.evaluate(position);
  const counts = evaluator.counts(position);
  // Counts are gold's minus silver's.
  const sign = position[SIDE] === 0 ? 1 : -1;
  const terms = [...counts.keys()].filter((i) => counts[i] !== 0);
  return {
    terms: Uint16Array.from(terms),
    counts: Int8Array.from(terms, (i) => sign * (counts[i] as number)),
    rest: score - value,
    weight: 1 / (1 + (score / HALF_WEIGHT) ** 2),
  };
}

function error(examples: readonly Example[], change: Float64Array, isMeasured: (i: number) => boolean): number {
  let sum = 0;
  let weights = 0;
  for (const [i, { terms, counts, rest, weight }] of examples.entries()) {
    if (!isMeasured(i)) continue;
    let value = 0;
    for (let k = 0; k < terms.length; k++) value += (change[terms[k] as number] as number) * (counts[k] as number);
    sum += weight * (rest - value) ** 2;
    weights += weight;
  }
  return Math.sqrt(sum / weights);
}

/** The change of the weights with the highest posterior density. */
function solve(examples: readonly Example[]): Float64Array {
  const first = BY_STRONGER;
  const n = TERMS - first;
  const normal = new Float64Array(n * n);
  const right = new Float64Array(n);
  for (const { terms, counts, rest, weight } of examples) {
    const share = weight / NOISE ** 2;
    for (let j = 0; j < terms.length; j++) {
      const row = (terms[j] as number) - first;
      if (row < 0) continue;
      const scaled = share * (counts[j] as number);
      right[row]! += scaled * rest;
      for (let k = 0; k < terms.length; k++) {
        const column = (terms[k] as number) - first;
        if (column >= 0) normal[row * n + column]! += scaled * (counts[k] as number);
      }
    }
  }
  // The switch is never counted, and has no prior.
  normal[(STRATEGIC - first) * (n + 1)] = 1;
  for (const { at, axes, deviation } of TABLES) {
    const size = axes.reduce((product, [length]) => product * length, 1);
    const precision = invertDefinite(covariance(axes, (PRIOR_SCALE * deviation) ** 2), size);
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++)
        normal[(at - first + i) * n + at - first + j]! += precision[i * size + j] as number;
  }
  const change = new Float64Array(TERMS);
  change.set(solveDefinite(normal, right), first);
  return change;
}

/** The prior covariance of a table: the product of the correlations along its axes. */
function covariance(axes: readonly Axis[], variance: number): Float64Array {
  let product = Float64Array.of(1);
  let size = 1;
  for (const [length, correlation] of axes) {
    const next = new Float64Array((size * length) ** 2);
    for (let i = 0; i < size * length; i++)
      for (let j = 0; j < size * length; j++) {
        const outer = product[Math.floor(i / length) * size + Math.floor(j / length)] as number;
        next[i * size * length + j] = outer * along(correlation, Math.abs((i % length) - (j % length)));
      }
    product = next;
    size *= length;
  }
  return product.map((value, i) => variance * (value + (i % (size + 1) === 0 ? INDEPENDENT : 0)));
}

function along(correlation: Axis[1], distance: number): number {
  if ("all" in correlation) return distance === 0 ? 1 : correlation.all;
  return Math.exp(-(distance ** 2) / (2 * correlation.length ** 2));
}
