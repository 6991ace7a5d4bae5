/** How moves are written in the part of the page that shows one game: in the coordinates of its board, with the signs of its cards. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { View } from "../../engine/contracts/view.ts";
import { withCardSigns } from "../board/card-text.ts";
import { itemKind } from "../board/cards.tsx";
import { type CellLabels, cellLabels } from "../board/cell-names.ts";
import { moveText, plainText } from "./plain-text.ts";

interface BoardWords {
  readonly cells: CellLabels | null;
  readonly hasCards: boolean;
}

/** The words of the board that is shown; null outside a game. */
export const BoardLabels: ReturnType<typeof createContext<BoardWords | null>> = createContext<BoardWords | null>(null);

export function boardWords(view: View): BoardWords {
  const hasCards = (view.rows ?? []).some(({ items }) =>
    items.some((item) => item !== null && itemKind(item) === "card"),
  );
  return { cells: cellLabels(view), hasCards };
}

export function useMoveText(): (text: string) => string {
  const words = useContext(BoardLabels);
  if (words?.hasCards) return withCardSigns;
  return (text) => moveText(text, words?.cells ?? null);
}

/** Notes of a position have its cards, but no squares. */
export function useNoteText(): (text: string) => string {
  return useContext(BoardLabels)?.hasCards ? withCardSigns : plainText;
}
