/**
 * Where an evaluation's numbers lie in kernel memory: offsets in bytes from the start of its block. Both languages read this
 * file: the kernel imports it as AssemblyScript, `evaluation-block.ts` as TypeScript.
 */

/** How the terms of a side, or of both, make the value. */
export const EVALUATION_SUM = 0; // the weighted terms of the other side less those of one's own
export const EVALUATION_NET = 1; // a small network for each side; the other's output less one's own
export const EVALUATION_PAIRS = 2; // lookups of groups of both sides

export const MAX_LOOKUPS = 8;
export const MAX_HIDDEN = 16;
/** A lookup's piece is named by its place in ascending order of cells, the one nearest to the goal being 0. */
export const MAX_PIECES = 10;

export const EVALUATION_KIND = 0; // i32
export const EVALUATION_TEMPO = 4; // i32, added for the side to move
export const EVALUATION_LOOKUPS = 8; // i32, how many
export const EVALUATION_BEHIND = 12; // i32, weight of the rows by which the rear piece stands behind the mean, times the pieces
export const EVALUATION_HIDDEN = 16; // i32, units of the network
export const EVALUATION_CELLS = 20; // i16 [128], weight of a piece on a cell as its owner sees it
export const EVALUATION_LOOKUP = 276; // lookups, one after the other
export const LOOKUP_TABLE = 0; // u32, address of the entries
export const LOOKUP_WEIGHT = 4; // i32
export const LOOKUP_PIECES = 8; // i32, how many
export const LOOKUP_PLACES = 12; // u8 [MAX_PIECES], ascending
export const LOOKUP_OTHERS = 22; // u8 [MAX_PIECES], of the other side, for pairs
export const LOOKUP_BYTES = 32;
/** f32: for each hidden unit its bias and one weight an input, then the bias of the output and one weight a unit. */
export const EVALUATION_NETWORK = 532;
/** Inputs of the network: the lookups, the sum over cells, and the rows behind. */
export const MAX_INPUTS = 10;
export const EVALUATION_BYTES = 1344;
