/** What pieces are worth, and where they stand well: seen from their own side, which goes north. */
import { distance, EMPTY, isFrozen, NEIGHBOURS, SQUARES, strengthOf, TRAPS } from "../graphs/board.ts";
import type { Cells } from "./ground.ts";
import { GONE } from "./outcome-layout.ts";
import type { Outcome } from "./outcomes.ts";

/** Kinds by strength, 1 for a rabbit to 6 for an elephant, as `strengthOf` counts them. */
export const RABBIT = 1;
export const CAT = 2;
export const DOG = 3;
export const HORSE = 4;
export const CAMEL = 5;
export const ELEPHANT = 6;
export const OWN = 6;

/** In rabbits. A rabbit counts more the fewer are left. */
const VALUES: readonly number[] = [0, 1, 1.6, 2, 3.2, 5.5, 11];
const RABBITS: readonly number[] = [0, 3, 5, 6.4, 7.6, 8.7, 9.7, 10.6, 11.4];

export function isOwn(content: number): boolean {
  return content !== EMPTY && content <= OWN;
}

export function isEnemy(content: number): boolean {
  return content > OWN;
}

export function valueOf(content: number): number {
  return VALUES[strengthOf(content)]!;
}

/** Own less the other's. */
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
  return sum + RABBITS[own]! - RABBITS[other]!;
}

/** Rows from 1 (own home) to 8. */
export function rowOf(square: number): number {
  return 8 - (square >> 3);
}

/** Whole squares for each kind, from row 8 down to row 1, files a to d; the others are their mirror images. */
const PLACES: readonly (readonly (readonly number[])[])[] = [
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

const TABLES: readonly Int8Array[] = PLACES.map((rows) =>
  Int8Array.from({ length: SQUARES }, (_, square) => {
    const file = square & 7;
    return rows[square >> 3]?.[Math.min(file, 7 - file)] ?? 0;
  }),
);

/** How well an own piece stands on a square, in points: a step or two are worth about one. */
export function placeOf(content: number, square: number): number {
  return TABLES[strengthOf(content)]![square]!;
}

/** An enemy piece that is taken from its friends is worth having: nearer to our home traps, except the elephant; rabbits come nearer to goal. */
function seizedPlace(content: number, square: number): number {
  const strength = strengthOf(content);
  if (strength === ELEPHANT) return placeOf(content, square ^ 56) * -0.5;
  const near = Math.min(distance(square, TRAPS[2]!), distance(square, TRAPS[3]!));
  if (strength === RABBIT) return rowOf(square) <= 2 ? -4 : 0.3 * (4 - near);
  return (0.3 + 0.15 * strength) * (5 - Math.min(near, 5));
}

/** Landing places are scored, not the whole position: what moved pieces gain, and what they risk where they end. */
export function landingScore(outcome: Outcome): number {
  const { moved, from, to, piece, after } = outcome;
  let score = 0;
  for (let i = 0; i < moved; i++) {
    const content = piece[i]!;
    const end = to[i]!;
    if (end === GONE) score += isOwn(content) ? -8 * valueOf(content) : 8 * valueOf(content);
    else if (isOwn(content))
      score +=
        placeOf(content, end) - placeOf(content, from[i]!) + standing(after, end) - standing(outcome.before, from[i]!);
    else score += seizedPlace(content, end) - seizedPlace(content, from[i]!);
  }
  return score;
}

/** What an own piece risks on a square: to be held by somebody stronger, on a trap above all. */
export function standing(cells: Cells, square: number): number {
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

/** Away from home, with a stronger enemy two squares away and nobody of ours so strong beside it or as near. */
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
