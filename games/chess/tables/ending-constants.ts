/**
 * Codes and limits of endings (ending.layout.ts). Shared by TypeScript and AssemblyScript.
 *
 * A wide table has one byte for each side to move and placement: slices by pawn placement (mirror images share a slice), within a slice
 * rows by white king and pieces, within a row 64 bytes by square of the black king. Slots number the pieces of the ending: 0 the white
 * king, then pieces, then pawns.
 */

/** Slots of an ending: the white king, up to three others, and padding. */
export const SLOTS = 8;
export const MAX_GROUPS = 3;
/** Entries of `Ending.targets`: SLOTS · SLOTS · 5. */
export const CONVERSIONS = 320;

/** Group types besides 1, 2 and 3 like pieces: one on its promotion rank, alone or with a like piece anywhere. */
export const PROMOTED = 4;
export const PROMOTED_AND_LIKE = 5;

/** Flag of a slice index. */
export const MIRRORED = 0x80000000;

/**
 * The byte of a loss in 254 plies with Black to move, which occurs only in KPPKP. With White to move it is a win in 253; Black never wins that
 * late. No other ending of up to five pieces converts to KPPKP, so its bytes are never read with swapped colours.
 */
export const LATEST_LOSS = 254;

/** Results of a solver that did not finish. */
export const STOPPED = -1;
export const TOO_LONG = -2;

/** King pairs: with all symmetries of the board, and with none. */
export const KING_PAIRS = 462;
export const KING_PAIRS_WITH_PAWNS = 3612;
export const NO_PAIR = 65535;

/** Number of material keys: 2 bits for the number of each kind and colour, kings excluded. */
export const MATERIAL_KEYS = 0x100000;
/** Flag of a tablebase entry: colours swapped. Tables are aligned to 64 bytes. */
export const SWAPPED = 1;
