/** The status line: the player to move, or how the game ended. Pure. */
import type { GameDocument, PositionDocument } from "../../service/api.ts";
import type { SavedGame } from "../session/saved-game.ts";

export function statusText(
  document: Pick<GameDocument, "seats">,
  saved: SavedGame,
  position: PositionDocument | null,
): string {
  const name = (seat: number): string => document.seats[seat] ?? `player ${seat + 1}`;
  if (saved.over)
    return saved.over.how === "resigned"
      ? `${name(saved.over.seat)} resigned`
      : `${name(saved.over.seat)} ran out of time`;
  if (!position) return "loading the game";
  if (position.result) return position.result.text;
  if (position.actors.includes(-1)) return "chance to move";
  const persons = saved.seats.filter((seat) => seat.kind === "person").length;
  if (position.actors.length > 1) return `${position.actors.map(name).join(" and ")} to move simultaneously`;
  const actor = position.actors[0] ?? 0;
  const own = persons === 1 && saved.seats[actor]?.kind === "person";
  const check = position.view.pieces.some((piece) => piece.check && piece.owner === actor);
  return `${name(actor)} to move${check ? ", in check" : ""}${own ? ": your turn" : ""}`;
}
