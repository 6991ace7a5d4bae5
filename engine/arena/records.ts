/** What is kept of matches and games: which match, which game of it, how it went, and what played it. */
import type { OptionValues } from "../contracts/options.ts";
import type { Limits } from "../contracts/player.ts";
import type { GameRecord } from "./play-game.ts";

/** What tells one match from another; the games of equal ones belong together. */
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
  /** From 0; even numbers are those in which the first player of the match moves first. */
  readonly number: number;
  /** The two games of a pair have the same opening. */
  readonly pair: number;
  /** Whether the first player of the match moved first; of more than two seats, whether it had one and the other the rest. */
  readonly firstPlaysFirst: boolean;
  /** Points of the first player of the match, in all its seats. */
  readonly points: number;
}

/** A game as it was played here: what another run of the same game may have otherwise. */
export interface PlayedGame extends MatchGame {
  readonly seeds: GameSeeds;
  readonly milliseconds: number;
  /** What played it: see `buildOf`. */
  readonly build: string;
  /** By seat, how often something went wrong with its player and a move was made for it; where this is missing, nobody counted. */
  readonly errors?: readonly Readonly<Record<string, number>>[] | undefined;
}

export interface GameSeeds {
  readonly first: number;
  readonly second: number;
  readonly chance: number;
}

export interface StoredGame extends PlayedGame {
  /** The game's number in the store. */
  readonly id: number;
  /** When it ended: ISO 8601. */
  readonly finished: string;
}

/** How a stored game ended, without its moves. */
export type GameOutcome = Pick<
  StoredGame,
  "id" | "number" | "pair" | "firstPlaysFirst" | "points" | "plies" | "ending" | "finished"
>;

export interface StoredMatch extends MatchIdentity {
  /** The match's number in the store. */
  readonly id: number;
  readonly options: OptionValues;
}

/** A stored game with its match. */
export interface RecordedGame {
  readonly match: MatchIdentity & { readonly options: OptionValues };
  readonly game: StoredGame;
}

/** The same text for the same limits, in whichever order they are given. */
export function limitsText({ depth, nodes, playouts, milliseconds }: Limits): string {
  return JSON.stringify({ depth, nodes, playouts, milliseconds });
}

/** Whether the players think by the clock: such a game cannot be expected to go the same way twice. */
export function isTimed({ first, second, limits }: MatchIdentity): boolean {
  return limits.milliseconds !== undefined || [first, second].some((text) => /\bms=/.test(text));
}

/** The games without what differs from run to run. */
export function matchGame(game: MatchGame): MatchGame {
  const { number, pair, firstPlaysFirst, points, start, moves, scores, ending, plies, forfeit } = game;
  const played = { number, pair, firstPlaysFirst, points, start, moves, scores, ending, plies };
  return forfeit ? { ...played, forfeit } : played;
}
