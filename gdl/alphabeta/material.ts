/**
 * Values of pieces: how the number of pieces of a kind in a state of a random game predicts its result, by linear regression over one state of
 * each game. Kinds whose number predicts nothing are left out.
 */
import { solveLinear } from "../../engine/learn/linear-system.ts";
import { yieldToEventLoop } from "#platform/yield";
import { pieceClasses } from "../gifl/coordinates.ts";
import { LaneStates } from "../gifl/lane-states.ts";
import { RandomWalks } from "../gifl/random-walks.ts";
import { LANE_COUNT } from "../propnet/constants.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";

export interface PieceValue {
  /** For example "cell _ _ w". */
  readonly name: string;
  readonly facts: readonly number[];
  /** What a piece is worth to the first role; the most valuable kind has 1 or -1. */
  readonly value: number;
}

/** With less time for a search, values of pieces are not learned. */
export const MIN_PIECES_MS = 20;

const GAMES = 2048;
const SEED = 2_000_003;
/** A state is drawn from the last ones of a game, but not the very last. */
const LAST = { from: 48, to: 4 } as const;
const MIN_SQUARES = 4;
/** Standard errors by which a coefficient must differ from 0. */
const SIGNIFICANT = 4;
/** Values below this share of the largest are noise or unimportant. */
const MIN_SHARE = 0.05;
/** Keeps the system regular where the numbers of pieces depend on each other. */
const RIDGE = 1e-3;

interface Sample {
  readonly counts: readonly number[];
  readonly result: number;
}

export class PieceLearner {
  readonly #walks: RandomWalks;
  readonly #kinds: readonly (readonly [name: string, facts: readonly number[]])[];
  readonly #kindOf: ReadonlyMap<number, number>;
  readonly #samples: Sample[] = [];
  #games = 0;
  #values: readonly PieceValue[] | null = null;

  constructor(reasoner: PropnetReasoner) {
    this.#walks = new RandomWalks(reasoner, new LaneStates(reasoner.placed));
    this.#kinds = [...pieceClasses(reasoner)].filter(([, facts]) => facts.length >= MIN_SQUARES);
    this.#kindOf = new Map(this.#kinds.flatMap(([, facts], kind) => facts.map((fact) => [fact, kind] as const)));
    if (this.#kinds.length === 0) this.#values = [];
  }

  /** Null until it has learned from all games. */
  get values(): readonly PieceValue[] | null {
    return this.#values;
  }

  /** Learns until it knows the values or the time is over; another call continues. */
  async learn(milliseconds: number | undefined, signal?: AbortSignal): Promise<void> {
    const until = performance.now() + (milliseconds ?? Infinity);
    while (!this.#values && performance.now() < until) {
      if (signal?.aborted) return;
      this.#play();
      if (this.#games >= GAMES) this.#values = significant(this.#kinds, this.#samples);
      await yieldToEventLoop();
    }
  }

  #play(): void {
    this.#walks.batch(SEED + this.#games, LAST.from).forEach((walk, lane) => {
      const [first = null, second = null] = walk?.goals ?? [];
      const open = (walk?.states.length ?? 0) - LAST.to;
      if (!walk || first === null || second === null || open < 1) return;
      const counts = this.#kinds.map(() => 0);
      for (const fact of walk.states[(lane * 7919) % open] ?? []) {
        const kind = this.#kindOf.get(fact);
        if (kind !== undefined) counts[kind]!++;
      }
      this.#samples.push({ counts, result: (first - second) / 100 });
    });
    this.#games += LANE_COUNT;
  }
}

const learners = new WeakMap<PropnetReasoner, PieceLearner>();

/** Shared by the players of a game. */
export function pieceLearner(reasoner: PropnetReasoner): PieceLearner {
  const learner = learners.get(reasoner) ?? new PieceLearner(reasoner);
  learners.set(reasoner, learner);
  return learner;
}

function significant(
  kinds: readonly (readonly [string, readonly number[]])[],
  samples: readonly Sample[],
): PieceValue[] {
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const means = kinds.map((_, kind) => mean(({ counts }) => counts[kind] as number));
  const meanResult = mean(({ result }) => result);
  const rows = samples.map(({ counts, result }) => ({
    x: counts.map((count, kind) => count - (means[kind] as number)),
    y: result - meanResult,
  }));
  const deviation = (kind: number): number =>
    Math.sqrt(rows.reduce((sum, { x }) => sum + (x[kind] as number) ** 2, 0) / Math.max(1, rows.length));
  // Numbers that hardly vary, such as those of discs in turn, say nothing.
  let used = kinds
    .keys()
    .filter((kind) => deviation(kind) > 0.2)
    .toArray();
  for (;;) {
    const matrix = used.map((a, i) =>
      used.map(
        (b, k) =>
          rows.reduce((sum, { x }) => sum + (x[a] as number) * (x[b] as number), 0) +
          (i === k ? RIDGE * rows.length : 0),
      ),
    );
    const solved = solveLinear(
      matrix,
      used.map((a) => rows.reduce((sum, { x, y }) => sum + (x[a] as number) * y, 0)),
    );
    if (!solved || used.length === 0) return [];
    const residual =
      rows.reduce((sum, { x, y }) => {
        const error = y - used.reduce((total, kind, i) => total + (solved[i] as number) * (x[kind] as number), 0);
        return sum + error * error;
      }, 0) / Math.max(1, rows.length - used.length);
    const unit = (size: number, at: number): number[] => Array.from({ length: size }, (_, i) => Number(i === at));
    const scores = used.map((_, i) => {
      const inverse = solveLinear(matrix, unit(used.length, i));
      return Math.abs(solved[i] as number) / Math.sqrt(residual * Math.max(1e-12, inverse?.[i] as number));
    });
    const worst = scores.indexOf(Math.min(...scores));
    if ((scores[worst] as number) < SIGNIFICANT) {
      used = used.toSpliced(worst, 1);
      continue;
    }
    const largest = Math.max(...solved.map(Math.abs));
    return used
      .map((kind, i) => ({ name: kinds[kind]![0], facts: kinds[kind]![1], value: (solved[i] as number) / largest }))
      .filter(({ value }) => Math.abs(value) >= MIN_SHARE);
  }
}
