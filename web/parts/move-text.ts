/** How moves are written in the part of the page that shows one game: in the coordinates of its board. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { CellLabels } from "../board/cell-names.ts";
import { moveText } from "./plain-text.ts";

/** The cells of the board that is shown; null outside a game. */
export const BoardLabels: ReturnType<typeof createContext<CellLabels | null>> = createContext<CellLabels | null>(null);

export function useMoveText(): (text: string) => string {
  const labels = useContext(BoardLabels);
  return (text) => moveText(text, labels);
}
