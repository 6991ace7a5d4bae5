/**
 * The weights of the evaluation, in thousandths of a rabbit, indexed as in terms.ts: handmade, or fitted to recorded play from there
 * (fit.ts).
 */
import fitted from "./fitted-weights.json" with { type: "json" };
import strategic from "./strategic-weights.json" with { type: "json" };
import {
  BY_STRONGER,
  CAMEL_NEAR,
  ELEPHANT_FREE,
  FRAMED,
  FROZEN,
  GOAL_THREAT,
  HORSE_NEAR,
  LOGS,
  MOBILE,
  PINNED,
  PIECE_SQUARE,
  PRESSED,
  RABBIT_VALUE,
  RUN,
  STEP_LEFT,
  TERMS,
  THREAT,
  TRAP_COUNTS,
  TRAP_STRONGER,
} from "./terms.ts";

/**
 * Material by the HarLog formula of the Arimaa community: a piece counts 1 / (Q + stronger enemies), 2 / Q if no enemy is stronger; plus
 * G · ln(rabbits · pieces). Scaled so that the first rabbit lost counts 1.
 */
const Q = 1.4475;
const G = 0.6314;
const MATERIAL_SCALE = RABBIT_VALUE / (G * Math.log((8 * 16) / (7 * 15)));

/** Piece-square tables by kind: row 8 to row 1, files a to d; e to h are mirror images. */
const PIECE_SQUARES: readonly (readonly number[][])[] = [
  [
    [0, 0, 0, 0],
    [250, 150, 150, 150],
    [60, -40, -300, -120],
    [0, -120, -180, -180],
    [0, -100, -160, -160],
    [40, 0, -120, -80],
    [20, 20, 0, 0],
    [30, 40, 40, 30],
  ],
  [
    [-300, -250, -250, -250],
    [-250, -200, -180, -200],
    [-200, -160, -350, -200],
    [-150, -120, -120, -130],
    [-90, -60, -40, -60],
    [-40, 40, -100, 40],
    [-20, 20, 60, 20],
    [-30, 0, 20, 0],
  ],
  [
    [-300, -250, -250, -250],
    [-220, -180, -150, -180],
    [-160, -100, -350, -140],
    [-120, -80, -80, -90],
    [-70, -20, -20, -20],
    [-30, 60, -60, 60],
    [-20, 20, 60, 20],
    [-60, -30, -10, -30],
  ],
  [
    [-300, -220, -200, -200],
    [-140, -40, 0, -40],
    [-60, 80, -250, 60],
    [-40, 40, 40, 30],
    [-40, 40, 40, 40],
    [-30, 50, -40, 50],
    [-40, 0, 20, 0],
    [-120, -90, -80, -80],
  ],
  [
    [-500, -400, -350, -350],
    [-350, -200, -150, -200],
    [-250, -80, -350, -80],
    [-160, 0, 0, 0],
    [-100, 60, 80, 80],
    [-60, 80, -20, 90],
    [-80, 20, 40, 20],
    [-180, -120, -100, -100],
  ],
  [
    [-600, -450, -400, -400],
    [-400, -200, -100, -120],
    [-220, 20, -100, 100],
    [-120, 60, 120, 160],
    [-120, 60, 120, 160],
    [-220, 0, -100, 60],
    [-400, -200, -120, -100],
    [-600, -450, -400, -350],
  ],
];

/** For the home side: its own adjacent pieces by row, enemies by column. */
const TRAP_CONTROL: readonly number[][] = [
  [-40, -300, -600, -800, -900],
  [0, -160, -420, -650, 0],
  [60, -30, -240, 0, 0],
  [70, 40, 0, 0, 0],
  [60, 0, 0, 0, 0],
];
const FROZEN_BY_KIND: readonly number[] = [-60, -120, -140, -220, -350, 0];
/** The approximate cost of losing each kind. */
const PIECE_VALUES: readonly number[] = [1000, 1400, 1900, 3000, 5000, 15000];
/** By side to move, and 2, 3, 4 steps. */
const THREAT_SHARES: readonly (readonly number[])[] = [
  [0.75, 0.65, 0.5],
  [0.3, 0.22, 0.14],
];
/** A rabbit by row (5, 6, 7) and guards (0 to 4). */
const RUNS: readonly number[][] = [
  [250, 80, 0, -30, -40],
  [700, 300, 80, 0, -40],
  [1800, 900, 400, 150, 50],
];

export const EVALUATIONS = ["strategic", "fitted", "handmade", "simple"] as const;

export function weightsOf(evaluation: string): Int32Array {
  if (evaluation === "simple") return simpleWeights();
  if (evaluation === "handmade") return handmadeWeights();
  const weights = new Int32Array(TERMS);
  weights.set(evaluation === "strategic" ? strategic.weights : fitted.weights);
  return weights;
}

/** Material and a few positional terms, like the simple bots of 2009: squares, guards at traps, frozen pieces. Nothing is played out. */
function simpleWeights(): Int32Array {
  const weights = handmadeWeights();
  weights.fill(0, TRAP_STRONGER, FROZEN).fill(0, PRESSED, STEP_LEFT).fill(0, GOAL_THREAT);
  return weights;
}

export function handmadeWeights(): Int32Array {
  const weights = new Int32Array(TERMS);
  const put = (at: number, values: readonly number[]): void => weights.set(values.map(Math.round), at);
  const logs = Array.from({ length: 129 }, (_, n) => G * Math.log(Math.max(n, 0.5)) * MATERIAL_SCALE);
  put(LOGS, logs);
  const byStronger = Array.from({ length: 17 }, (_, n) => (n === 0 ? 2 / Q : 1 / (Q + n)) * MATERIAL_SCALE);
  put(BY_STRONGER, byStronger);
  for (const [kind, rows] of PIECE_SQUARES.entries()) put(PIECE_SQUARE + 32 * kind, rows.toReversed().flat());
  put(TRAP_COUNTS, TRAP_CONTROL.flat());
  put(TRAP_STRONGER, [60, -140]);
  put(FROZEN, [...FROZEN_BY_KIND.map((n) => n * 0.6), ...FROZEN_BY_KIND, ...FROZEN_BY_KIND.map((n) => n * 1.6)]);
  put(PRESSED, [-10, -30, -30, -50, -80, 0]);
  put(
    THREAT,
    THREAT_SHARES.flatMap((shares) => shares.flatMap((share) => PIECE_VALUES.map((value) => value * share))),
  );
  put(FRAMED, [-150, -250, -300, -500, -900, -600]);
  put(PINNED, [-20, -60, -80, -150, -250, -500]);
  put(RUN, RUNS.flat());
  put(ELEPHANT_FREE, [-900, -250, -60, 0, 30]);
  put(CAMEL_NEAR, [-120, -80, -30, 0, -350, -300, -180, -80]);
  put(HORSE_NEAR, [-30, -20, 0, -120, -90, -30]);
  put(MOBILE, [8]);
  put(STEP_LEFT, [150]);
  put(GOAL_THREAT, [900]);
  return weights;
}
