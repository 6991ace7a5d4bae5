/** What pieces are worth, and where they stand well: seen from their own side, which goes north. */
import { distance, EMPTY, isFrozen, NEIGHBOURS, SQUARES, strengthOf, TRAPS } from "./graphs/board.ts";
import type { Cells } from "./rat-kernel.ts";
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

/** What it costs to have the camel near the other elephant, by half of the board (own first) and distance, in points. */
const CAMEL_NEAR: readonly (readonly number[])[] = [
  [0, 2.9, 1.4, 0.8, 0],
  [0, 5.6, 4.7, 2.7, 1.4],
];
/** A horse near the other elephant or camel. */
const HORSE_NEAR: readonly (readonly number[])[] = [
  [0, 0.9, 0.6, 0.1],
  [0, 3.7, 2.9, 0.7],
];
/** A piece that is held, by strength: on the own half, on the other, and near a trap of the other side, where it is a hostage. */
const HELD: readonly (readonly number[])[] = [
  [0, 1.6, 1.9, 2.6, 3.5, 4],
  [0, 3, 2.2, 2.7, 4.1, 4],
  [0, 3.5, 2.8, 4.2, 5, 7],
];
/** A home trap by guards of ours and enemies beside it. */
const TRAP_LOST: readonly (readonly number[])[] = [
  [2, 3.1, 4.5, 7.4, 8.3],
  [0, 0.3, 4.5, 7.8, 8],
  [0, 0.1, 2.4, 0, 0],
];

/**
 * Points that the whole position costs a side: pieces that are hunted or held, moved or not, and home traps left to the enemy. What is held needs
 * more than a turn to be lost, so a search of two turns does not see it.
 */
function trouble(cells: Cells, own: number): number {
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
    if (isFrozen(cells, square)) sum += HELD[half === 1 && nearFarTrap(square, own) ? 2 : half]![strength]!;
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
    sum += TRAP_LOST[guards]?.[enemies] ?? 0;
  }
  return sum;
}

function away(square: number, other: number): number {
  return other < 0 ? SQUARES : distance(square, other);
}

function nearFarTrap(square: number, own: number): boolean {
  return (own === 0 ? TRAPS.slice(0, 2) : TRAPS.slice(2)).some((trap) => distance(square, trap) <= 2);
}

/** To hold somebody is worth something; to be held costs more. */
const THEIRS = 0.6;

/** Our troubles, less a part of theirs. */
export function troubles(cells: Cells): number {
  return trouble(cells, 0) - THEIRS * trouble(cells, OWN);
}
