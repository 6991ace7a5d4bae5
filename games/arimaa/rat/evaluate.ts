/** Evaluation: piece values, piece-square tables and positional penalties, from the view of a side that moves north. */
import { distance, EMPTY, isFrozen, NEIGHBOURS, SQUARES, strengthOf, TRAPS } from "./graphs/board.ts";
import type { Cells } from "./rat-kernel.ts";
import { GONE } from "./constants.ts";
import type { Outcome } from "./outcomes.ts";

/** Kinds by strength, as returned by `strengthOf`. */
export const RABBIT = 1;
const CAT = 2;
export const DOG = 3;
export const HORSE = 4;
export const CAMEL = 5;
export const ELEPHANT = 6;
export const OWN = 6;

/** In rabbits. The value of a rabbit rises as fewer are left. */
const PIECE_VALUES: readonly number[] = [0, 1, 1.6, 2, 3.2, 5.5, 11];
const RABBIT_VALUES: readonly number[] = [0, 3, 5, 6.4, 7.6, 8.7, 9.7, 10.6, 11.4];

export function isOwn(content: number): boolean {
  return content !== EMPTY && content <= OWN;
}

export function isEnemy(content: number): boolean {
  return content > OWN;
}

export function valueOf(content: number): number {
  return PIECE_VALUES[strengthOf(content)]!;
}

/** The material balance: own minus the enemy's. */
export function materialOf(cells: Cells): number {
  let sum = 0;
  let own = 0;
  let other = 0;
  for (let square = 0; square < SQUARES; square++) {
    const content = cells[square]!;
    if (content === EMPTY) continue;
    if (content === RABBIT) own++;
    else if (content === RABBIT + OWN) other++;
    else sum += isOwn(content) ? valueOf(content) : -valueOf(content);
  }
  return sum + RABBIT_VALUES[own]! - RABBIT_VALUES[other]!;
}

/** Rows from 1 (own home) to 8. */
export function rowOf(square: number): number {
  return 8 - (square >> 3);
}

/** Piece-square tables by kind: row 8 to row 1, files a to d; the others are mirror images. */
const PIECE_SQUARES: readonly (readonly (readonly number[])[])[] = [
  [],
  // Rabbits stay at home and keep to the edges.
  [
    [9, 9, 9, 9],
    [4, 3, 2, 2],
    [1, 0, -2, -1],
    [0, -1, -2, -2],
    [0, -1, -2, -2],
    [1, 0, -2, -1],
    [1, 1, 1, 0],
    [1, 1, 1, 1],
  ],
  // Cats and dogs guard the home traps.
  [
    [-4, -4, -4, -4],
    [-4, -4, -4, -4],
    [-3, -3, -5, -3],
    [-2, -2, -2, -2],
    [-1, -1, 0, -1],
    [0, 1, -1, 1],
    [0, 1, 2, 1],
    [0, 0, 1, 0],
  ],
  [
    [-4, -4, -4, -4],
    [-4, -4, -4, -4],
    [-3, -2, -4, -2],
    [-1, -1, -1, -1],
    [0, 0, 0, 0],
    [0, 2, -1, 2],
    [0, 1, 1, 1],
    [-1, 0, 0, 0],
  ],
  // Horses go up the wings.
  [
    [-3, -2, -2, -2],
    [-1, 0, 1, 0],
    [0, 2, -3, 1],
    [1, 1, 1, 0],
    [2, 2, 1, 1],
    [1, 2, -1, 2],
    [0, 0, 0, 0],
    [-2, -1, -1, -1],
  ],
  // The camel stays within reach of home.
  [
    [-4, -3, -3, -3],
    [-3, -1, -1, -1],
    [-1, 0, -3, 0],
    [0, 0, 1, 1],
    [0, 2, 2, 2],
    [0, 2, -1, 3],
    [-1, 0, 0, 0],
    [-3, -2, -2, -2],
  ],
  // The elephant in the middle, rather forward.
  [
    [-6, -5, -5, -4],
    [-4, -2, -1, 0],
    [-2, 0, -1, 3],
    [-1, 2, 3, 4],
    [-1, 2, 3, 4],
    [-2, 0, -1, 2],
    [-4, -2, -1, 0],
    [-6, -5, -4, -4],
  ],
];

const PIECE_SQUARE_TABLES: readonly Int8Array[] = PIECE_SQUARES.map((rows) =>
  Int8Array.from({ length: SQUARES }, (_, square) => {
    const file = square & 7;
    return rows[square >> 3]?.[Math.min(file, 7 - file)] ?? 0;
  }),
);

/** In points: one or two steps are worth about one point. */
export function pieceSquareValue(content: number, square: number): number {
  return PIECE_SQUARE_TABLES[strengthOf(content)]![square]!;
}

/** The gain from an enemy piece dragged to a square: near our home traps is good, except for the elephant; rabbits come nearer to goal. */
function enemyPieceSquareValue(content: number, square: number): number {
  const strength = strengthOf(content);
  if (strength === ELEPHANT) return pieceSquareValue(content, square ^ 56) * -0.5;
  const near = Math.min(distance(square, TRAPS[2]!), distance(square, TRAPS[3]!));
  if (strength === RABBIT) return rowOf(square) <= 2 ? -4 : 0.3 * (4 - near);
  return (0.3 + 0.15 * strength) * (5 - Math.min(near, 5));
}

/** Scores only the moved pieces: their piece-square gain and their risk on the new squares. */
export function landingScore(outcome: Outcome): number {
  const { moved, from, to, piece, after } = outcome;
  let score = 0;
  for (let i = 0; i < moved; i++) {
    const content = piece[i]!;
    const end = to[i]!;
    if (end === GONE) score += isOwn(content) ? -8 * valueOf(content) : 8 * valueOf(content);
    else if (isOwn(content))
      score +=
        pieceSquareValue(content, end) -
        pieceSquareValue(content, from[i]!) +
        squareRisk(after, end) -
        squareRisk(outcome.before, from[i]!);
    else score += enemyPieceSquareValue(content, end) - enemyPieceSquareValue(content, from[i]!);
  }
  return score;
}

/** The risk of an own piece on a square: held by a stronger enemy, or on a trap. */
function squareRisk(cells: Cells, square: number): number {
  const content = cells[square]!;
  const strength = strengthOf(content);
  let stronger = 0;
  let friends = 0;
  for (const next of NEIGHBOURS[square]!) {
    const other = cells[next]!;
    if (isOwn(other)) friends++;
    else if (other !== EMPTY && strengthOf(other) > strength) stronger++;
  }
  let score = 0;
  if (TRAPS.includes(square)) score -= friends >= 2 ? 1 : 3;
  if (stronger > 0) {
    const home = rowOf(square) <= 3 ? 0.6 : 1;
    score -= home * (isFrozen(cells, square) ? 1 + 0.6 * strength : 0.3 * strength);
  } else if (strength >= CAT && isHunted(cells, square)) score -= 0.35 * strength;
  return score;
}

/** Squares at distance 2. */
const RINGS: readonly (readonly number[])[] = Array.from({ length: SQUARES }, (_, square) =>
  Array.from({ length: SQUARES }, (_, other) => other).filter((other) => distance(square, other) === 2),
);

/** Away from home, with a stronger enemy two squares away and no equally strong friend as near. */
export function isHunted(cells: Cells, square: number): boolean {
  if (rowOf(square) <= 3) return false;
  const strength = strengthOf(cells[square]!);
  let hunter = 0;
  let friend = 0;
  for (const other of RINGS[square]!) {
    const content = cells[other]!;
    if (isOwn(content)) friend = Math.max(friend, strengthOf(content));
    else if (content !== EMPTY) hunter = Math.max(hunter, strengthOf(content));
  }
  if (hunter <= strength) return false;
  for (const next of NEIGHBOURS[square]!) if (isOwn(cells[next]!)) friend = Math.max(friend, strengthOf(cells[next]!));
  return friend < hunter;
}

/** Penalty in points for a camel near the enemy elephant, by half of the board (own first) and distance. */
const CAMEL_NEAR: readonly (readonly number[])[] = [
  [0, 2.9, 1.4, 0.8, 0],
  [0, 5.6, 4.7, 2.7, 1.4],
];
/** A horse near the enemy elephant or camel. */
const HORSE_NEAR: readonly (readonly number[])[] = [
  [0, 0.9, 0.6, 0.1],
  [0, 3.7, 2.9, 0.7],
];
/** A frozen piece, by strength: on the own half, on the other half, and near an enemy trap, where it is a hostage. */
const FROZEN: readonly (readonly number[])[] = [
  [0, 1.6, 1.9, 2.6, 3.5, 4],
  [0, 3, 2.2, 2.7, 4.1, 4],
  [0, 3.5, 2.8, 4.2, 5, 7],
];
/** A home trap, by adjacent guards and enemies. */
const TRAP_CONTROL: readonly (readonly number[])[] = [
  [2, 3.1, 4.5, 7.4, 8.3],
  [0, 0.3, 4.5, 7.8, 8],
  [0, 0.1, 2.4, 0, 0],
];

/**
 * The penalty of a side in points: hunted or frozen pieces, and home traps lost to the enemy. A held piece is captured only after more than
 * one turn, beyond the horizon of a search of two turns.
 */
function penaltyOf(cells: Cells, own: number): number {
  const foe = OWN - own;
  const elephant = cells.indexOf(ELEPHANT + foe);
  const camel = cells.indexOf(CAMEL + foe);
  let sum = 0;
  for (let square = 0; square < SQUARES; square++) {
    const strength = cells[square]! - own;
    if (strength < RABBIT || strength >= ELEPHANT) continue;
    const half = (own === 0) === square >= SQUARES / 2 ? 0 : 1;
    if (strength === CAMEL && elephant >= 0) sum += CAMEL_NEAR[half]![distance(square, elephant)] ?? 0;
    if (strength === HORSE) {
      const hunter = Math.min(away(square, elephant), away(square, camel));
      sum += HORSE_NEAR[half]![hunter] ?? 0;
    }
    if (isFrozen(cells, square)) sum += FROZEN[half === 1 && nearFarTrap(square, own) ? 2 : half]![strength]!;
  }
  for (const trap of own === 0 ? TRAPS.slice(2) : TRAPS.slice(0, 2)) {
    let guards = 0;
    let enemies = 0;
    for (const next of NEIGHBOURS[trap]!) {
      const content = cells[next]!;
      if (content === EMPTY) continue;
      if (isOwn(content) === (own === 0)) guards++;
      else enemies++;
    }
    sum += TRAP_CONTROL[guards]?.[enemies] ?? 0;
  }
  return sum;
}

function away(square: number, other: number): number {
  return other < 0 ? SQUARES : distance(square, other);
}

function nearFarTrap(square: number, own: number): boolean {
  return (own === 0 ? TRAPS.slice(0, 2) : TRAPS.slice(2)).some((trap) => distance(square, trap) <= 2);
}

/** Holding a piece gains less than being held costs. */
const ENEMY_SHARE = 0.6;

/** Our penalty, less a share of theirs. */
export function positionalPenalty(cells: Cells): number {
  return penaltyOf(cells, 0) - ENEMY_SHARE * penaltyOf(cells, OWN);
}
