/** Pasted text: is it a position or a game, and offsets in it. Pure. */

/** A game has several lines, tags or move numbers; everything else is a position. */
export function looksLikeGame(text: string): boolean {
  return /\n\s*\S|^\s*\[|\b\d+\s*\.+\s*[a-zA-Z]/.test(text.trim());
}

/** The offset of a line and column, both counted from 1; at most the length of the text. */
export function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return Math.min(text.length, before + Math.min(column - 1, lines[line - 1]?.length ?? 0));
}
