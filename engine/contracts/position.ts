/** States, moves and scores: opaque values that only their game interprets. */

/** A state: a small fixed-size byte record, opaque outside its game. Treated as immutable. */
export type Position = Uint8Array;

/** A move is an integer, opaque outside its game (in some games a whole turn of several steps). */
export type Move = number;

/** Who acts: a player (0-based) or chance. */
export type Actor = number;
export const CHANCE: Actor = -1;

/** Points by player at the end of a game: 1 for a win, 0.5 for a draw, 0 for a loss. */
export type Scores = readonly number[];
