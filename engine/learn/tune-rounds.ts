/** What a method of tuning asks for: rounds of games between variants of a player. Who plays them is not its affair. */
import type { Point } from "./tune-variables.ts";

export interface Duel {
  readonly first: Point;
  readonly second: Point;
  readonly pairs: number;
  /** Duels of the same number have the same openings. */
  readonly openings: number;
}

/** Duels that do not wait for each other. */
export interface Round {
  /** From 0. */
  readonly number: number;
  /** How many rounds there will be. */
  readonly of: number;
  /** What is tried, in words. */
  readonly what: string;
  /** The best so far. */
  readonly incumbent: Point;
  readonly duels: readonly Duel[];
}

/** The share of the points, from 0 to 1, that the first of each duel makes. */
export type PlayRound = (round: Round) => Promise<readonly number[]>;
