/** Limits of UCT over a propnet. Shared by TypeScript and AssemblyScript. */

/** Maximum length of a PV. */
export const MAX_PV = 32;
/** Maximum path length of a simulation in the tree. */
export const MAX_PATH = 500;
/** A lane: its node (0 if not looked up yet), the length of its path, then the path: lists and indices in them. */
export const LANE_BYTES = 4096;
