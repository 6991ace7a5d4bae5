/** Limits and codes of simultaneous-move searches. Imported by AssemblyScript and TypeScript. ENDED_BY_… are those of ../constants.ts. */

/** Maximum depth of equilibrium search, in rounds. */
export const MAX_ROUNDS = 32;

/** Bound type of a root move's value. */
export const VALUE_EXACT = 0;
export const VALUE_AT_MOST = 1; // for the player who makes the move

/** An entry of the transposition table. */
export const EQ_ENTRY_BYTES = 32;

/** An entry of the hash table of children. */
export const DUCT_LINK_BYTES = 24;

/** Selection policy in the tree. */
export const SELECT_BY_UCB = 0;
export const SELECT_BY_REGRET = 1;
