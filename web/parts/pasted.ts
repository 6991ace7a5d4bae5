/** What somebody has pasted: a position or a whole game, and places in it. Pure. */

/** A game has several lines, tags or numbered moves; everything else is taken for a position. */
export function looksLikeGame(text: string): boolean {
  return /\n\s*\S|^\s*\[|\b\d+\s*\.+\s*[a-zA-Z]/.test(text.trim());
}

/** Where a line and column are in a text; both count from 1. At most its end. */
export function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return Math.min(text.length, before + Math.min(column - 1, lines[line - 1]?.length ?? 0));
}
