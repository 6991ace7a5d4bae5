/** Saved games in localStorage. If the browser refuses storage, they last until the page is closed. */
import { restored, type SavedGame, type StoredGame } from "./saved-game.ts";

const PREFIX = "gamelore.game.";
const MAX_GAMES = 40;
const inMemory = new Map<string, string>();

function store(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

export function readText(key: string): string | null {
  return inMemory.get(key) ?? store()?.getItem(key) ?? null;
}

export function writeText(key: string, text: string): void {
  try {
    store()?.setItem(key, text);
    inMemory.delete(key);
  } catch {
    inMemory.set(key, text);
  }
}

export function saveGame(saved: SavedGame): void {
  writeText(PREFIX + saved.id, JSON.stringify(saved));
}

export function loadGame(id: string): SavedGame | null {
  try {
    const read: unknown = JSON.parse(readText(PREFIX + id) ?? "null");
    return isStoredGame(read) ? restored(read) : null;
  } catch {
    return null;
  }
}

/** Other versions of the page may have stored another form. */
function isStoredGame(value: unknown): value is StoredGame {
  const { game, moves, seats, left, infos, thoughts = infos } = (value ?? {}) as Partial<StoredGame>;
  return (
    typeof game === "string" &&
    Array.isArray(moves) &&
    Array.isArray(seats) &&
    Array.isArray(left) &&
    typeof thoughts === "object"
  );
}

/** Newest first; the oldest beyond MAX_GAMES are deleted. */
export function savedGames(): SavedGame[] {
  const keys = Object.keys(store() ?? {}).filter((key) => key.startsWith(PREFIX));
  const games = keys
    .flatMap((key) => loadGame(key.slice(PREFIX.length)) ?? [])
    .toSorted((a, b) => b.begun.localeCompare(a.begun));
  for (const old of games.splice(MAX_GAMES)) forgetGame(old.id);
  return games;
}

export function forgetGame(id: string): void {
  store()?.removeItem(PREFIX + id);
  inMemory.delete(PREFIX + id);
}

/** Differs from the ids of all stored games. */
export function freshId(): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) => byte.toString(36).padStart(2, "0"))
    .join("")
    .slice(0, 8);
  let id = random;
  for (let number = 2; readText(PREFIX + id) !== null; number++) id = `${random}-${number}`;
  return id;
}
