/** What a game supplies so that the engine can solve its distances on a GPU by breadth-first search. */

export interface GpuStates {
  /** Number of states, ranked from 0. */
  readonly entries: number;
  /** Ranks of the goals: distance 0. At least one. */
  readonly goals: Iterable<number>;
  /**
   * WGSL with a function `expand(rank: Rank, thread: u32)` that calls `reach(rank: Rank)` for every state one move away, in any order.
   * Moves are reversible. A `Rank` can be added and subtracted; sums of up to eight ranks are valid arguments of `reach`. The
   * argument of `expand` is normalized: it can be passed to `isBelow(a, b)` and `minus(a, b)`, which return normalized ranks.
   *
   * It may use these arrays in workgroup memory: `ranks`, `words`, and `slots`, of which a thread owns the elements i × THREADS +
   * thread for every i below `slots`.
   */
  readonly wgsl: string;
  /** Normalized ranks, read by `expand`. */
  readonly ranks: readonly number[];
  readonly words: readonly number[];
  readonly slots: number;
}
