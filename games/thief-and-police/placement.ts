/** Where the pieces stand, as squares of the maze. */
export const PLAYERS: readonly string[] = ["police", "thief"];

export interface Placement {
  /** In ascending order. */
  readonly police: readonly number[];
  readonly thief: number;
  /** POLICE, THIEF or BOTH. */
  readonly turn: number;
}
