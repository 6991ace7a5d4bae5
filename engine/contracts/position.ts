/** States, moves and scores: opaque values that only their game interprets. */
import type { Brand } from "./brand.ts";

/** A state: a small fixed-size byte record, opaque outside its game. Treated as immutable. */
export type Position = Uint8Array;

/** A move is an integer, opaque outside its game (in some games a whole turn of several steps). */
export type Move = Brand<number, "move">;

/** A player's number, from 0; an index of `Rules.players`. */
export type PlayerNumber = Brand<number, "seat">;

/** The players of a game for two. */
export const FIRST: PlayerNumber = 0 as PlayerNumber;
export const SECOND: PlayerNumber = 1 as PlayerNumber;

/** Who acts: a player or chance. */
export type Actor = PlayerNumber | typeof CHANCE;
export const CHANCE = -1;

/** The numbers of all players. */
export function playerNumbers(players: readonly string[]): PlayerNumber[] {
  return [...players.keys()] as PlayerNumber[];
}

/** The other one of two players. */
export function opponentOf(player: PlayerNumber): PlayerNumber {
  return (1 - player) as PlayerNumber;
}

/** Whether the actors of a position are players; chance acts alone. */
export function arePlayers(actors: readonly Actor[]): actors is readonly PlayerNumber[] {
  return actors[0] !== CHANCE;
}

/** Points by player at the end of a game: 1 for a win, 0.5 for a draw, 0 for a loss. */
export type Scores = readonly number[];
