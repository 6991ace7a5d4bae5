/**
 * Games with the players that are programs of others, each from its protocol: for this machine's user, and for nobody at the other end of
 * a network.
 */
import type { Game } from "../engine/contracts/game.ts";
import { arimaaWithPrograms } from "./aei/offer.ts";
import { chessWithPrograms } from "./uci/offer.ts";

const GAMES: readonly Game[] = [arimaaWithPrograms, chessWithPrograms];

/** A game as this machine's user has it. */
export function withPrograms(game: Game): Game {
  return GAMES.find(({ id }) => id === game.id) ?? game;
}
