/**
 * Features of a placement that plans are about: hostages, frames, forks, flips, a camel to be hunted. All seen from one side, which goes
 * north; for the other side they are asked with the board turned round.
 */
import { distance, EMPTY, isFrozen, NEIGHBOURS, SQUARES, strengthOf, TRAPS } from "./graphs/board.ts";
import type { Cells } from "./rat-kernel.ts";
import { CAMEL, DOG, ELEPHANT, isEnemy, isOwn, RABBIT, rowOf } from "./evaluate.ts";

/** A piece that an enemy holds frozen beside a trap: it can be captured there when the trap is left alone. */
export interface Hostage {
  readonly square: number;
  readonly piece: number;
  readonly holder: number;
  readonly trap: number;
  /** Whose piece it is. */
  readonly ours: boolean;
}

/** So near to a trap a held piece must always be thought of. */
const HOSTAGE_DISTANCE = 2;

/** Hostages of both sides; rabbits are not worth a holder. */
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

/** A piece on a trap that cannot leave: every way out is taken. It is lost when its friends beside it are. */
export interface Frame {
  readonly trap: number;
  readonly piece: number;
  readonly ours: boolean;
  /** Squares of its friends beside the trap. */
  readonly kept: readonly number[];
  /** The other side's pieces beside the trap. */
  readonly closed: number;
  /** All four squares are taken. */
  readonly complete: boolean;
}

/** Pieces on traps with at least one enemy beside: frames, complete or on the way. */
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

/** An own piece with two weaker enemies beside it or one step away, each within two squares of a trap that is not firmly the enemy's. */
export interface Fork {
  readonly by: number;
  readonly victims: readonly number[];
}

/** Where an enemy stands loose: near a trap that at most one friend of its own guards. */
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

/** An enemy that an own piece beside it can turn over: pull it, then push it past, so that it comes two rows nearer. */
export interface Flip {
  readonly by: number;
  readonly victim: number;
}

/** The victim stands north of its captor or beside it, is no rabbit, and the captor has room. */
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

/** The enemy's camel within the elephant's reach, its own elephant farther away. */
export interface CamelHunt {
  readonly camel: number;
  readonly elephant: number;
  /** Squares between hunter and camel. */
  readonly away: number;
}

const HUNT_DISTANCE = 5;

export function camelHunt(cells: Cells): CamelHunt | null {
  const camel = cells.indexOf(CAMEL + 6);
  const elephant = cells.indexOf(ELEPHANT);
  const guard = cells.indexOf(ELEPHANT + 6);
  if (camel < 0 || elephant < 0) return null;
  const away = distance(camel, elephant);
  // At home the camel is behind its friends; with its elephant beside it there is nothing to win.
  if (away > HUNT_DISTANCE || rowOf(camel) >= 7) return null;
  if (guard >= 0 && distance(guard, camel) <= Math.min(away, 2)) return null;
  return { camel, elephant, away };
}
