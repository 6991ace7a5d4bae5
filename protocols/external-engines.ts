/**
 * Games whose players include external engines (AEI, UCI). Such players start programs, so only the local user gets them, never a client
 * over the network.
 */
import type { Game } from "../engine/contracts/game.ts";

/** The game with external engines, if there is a protocol for it. */
export async function withExternalEngines(game: Game): Promise<Game> {
  if (game.id === "arimaa") return (await import("./aei/player-kind.ts")).arimaaWithEngines;
  if (game.id === "chess") return (await import("./uci/player-kind.ts")).chessWithEngines;
  return game;
}
