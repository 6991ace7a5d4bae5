/**
 * Layout of an ending and of its conversion targets in kernel memory: offsets in bytes. Shared by TypeScript and AssemblyScript.
 *
 * A wide table has one byte for each side to move and placement: slices by pawn placement (mirror images share a slice), within a slice
 * rows by white king and pieces, within a row 64 bytes by square of the black king. Slots number the pieces of the ending: 0 the white
 * king, then pieces, then pawns.
 */

/** Slots of an ending: the white king, up to three others, and padding. */
export const SLOTS = 8;
export const MAX_GROUPS = 3;

/** A target: the location of values, by the slots of the source ending. */
export const TARGET_WHITE = 0; // u32, address of the values with White to move
export const TARGET_BLACK = 4; // u32, the same with Black to move
export const TARGET_KING_SHIFT = 8; // i32, bit offset of the white king in a row index
export const TARGET_SLICE_ROWS = 12; // u32, rows of a slice
export const TARGET_PAWNLESS = 16; // i32, 1 if the white king is in the triangle a1-d1-d4
export const TARGET_GROUPS = 20; // i32, groups of like pieces
export const TARGET_GROUP = 24; // { i32 type, i32 shift, u8 slots[3], u8 promotion rank's first square } [MAX_GROUPS]
export const TARGET_GROUP_BYTES = 12;
export const GROUP_PROMOTION_RANK = 11;
/** Group types besides 1, 2 and 3 like pieces: one on its promotion rank, alone or with a like piece anywhere. */
export const PROMOTED = 4;
export const PROMOTED_AND_LIKE = 5;
export const TARGET_PAWN_COUNT = 60; // u8 by colour
export const TARGET_PAWN_SLOTS = 64; // u8 [2][4]
export const TARGET_SLICES = 72; // u32, address of slice indices by pawn placement: u32, top bit if mirrored
export const TARGET_BLACK_PAWNS = 76; // u32, placements of the black pawns alone
export const TARGET_STALEMATES = 80; // u32 by side to move, address of stalemate bits by row; 0 for none
export const TARGET_BYTES = 96;

export const MIRRORED = 0x80000000;

/** The ending being solved: first itself as a target. */
export const ENDING_PIECES = 96; // i32, pieces except kings and pawns
export const ENDING_PAWNS = 100; // i32
export const ENDING_KIND = 104; // u8 [SLOTS]
export const ENDING_COLOUR = 112; // u8 [SLOTS]
/** Address of the target after a move, by captured slot (0 for none), promoted slot (0 for none) and the kind it is promoted to. */
export const ENDING_TARGETS = 120; // u32 [SLOTS][SLOTS][5]
export const ENDING_BYTES = 1400; // ENDING_TARGETS + 4 * SLOTS * SLOTS * 5

/**
 * The byte of a loss in 254 plies with Black to move, which occurs only in KPPKP. With White to move it is a win in 253; Black never wins that
 * late. No other ending of up to five pieces converts to KPPKP, so its bytes are never read with swapped colours.
 */
export const LATEST_LOSS = 254;

/** Results of a solver that did not finish. */
export const STOPPED = -1;
export const TOO_LONG = -2;

/** The compact table of a file (compact.as.ts). */
export const COMPACT_WHITE = 0; // u32, address of the entries with White to move; 0 if not in memory
export const COMPACT_BLACK = 4; // u32, the same with Black to move
export const COMPACT_PAWNLESS = 8; // i32
export const COMPACT_SLICE = 12; // u32, entries of a pawn placement
export const COMPACT_PAIR = 16; // u32, entries of a king pair
export const COMPACT_GROUPS = 20; // i32
export const COMPACT_GROUP = 24; // { i32 size, u32 stride, i32 colour, i32 kind } [MAX_GROUPS]
export const COMPACT_GROUP_BYTES = 16;
export const COMPACT_PAWN_COUNT = 72; // i32 by colour
export const COMPACT_SLICES = 80; // u32, address of slice indices by pawn placement
export const COMPACT_BLACK_PAWNS = 84; // u32, placements of the black pawns alone
export const COMPACT_SIDE = 88; // u32, entries of one side to move
export const COMPACT_SQUARES = 92; // u32, address of the pawns' squares by slice, four bytes each
export const COMPACT_BYTES = 96;

/** King pairs: with all symmetries of the board, and with none. */
export const KING_PAIRS = 462;
export const KING_PAIRS_WITH_PAWNS = 3612;
export const NO_PAIR = 65535;

/** Material key of the tablebase: 2 bits for the number of each kind and colour. */
export const MATERIAL_KEY_BITS = 20;
