/** Codes of the proof search. Shared by TypeScript and AssemblyScript. */

/** What is asked. */
export const FIRST_WINS = 1;
export const FIRST_DOES_NOT_LOSE = 0;

/** How a proof search ended. */
export const PROVEN = 1;
export const DISPROVEN = 2;
export const PROOF_STOPPED = 3;
/** The variation is longer than the stack: play may be endless. */
export const PROOF_TOO_DEEP = 4;
/** Simultaneous moves, a role without a move, or an end that is neither won, drawn nor lost. */
export const PROOF_BROKEN = 5;

/** An entry of the table: hash, proof number and disproof number. */
export const PROOF_ENTRY_BYTES = 16;
