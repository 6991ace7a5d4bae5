/**
 * Tactical features of a placement: hostages, frames, forks, flips, a camel to hunt. From the view of a side that moves north; for the other
 * side the board is rotated.
 */
import { distance, EMPTY, isFrozen, NEIGHBOURS, SQUARES, strengthOf, TRAPS } from "./graphs/board.ts";
import type { Cells } from "./rat-kernel.ts";
import { CAMEL, DOG, ELEPHANT, isEnemy, isOwn, RABBIT, rowOf } from "./evaluate.ts";

/** A piece held frozen near a trap: it can be captured there once the trap is undefended. */
export interface Hostage {
  readonly square: number;
  readonly piece: number;
  readonly holder: number;
  readonly trap: number;
  /** Whose piece it is. */
  readonly ours: boolean;
}

/** The maximum distance of a hostage from its trap. */
const HOSTAGE_DISTANCE = 2;

/** Hostages of both sides, except rabbits. */
export function hostagesOf(cells: Cells): Hostage[] {
  const found: Hostage[] = [];
  for (let square = 0; square < SQUARES; square++) {
    const piece = cells[square]!;
    if (piece === EMPTY || strengthOf(piece) <= RABBIT || !isFrozen(cells, square)) continue;
    const trap = nearestTrap(square);
    if (distance(square, trap) > HOSTAGE_DISTANCE) continue;
    const ours = isOwn(piece);
    const holder = NEIGHBOURS[square]!.filter(
      (next) => cells[next] !== EMPTY && isOwn(cells[next]!) !== ours && strengthOf(cells[next]!) > strengthOf(piece),
    ).sort((a, b) => strengthOf(cells[b]!) - strengthOf(cells[a]!))[0]!;
    found.push({ square, piece, holder, trap, ours });
  }
  return found;
}

export function nearestTrap(square: number): number {
  return TRAPS.reduce((best, trap) => (distance(square, trap) < distance(square, best) ? trap : best));
}

/** A piece on a trap that cannot leave: every adjacent square is taken. It is captured when it loses its adjacent friends. */
export interface Frame {
  readonly trap: number;
  readonly piece: number;
  readonly ours: boolean;
  /** Squares of its adjacent friends. */
  readonly kept: readonly number[];
  /** The number of adjacent enemies. */
  readonly closed: number;
  /** Whether all four squares are taken. */
  readonly complete: boolean;
}

/** Frames, complete or not: pieces on traps with at least one adjacent enemy. */
export function framesOf(cells: Cells): Frame[] {
  return TRAPS.flatMap((trap) => {
    const piece = cells[trap]!;
    if (piece === EMPTY) return [];
    const ours = isOwn(piece);
    const around = NEIGHBOURS[trap]!;
    const kept = around.filter((next) => cells[next] !== EMPTY && isOwn(cells[next]!) === ours);
    const closed = around.filter((next) => cells[next] !== EMPTY && isOwn(cells[next]!) !== ours).length;
    if (closed === 0) return [];
    return [{ trap, piece, ours, kept, closed, complete: kept.length + closed === around.length }];
  });
}

/** An own piece next to two weaker loose enemies. */
export interface Fork {
  readonly by: number;
  readonly victims: readonly number[];
}

/** Whether an enemy is loose: within two squares of a trap without another enemy guard. */
export function isLoose(cells: Cells, square: number): boolean {
  return TRAPS.some((trap) => {
    if (distance(square, trap) > 2) return false;
    const guards = NEIGHBOURS[trap]!.filter((next) => next !== square && isEnemy(cells[next]!)).length;
    return guards === 0;
  });
}

export function forkedBy(cells: Cells, by: number): number[] {
  const strength = strengthOf(cells[by]!);
  return NEIGHBOURS[by]!.filter(
    (next) => isEnemy(cells[next]!) && strengthOf(cells[next]!) < strength && isLoose(cells, next),
  );
}

export function forksOf(cells: Cells): Fork[] {
  const found: Fork[] = [];
  for (let by = 0; by < SQUARES; by++) {
    if (!isOwn(cells[by]!) || strengthOf(cells[by]!) <= RABBIT) continue;
    const victims = forkedBy(cells, by);
    if (victims.length >= 2) found.push({ by, victims });
  }
  return found;
}

/** A flip: an own piece pulls an adjacent enemy and pushes it past itself, two rows nearer to us. */
export interface Flip {
  readonly by: number;
  readonly victim: number;
}

/** The victim is north of the piece or next to it, not a rabbit, and the piece has an empty square. */
export function flipsOf(cells: Cells): Flip[] {
  const found: Flip[] = [];
  for (let by = 0; by < SQUARES; by++) {
    const piece = cells[by]!;
    if (!isOwn(piece) || strengthOf(piece) <= DOG - 1 || isFrozen(cells, by)) continue;
    for (const victim of NEIGHBOURS[by]!) {
      const other = cells[victim]!;
      if (!isEnemy(other) || strengthOf(other) <= RABBIT || strengthOf(other) >= strengthOf(piece)) continue;
      if (rowOf(victim) < rowOf(by) || rowOf(victim) < 4) continue;
      if (NEIGHBOURS[by]!.some((next) => cells[next] === EMPTY)) found.push({ by, victim });
    }
  }
  return found;
}

/** The enemy camel within reach of our elephant, its own elephant farther away. */
export interface CamelHunt {
  readonly camel: number;
  readonly elephant: number;
  /** The distance between elephant and camel. */
  readonly away: number;
}

const HUNT_DISTANCE = 5;

export function camelHunt(cells: Cells): CamelHunt | null {
  const camel = cells.indexOf(CAMEL + 6);
  const elephant = cells.indexOf(ELEPHANT);
  const guard = cells.indexOf(ELEPHANT + 6);
  if (camel < 0 || elephant < 0) return null;
  const away = distance(camel, elephant);
  // At home the camel is protected by its friends, as it is next to its own elephant.
  if (away > HUNT_DISTANCE || rowOf(camel) >= 7) return null;
  if (guard >= 0 && distance(guard, camel) <= Math.min(away, 2)) return null;
  return { camel, elephant, away };
}
