/**
 * Initial weights of the evaluation, set by hand, in centipawns: middlegame and endgame. The numbers follow simple formulas (centralization,
 * advancement, mobility) and are the starting point of the fit.
 */
import * as terms from "./terms.ts";

/** Middlegame and endgame. */
export type Pair = readonly [number, number];

const KINDS = { pawn: 0, knight: 1, bishop: 2, rook: 3, queen: 4, king: 5 } as const;

/** 0 on the four central squares, 3 in the corner. `file` counts from the edge. */
function fromCentre(rank: number, file: number): number {
  return (Math.abs(2 * rank - 7) - 1) / 2 / 2 + (3 - file) / 2;
}

function pawnSquare(rank: number, file: number): Pair {
  if (rank === 0 || rank === 7) return [0, 0];
  const centre = rank >= 2 && rank <= 4 ? 5 * file * (rank === 3 ? 1.5 : 1) : 0;
  return [centre - 5 + 2 * (rank - 1), 4 * (rank - 1) - 4];
}

function kingSquare(rank: number, file: number): Pair {
  const home = rank === 0 ? [15, 25, 5, -10][file]! : -15 - 20 * Math.min(rank, 4);
  return [home, 20 - 14 * fromCentre(rank, file)];
}

const PIECE_SQUARE_TABLES: readonly ((rank: number, file: number) => Pair)[] = [
  pawnSquare,
  (rank, file) => [20 - 15 * fromCentre(rank, file) + 3 * Math.min(rank, 5) - 8, 10 - 8 * fromCentre(rank, file)],
  (rank, file) => [10 - 7 * fromCentre(rank, file) - (rank === 0 ? 6 : 0), 5 - 4 * fromCentre(rank, file)],
  (rank, file) => [2 * file - 4 + (rank === 6 ? 8 : 0), rank >= 4 ? 6 : 0],
  (rank, file) => [rank === 0 ? -2 : 2 - 2 * fromCentre(rank, file), 10 - 8 * fromCentre(rank, file)],
  kingSquare,
];

/** Proportional to the square root of the number of squares, 0 at the typical number. */
function mobility(size: number, typical: number, middle: number, end: number): Pair[] {
  return Array.from({ length: size }, (_, n): Pair => {
    const gain = Math.sqrt(n) - Math.sqrt(typical);
    return [middle * gain, end * gain];
  });
}

/** By rank from 0. */
function byRank(middle: readonly number[], end: readonly number[]): Pair[] {
  return middle.map((value, rank): Pair => [value, end[rank] ?? 0]);
}

export function handmadeWeights(): Pair[] {
  const weights = Array.from({ length: terms.TERMS }, (): Pair => [0, 0]);
  const put = (at: number, ...values: readonly Pair[]): void => {
    for (const [i, value] of values.entries()) weights[at + i] = value;
  };
  put(terms.MATERIAL, [90, 115], [350, 320], [360, 340], [490, 560], [1020, 1020]);
  for (const kind of Object.values(KINDS)) {
    for (let rank = 0; rank < 8; rank++) {
      for (let file = 0; file < 4; file++)
        put(terms.PIECE_SQUARE + 32 * kind + 4 * rank + file, PIECE_SQUARE_TABLES[kind]!(rank, file));
    }
  }
  put(terms.KNIGHT_MOBILITY, ...mobility(9, 4, 22, 18));
  put(terms.BISHOP_MOBILITY, ...mobility(14, 6, 20, 22));
  put(terms.ROOK_MOBILITY, ...mobility(15, 7, 14, 24));
  put(terms.QUEEN_MOBILITY, ...mobility(28, 13, 10, 22));
  put(terms.PASSED, ...byRank([0, 0, 5, 10, 25, 50, 90, 0], [0, 10, 15, 30, 55, 100, 160, 0]));
  put(terms.PASSED_FREE, ...byRank([0, 0, 0, 3, 8, 15, 30, 0], [0, 0, 5, 15, 30, 60, 100, 0]));
  put(terms.PASSED_BLOCKED, ...byRank([0, 0, 0, -3, -8, -15, -25, 0], [0, 0, -3, -10, -20, -40, -60, 0]));
  put(terms.PASSED_OWN_KING, ...byRank(new Array<number>(8).fill(0), [20, 20, 12, 5, 0, -5, -10, -12]));
  put(terms.PASSED_ENEMY_KING, ...byRank(new Array<number>(8).fill(0), [-25, -25, -8, 5, 15, 22, 26, 28]));
  put(terms.CONNECTED, ...byRank([0, 4, 8, 10, 18, 35, 60, 0], [0, 0, 4, 6, 15, 35, 60, 0]));
  put(terms.ISOLATED, [-8, -10], [-16, -14]);
  put(terms.BACKWARD, [-6, -8], [-14, -12]);
  put(terms.DOUBLED, [-8, -20]);
  put(terms.BISHOP_PAIR, [25, 50]);
  put(terms.ROOK_OPEN_FILE, [30, 10]);
  put(terms.ROOK_HALF_OPEN_FILE, [14, 6]);
  put(terms.ROOK_SEVENTH_RANK, [5, 15]);
  put(terms.KNIGHT_OUTPOST, [25, 15]);
  put(terms.BISHOP_OUTPOST, [18, 8]);
  put(terms.BISHOP_PAWNS, [-3, -5]);
  put(terms.BEHIND_PAWN, [6, 2]);
  const shelter = [-28, 30, 22, 8, 2, 0, -2, 0];
  put(terms.SHELTER, ...byRank(shelter, new Array<number>(8).fill(0)));
  put(
    terms.SHELTER + 8,
    ...byRank(
      shelter.map((value) => value * 0.7),
      new Array<number>(8).fill(0),
    ),
  );
  const storm = [-4, 0, -35, -25, -10, 0, 0, 0];
  put(terms.STORM, ...byRank(storm, new Array<number>(8).fill(0)));
  put(terms.STORM + 8, ...byRank(storm, new Array<number>(8).fill(0)));
  put(terms.DANGER, ...Array.from({ length: terms.DANGER_UNITS }, (_, n): Pair => [Math.min(600, 1.6 * n * n), 2 * n]));
  put(terms.PAWN_THREAT, [0, 0], [50, 35], [50, 40], [75, 40], [70, 40]);
  put(terms.MINOR_THREAT, [2, 12], [20, 20], [25, 25], [45, 40], [40, 50]);
  put(terms.ROOK_THREAT, [0, 12], [18, 25], [20, 25], [2, 10], [45, 30]);
  put(terms.HANGING, [25, 18]);
  put(terms.PUSH_THREAT, [15, 12]);
  put(terms.SPACE, [3, 0]);
  put(terms.TEMPO, [18, 12]);
  return weights;
}
