/** What a position has besides pieces: counts, facts of a rulesheet. */
import type { VNode } from "preact";
import { useNoteText } from "./move-text.ts";
import { isFact } from "./plain-text.ts";
import { useScrollable } from "./scrollable.ts";

/** The GDL fact for the player to move; the status line shows it already. */
const CONTROL = /^\(control \S+\)$/;

export function Notes({
  notes: all,
  folded = false,
}: {
  readonly notes: readonly string[];
  readonly folded?: boolean;
}): VNode | null {
  const notes = all.filter((note) => !CONTROL.test(note));
  const noteText = useNoteText();
  const scrollable = useScrollable<HTMLUListElement>();
  if (notes.length === 0) return null;
  const list = (
    <ul class={notes.every(isFact) ? "notes facts-line" : "notes"} aria-label="Notes" {...scrollable}>
      {notes.map((note) => (
        <li key={note}>{noteText(note)}</li>
      ))}
    </ul>
  );
  // Facts of a rulesheet mean little to a player who sees the board.
  if (!folded || !notes.some(isFact)) return list;
  return (
    <details class="facts-details">
      <summary>Other facts of the position</summary>
      {list}
    </details>
  );
}
