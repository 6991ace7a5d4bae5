/** Sizes of a propnet in the kernel. Shared by TypeScript and AssemblyScript. */

/** Games evaluated at once: bits of a SIMD vector. */
export const LANE_COUNT = 128;
/** Bytes of a word: a vector of 128 lanes. */
export const WORD_BYTES = 16;
