/** How a game ended, from the view of the person at the screen. Pure. */
import type { GameDocument, PositionDocument } from "../../service/api.ts";
import type { SavedGame } from "../session/saved-game.ts";
import { seatResult } from "./seat-result.ts";

export interface ShownResult {
  readonly title: string;
  /** How it ended; null if the title says it. */
  readonly how: string | null;
  readonly outcome: "win" | "draw" | "loss" | null;
}

export function resultText(
  document: Pick<GameDocument, "seats">,
  saved: SavedGame,
  position: PositionDocument | null,
): ShownResult | null {
  const name = (seat: number): string => document.seats[seat] ?? `player ${seat + 1}`;
  const persons = saved.seats.flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));
  const own = persons.length === 1 ? (persons[0] as number) : null;
  if (saved.over) {
    const { seat, how } = saved.over;
    const text = `${name(seat)} ${how === "resigned" ? "resigned" : "ran out of time"}`;
    if (own !== null && document.seats.length > 1)
      return own === seat
        ? { title: "You lost", how: text, outcome: "loss" }
        : { title: "You won", how: text, outcome: "win" };
    const others = document.seats.flatMap((_, each) => (each === seat ? [] : [name(each)]));
    return others.length === 1
      ? { title: `${others[0]} wins`, how: text, outcome: null }
      : { title: text, how: null, outcome: null };
  }
  const result = position?.result;
  if (!result) return null;
  const { scores, text } = result;
  if (own !== null) {
    const word = seatResult(scores, own);
    if (word === "won") return { title: "You won", how: text, outcome: "win" };
    if (word === "lost") return { title: "You lost", how: text, outcome: "loss" };
    if (word === "draw") return { title: "Draw", how: text, outcome: "draw" };
    return { title: `You scored ${word}`, how: text, outcome: null };
  }
  const winners = document.seats.flatMap((_, seat) => (seatResult(scores, seat) === "won" ? [name(seat)] : []));
  if (winners.length === 0) return { title: "Draw", how: text, outcome: "draw" };
  const title = `${winners.join(" and ")} ${winners.length === 1 ? "wins" : "win"}`;
  return { title, how: /^\S+ wins\.?$/.test(text) ? null : text, outcome: null };
}
