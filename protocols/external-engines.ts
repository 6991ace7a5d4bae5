/**
 * Games whose players include external engines (AEI, UCI). Such players start programs, so only the local user gets them, never a client
 * over the network.
 */
import type { Game } from "../engine/contracts/game.ts";
import { arimaaWithEngines } from "./aei/player-kind.ts";
import { chessWithEngines } from "./uci/player-kind.ts";

const GAMES: readonly Game[] = [arimaaWithEngines, chessWithEngines];

/** The game with external engines, if there is a protocol for it. */
export function withExternalEngines(game: Game): Game {
  return GAMES.find(({ id }) => id === game.id) ?? game;
}
