/** The rules of one variant. */
import type { HiddenInformation } from "./hidden.ts";
import type { Actor, Move, Position, Scores } from "./position.ts";

/** Rules that depend on the game's history. The match applies them, because a state does not contain its history. */
export interface HistoryRules {
  /**
   * What happens when a position repeats (same side to move). With "forbidden", a move that repeats a position is illegal: players
   * receive a predicate for such positions; a player who repeats one anyway, or has no other move, loses.
   */
  readonly repetition: "allowed" | "draw" | "loss" | "forbidden";
  /** Number of occurrences at which the rule applies. */
  readonly repetitionCount: number;
  /** A match that reaches this many plies is a draw; null for no limit. */
  readonly plyLimit: number | null;
  /** The part of a position that repetition compares; the whole position by default. Leaves out move counters, for example. */
  readonly repetitionKey?: (position: Position) => Position;
}

export interface Rules {
  /** Names of the players. */
  readonly players: readonly string[];
  readonly history: HistoryRules;
  /** Information sets, in games with hidden information. */
  readonly hidden?: HiddenInformation;
  /** Teams in games for more than two: each player's team number; null if everyone plays alone or the teams are undecided. */
  sides?(position: Position): readonly number[] | null;

  initial(): Position;
  /** Who acts: one player, several players simultaneously, or chance alone. Empty when the game has ended. */
  actors(position: Position): readonly Actor[];
  /** All legal moves of an actor, distinct, in a fixed order. */
  moves(position: Position, actor: Actor): readonly Move[];
  /** The probabilities of `moves(position, CHANCE)` in the same order, with sum 1. Empty outside of chance nodes. */
  chanceProbabilities(position: Position): readonly number[];
  /** The position after one move of each actor, in the order of `actors`. Does not modify its argument. */
  play(position: Position, moves: readonly Move[]): Position;
  /** Scores if the game has ended, otherwise null. */
  result(position: Position): Scores | null;

  /** The moves that random openings choose from (at least one), if a random legal move would not make sense. */
  openingMoves?(position: Position): readonly Move[];
  /** Starting positions of random openings, instead of the initial position. */
  readonly openings?: readonly Position[];
  /** Counts the move sequences of length `depth`. */
  perft(position: Position, depth: number): number;
}
