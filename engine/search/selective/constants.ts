/** Limits of a selective search. Imported by AssemblyScript and TypeScript. */

/** Maximum ply, including extensions and quiescence search. */
export const MAX_PLY = 120;
/** The deepest iteration. */
export const MAX_ITERATION = 100;
/** Positions of the game's history that repetition detection uses. */
export const MAX_HISTORY = 128;
/** Maximum number of principal variations. */
export const MAX_MULTIPV = 8;
