/** Records of matches and games. */
import type { OptionValues } from "../contracts/options.ts";
import type { Limits } from "../contracts/player.ts";
import type { GameRecord } from "./play-game.ts";

/** Identifies a match; games with equal identities belong together. */
export interface MatchIdentity {
  readonly game: string;
  readonly variant: string;
  readonly label: string;
  /** Canonical texts of the players. */
  readonly first: string;
  readonly second: string;
  readonly openingPlies: number;
  readonly seed: number;
  readonly limits: Limits;
}

export interface MatchGame extends GameRecord {
  /** 0-based; in even games the first player of the match moves first. */
  readonly number: number;
  /** The two games of a pair have the same opening. */
  readonly pair: number;
  /** Whether the first player of the match moved first; with more than two seats, whether it had the single seat. */
  readonly firstPlaysFirst: boolean;
  /** Points of the first player of the match, in all its seats. */
  readonly points: number;
}

/** A game with the data of this run. */
export interface PlayedGame extends MatchGame {
  readonly seeds: GameSeeds;
  readonly milliseconds: number;
  /** See `buildOf`. */
  readonly build: string;
  /** By seat, the number of failures in which a random move was made for the player; undefined if not counted. */
  readonly errors?: readonly Readonly<Record<string, number>>[] | undefined;
}

export interface GameSeeds {
  readonly first: number;
  readonly second: number;
  readonly chance: number;
}

export interface StoredGame extends PlayedGame {
  /** Row id in the store. */
  readonly id: number;
  /** End time, ISO 8601. */
  readonly finished: string;
}

/** A stored game without its moves. */
export type GameOutcome = Pick<
  StoredGame,
  "id" | "number" | "pair" | "firstPlaysFirst" | "points" | "plies" | "ending" | "finished"
>;

export interface StoredMatch extends MatchIdentity {
  /** Row id in the store. */
  readonly id: number;
  readonly options: OptionValues;
}

/** A stored game with its match. */
export interface RecordedGame {
  readonly match: MatchIdentity & { readonly options: OptionValues };
  readonly game: StoredGame;
}

/** Canonical JSON, independent of the order of properties. */
export function limitsText({ depth, nodes, playouts, milliseconds }: Limits): string {
  return JSON.stringify({ depth, nodes, playouts, milliseconds });
}

/** Whether players have time limits: such a game is not reproducible. */
export function isTimed({ first, second, limits }: MatchIdentity): boolean {
  return limits.milliseconds !== undefined || [first, second].some((text) => /\bms=/.test(text));
}

/** The game without data of a single run. */
export function matchGame(game: MatchGame): MatchGame {
  const { number, pair, firstPlaysFirst, points, start, moves, scores, ending, plies, forfeit } = game;
  const played = { number, pair, firstPlaysFirst, points, start, moves, scores, ending, plies };
  return forfeit ? { ...played, forfeit } : played;
}
