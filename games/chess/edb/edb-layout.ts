/** Layout of an evaluation by endgame databases in kernel memory: offsets in bytes. Shared by TypeScript and AssemblyScript. */

export const EDB_WEIGHTS = 0; // u32, address of the weights by material of an abstraction: i16 [2^MATERIAL_KEY_BITS], 0 for none
export const EDB_COMBINE = 4; // i32, COMBINE_MEAN or COMBINE_SUM
export const EDB_SMALLEST = 8; // i32, pieces of the smallest abstraction, kings excluded
export const EDB_LARGEST = 12; // i32, pieces of the largest one: at most 3
export const EDB_PLANS = 16; // u32, address of the addresses of plans by material of the position: u32 [2^MATERIAL_KEY_BITS], 0 for none; or 0
export const EDB_BYTES = 20;

/** A plan: the subsets of the pieces to look up in positions of one material. */
export const PLAN_COUNT = 0; // i32
export const PLAN_DRAWN = 4; // i32, weight of the choices that are reduced to bare kings
export const PLAN_SUBSETS = 8; // { u8 pieces [3] by number, NO_PIECE for none; u8 unused; i32 weight } [count]
export const PLAN_SUBSET_BYTES = 8;
export const NO_PIECE = 255;

export const COMBINE_MEAN = 0;
export const COMBINE_SUM = 1;

/** Fixed-point representation of weight 1. */
export const WEIGHT_ONE = 256;
/** The value of an immediate win in centipawns; each ply to mate subtracts PLY_VALUE. */
export const EDB_WIN_VALUE = 600;
export const PLY_VALUE = 2;
/** Positions with more pieces, kings excluded, are not looked up: too many abstractions with too little information. */
export const EDB_MAX_PIECES = 8;

/** Entries of the per-thread cache, as a power of 2. */
export const CACHE_BITS = 14;
