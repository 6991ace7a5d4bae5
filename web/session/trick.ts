/** A trick that has just been completed: the table is empty already, but the cards should still be seen. Pure. */
import type { View, ViewRow } from "../../engine/contracts/view.ts";

const SUITS: Readonly<Record<string, string>> = { C: "♣", S: "♠", H: "♥", D: "♦" };

/** The sign of a card by its notation, `CJ` or `HT`; null for other moves. */
function signOf(move: string): string | null {
  const [, suit = "", rank = ""] = /^([CSHD])([2-9TJQKA])$/.exec(move) ?? [];
  return suit === "" ? null : `${SUITS[suit]}${rank === "T" ? "10" : rank}`;
}

/** The row of the trick that a card completed; null if the move did not complete one. */
export function completedTrick(before: View, after: View, move: string): ViewRow | null {
  const card = signOf(move);
  if (card === null) return null;
  for (const [index, row] of (before.rows ?? []).entries()) {
    if (row.owner !== null || row.items.length === 0 || !row.name.startsWith("trick")) continue;
    const now = after.rows?.[index];
    if (!now || (now.items.length === 0 && now.owner === null)) return { ...row, items: [...row.items, card] };
  }
  return null;
}

/** The view with a completed trick on the table. */
export function withTrick(view: View, trick: ViewRow | null): View {
  if (trick === null) return view;
  const rows = (view.rows ?? []).filter((row) => row.owner !== null || !row.name.startsWith("trick"));
  return { ...view, rows: [...rows, trick] };
}
