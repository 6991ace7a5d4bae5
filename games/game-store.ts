/** The store of games on this machine, with the games that have another id now renamed. */
import { GameStore, gamesPath } from "../engine/arena/store.ts";
import { RENAMED_GAMES } from "./renamed.ts";

export function openGameStore(): GameStore {
  return GameStore.open(gamesPath(), RENAMED_GAMES);
}

/** Null if nothing has been stored yet. */
export function openExistingGameStore(): GameStore | null {
  return GameStore.openExisting(gamesPath(), RENAMED_GAMES);
}
