/**
 * Layout of an evaluation in kernel memory: offsets in bytes from the start of its block. The kernel imports this file as
 * AssemblyScript, `evaluation-block.ts` as TypeScript.
 */

/** Kinds of evaluation. */
export const EVALUATION_SUM = 0; // weighted terms of the opponent minus those of the mover
export const EVALUATION_NET = 1; // a small network per side; the opponent's output minus the mover's
export const EVALUATION_PAIRS = 2; // lookups in two-side tables

export const MAX_LOOKUPS = 8;
export const MAX_HIDDEN = 16;
/** A lookup names a piece by its place in ascending order of cells; 0 is the piece nearest to the goal. */
export const MAX_PIECES = 10;

export const EVALUATION_KIND = 0; // i32
export const EVALUATION_TEMPO = 4; // i32, added for the side to move
export const EVALUATION_LOOKUPS = 8; // i32, count
export const EVALUATION_BEHIND = 12; // i32, weight of (rows from the rear piece to the mean) × pieces
export const EVALUATION_HIDDEN = 16; // i32, units of the network
export const EVALUATION_CELLS = 20; // i16 [128], weight of a piece on a cell, from its owner's point of view
export const EVALUATION_LOOKUP = 276; // the lookups, contiguous
export const LOOKUP_TABLE = 0; // u32, address of the entries
export const LOOKUP_WEIGHT = 4; // i32
export const LOOKUP_PIECES = 8; // i32, count
export const LOOKUP_PLACES = 12; // u8 [MAX_PIECES], ascending
export const LOOKUP_OTHERS = 22; // u8 [MAX_PIECES], places of the opponent's pieces, for pairs
export const LOOKUP_BYTES = 32;
/** f32: for each hidden unit its bias and one weight per input, then the bias of the output and one weight per unit. */
export const EVALUATION_NETWORK = 532;
/** Inputs of the network: the lookups, the sum over cells, the rows behind. */
export const MAX_INPUTS = 10;
export const EVALUATION_BYTES = 1344;
