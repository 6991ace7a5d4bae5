/** Marks on a board in the terminal, and the colours of players. */
import type { Style } from "./terminal.ts";

export const OWNER_STYLES: readonly Style[] = ["red", "blue", "green", "yellow"];

export interface BoardMarks {
  /** Cells of the last move, start and end; several if several pieces moved. */
  readonly from?: string | readonly string[] | undefined;
  readonly to?: string | readonly string[] | undefined;
}

export function isMarked(mark: BoardMarks["from"], name: string): boolean {
  return typeof mark === "string" ? mark === name : (mark?.includes(name) ?? false);
}
