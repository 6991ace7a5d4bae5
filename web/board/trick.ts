/** A trick that has just been completed: the table is empty already, but the cards should still be seen. Pure. */
import type { View, ViewRow } from "../../engine/contracts/view.ts";

const SUITS: Readonly<Record<string, string>> = { C: "♣", S: "♠", H: "♥", D: "♦" };

/** The sign of a card by its notation, `CJ` or `HT`; null for other moves. */
function signOf(move: string): string | null {
  const [, suit = "", rank = ""] = /^([CSHD])([2-9TJQKA])$/.exec(move) ?? [];
  return suit === "" ? null : `${SUITS[suit]}${rank === "T" ? "10" : rank}`;
}

/** Whether a row shows the cards of the present trick. */
export function isTrick({ name, owner }: Pick<ViewRow, "name" | "owner">): boolean {
  return owner === null && name.startsWith("trick");
}

/** The row of the trick that a card completed, named after the player who took it; null if the move did not complete one. */
export function completedTrick(before: View, after: View, move: string): ViewRow | null {
  const card = signOf(move);
  if (card === null) return null;
  for (const [index, row] of (before.rows ?? []).entries()) {
    if (row.items.length === 0 || !isTrick(row)) continue;
    const now = after.rows?.[index];
    if (now && (now.items.length > 0 || now.owner !== null)) continue;
    // Who took it leads the next one.
    return { ...row, name: now?.name.replace(" led by ", " taken by ") ?? row.name, items: [...row.items, card] };
  }
  return null;
}

/** The view with a completed trick on the table. */
export function withTrick(view: View, trick: ViewRow | null): View {
  if (trick === null) return view;
  const rows = (view.rows ?? []).filter((row) => !isTrick(row));
  return { ...view, rows: [...rows, trick] };
}
