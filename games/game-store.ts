/** The local game store, with former game ids mapped to current ones. */
import { GameStore, gamesPath } from "../engine/arena/store.ts";
import { RENAMED_GAMES } from "./renamed.ts";

export function openGameStore(): GameStore {
  return GameStore.open(gamesPath(), RENAMED_GAMES);
}

/** Null if nothing is stored yet. */
export function openExistingGameStore(): GameStore | null {
  return GameStore.openExisting(gamesPath(), RENAMED_GAMES);
}
