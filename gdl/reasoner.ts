/** The state machine of a rulesheet, implemented by the interpreter and by the propnet. */

/** Steps after which a game is given up: GDL requires that games end, but not all do. */
export const MAX_STEPS = 2_000;

/** A state: the numbers of the true facts, ascending. */
export type Facts = Int32Array;

export interface Reasoner {
  /** In the order of the rulesheet; the role `random` of GDL-II is last (chance-role.ts). */
  readonly roles: readonly string[];
  initial(): Facts;
  /** The legal moves of each role, by number. */
  legal(state: Facts): readonly (readonly number[])[];
  /** The state after one move of each role. */
  next(state: Facts, moves: readonly number[]): Facts;
  isTerminal(state: Facts): boolean;
  /** The goal value of each role; null if the rules derive none or several. */
  goals(state: Facts): readonly (number | null)[];
  /** The text of a fact of a state, as in `(cell 1 1 b)`. */
  factText(fact: number): string;
  moveText(move: number, role: number): string;
}
