/** What a rulesheet says of its game, however it is found out: by an interpreter, or by a net that was compiled from it. */

/** A state: the numbers of the facts that are true, ascending. */
export type Facts = Int32Array;

export interface Reasoner {
  readonly roles: readonly string[];
  initial(): Facts;
  /** The legal moves of each role, by number. */
  legal(state: Facts): readonly (readonly number[])[];
  /** The state after one move of each role. */
  next(state: Facts, moves: readonly number[]): Facts;
  isTerminal(state: Facts): boolean;
  /** What each role has reached; null where the rules give none or several values. */
  goals(state: Facts): readonly (number | null)[];
  /** The text of a fact of a state, as in `(cell 1 1 b)`. */
  factText(fact: number): string;
  moveText(move: number, role: number): string;
}
