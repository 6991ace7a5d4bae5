/** Clocks: time used by a turn, and the time limit for a player's next move. */
import type { Limits } from "../../engine/contracts/player.ts";
import type { SavedGame } from "./saved-game.ts";

/** The remaining time is divided over this many moves. */
const MOVES_AHEAD = 30;
const LEAST_MILLISECONDS = 20;

export function spent(saved: SavedGame, seat: number, milliseconds: number): SavedGame {
  const { clock } = saved;
  if (clock === null) return saved;
  const left = saved.left.map((ms, each) =>
    each === seat ? Math.max(0, ms - milliseconds) + clock.seconds * 1000 : ms,
  );
  return { ...saved, left };
}

export function limitsFor(saved: SavedGame, seat: number): Limits {
  if (saved.clock === null) return saved.limits;
  const share = (saved.left[seat] ?? 0) / MOVES_AHEAD + saved.clock.seconds * 800;
  return { ...saved.limits, milliseconds: Math.max(LEAST_MILLISECONDS, Math.round(share)) };
}

/** `4:05`; tenths of a second in the last ten seconds. */
export function clockText(milliseconds: number): string {
  if (milliseconds < 10_000) return `0:0${(Math.floor(milliseconds / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  const tail = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}
