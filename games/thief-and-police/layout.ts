/** Constants and the layout of a maze, shared by the kernel and TypeScript. */

/** Players. */
export const POLICE = 0;
export const THIEF = 1;

export const MAX_POLICEMEN = 6;

/** Turn of a simultaneous game; otherwise POLICE or THIEF. */
export const BOTH = 2;
export const NO_SQUARE = 0xffff;

/** Rules of turns. */
export const ALTERNATING = 0;
export const ALTERNATING_ONE = 1;
export const SIMULTANEOUS = 2;

/** Directions of a step: 0 stay, then up, left, right, down. A move of the police has 3 bits for each policeman, the first in the lowest bits. */
export const DIRECTIONS = 4;
export const DIRECTION_BITS = 3;
/** Flag of a move of the thief, so that a move identifies its player. */
export const THIEF_MOVE = 1_048_576;

/**
 * The maze in kernel memory, parts aligned to 16 bytes: neighbours (four u16 per square: up, left, right, down), coordinates (u8 x, u8 y),
 * distance to the nearest exit (u16), Manhattan distance to it (u16), interval in the exit tree (u16 start, u16 length), distances between all
 * squares (u16).
 */
export const NO_DISTANCE = 0xffff;

function aligned(bytes: number): number {
  return (bytes + 15) & ~15;
}

export interface MazeParts {
  readonly neighbours: number;
  readonly coordinates: number;
  readonly exits: number;
  readonly manhattan: number;
  readonly intervals: number;
  readonly distances: number;
  readonly bytes: number;
}

/** Offsets of the parts. */
export function mazeParts(squares: number): MazeParts {
  const coordinates = aligned(8 * squares);
  const exits = coordinates + aligned(2 * squares);
  const manhattan = exits + aligned(2 * squares);
  const intervals = manhattan + aligned(2 * squares);
  const distances = intervals + aligned(4 * squares);
  const bytes = distances + aligned(2 * squares * squares);
  return { neighbours: 0, coordinates, exits, manhattan, intervals, distances, bytes };
}

/** Maximum number of terms of an evaluation. */
export const MAX_TERMS = 12;

/** Kinds of terms: distances of the police, distances of the thief. */
export const POLICE_MANHATTAN = 0;
export const POLICE_MAZE = 1;
export const POLICE_TABLE = 2;
export const THIEF_MANHATTAN = 3;
export const THIEF_MAZE = 4;
export const THIEF_BLOCKED = 5;
export const THIEF_TABLE = 6;

/** Entries of tables are moves to the goal, saturated at MOST_MOVES. */
export const MOST_MOVES = 254;
export const UNREACHABLE = 255;

/** Entries per run of the game table: small, so that threads share the work evenly and stop quickly. */
export const PURSUIT_RUN = 16_384;

/** Work unit of the thief table, in sets of policemen. */
export const THIEF_PORTION = 256;
