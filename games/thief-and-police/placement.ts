/** Squares of the pieces. */
export const PLAYERS: readonly string[] = ["police", "thief"];

export interface Placement {
  /** In ascending order. */
  readonly police: readonly number[];
  readonly thief: number;
  /** POLICE, THIEF or BOTH. */
  readonly turn: number;
}
