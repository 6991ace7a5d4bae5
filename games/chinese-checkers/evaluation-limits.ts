/** Kinds and limits of evaluations. The kernel imports this file as AssemblyScript, `evaluation-block.ts` as TypeScript. */

/** Kinds of evaluation. */
export const EVALUATION_SUM = 0; // weighted terms of the opponent minus those of the mover
export const EVALUATION_NET = 1; // a small network per side; the opponent's output minus the mover's
export const EVALUATION_PAIRS = 2; // lookups in two-side tables

export const MAX_LOOKUPS = 8;
export const MAX_HIDDEN = 16;
export const MAX_PIECES = 10;
export const MAX_CELLS = 128;
/** Inputs of the network: the lookups, the sum over cells, the rows behind. */
export const MAX_INPUTS = 10;
/** Weights of the network: MAX_HIDDEN · (MAX_INPUTS + 1) + MAX_HIDDEN + 1. */
export const MAX_WEIGHTS = 193;

/** Points of a win now by a two-side table, unless an evaluation says otherwise: more than the plies of any win. */
export const WIN_POINTS = 128;
