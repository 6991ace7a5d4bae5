/** The interface between tuning methods and games: rounds of duels between variants of a player. */
import type { Point } from "./tune-variables.ts";

export interface Duel {
  readonly first: Point;
  readonly second: Point;
  readonly pairs: number;
  /** Duels with equal numbers have equal openings. */
  readonly openings: number;
}

/** Independent duels. */
export interface Round {
  /** 0-based. */
  readonly number: number;
  /** Total number of rounds. */
  readonly of: number;
  /** Description. */
  readonly what: string;
  /** The best so far. */
  readonly incumbent: Point;
  readonly duels: readonly Duel[];
}

/** Returns the first player's share of the points in each duel, from 0 to 1. */
export type PlayRound = (round: Round) => Promise<readonly number[]>;
