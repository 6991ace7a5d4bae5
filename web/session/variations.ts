/** Other lines of a game: continuations that were replaced by another move. Each is a whole game from the start. Pure. */

export interface Ending {
  readonly seat: number;
  readonly how: "resigned" | "time";
}

export interface Line {
  readonly moves: readonly string[];
  /** Who resigned or ran out of time at its end. */
  readonly over: Ending | null;
}

/** The oldest lines beyond this number are dropped. */
const MAX_LINES = 40;

export function commonPrefix(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a[length] === b[length]) length++;
  return length;
}

function startsWith(moves: readonly string[], beginning: readonly string[]): boolean {
  return commonPrefix(moves, beginning) === beginning.length;
}

/** The lines to keep beside the current one: those that are not its beginning, nor the beginning of another line. Newest first. */
export function keptLines(lines: readonly Line[], current: readonly string[]): Line[] {
  return lines
    .filter(({ moves }, index) => {
      if (startsWith(current, moves)) return false;
      return !lines.some(
        (other, at) =>
          at !== index && startsWith(other.moves, moves) && (other.moves.length > moves.length || at < index),
      );
    })
    .slice(0, MAX_LINES);
}

/** A variation in the tree of moves. */
export interface Branch {
  /** Its index in the list of lines. */
  readonly line: number;
  /** The line it leaves; null for the current one. */
  readonly parent: number | null;
  /** The first ply that differs from its parent. */
  readonly from: number;
  /** 1 for a variation of the current line. */
  readonly depth: number;
  /** Its plies from `from` on. */
  readonly moves: readonly string[];
}

/** The lines as variations: each leaves the current line, or an earlier variation with which it shares more moves. */
export function branchesOf(current: readonly string[], lines: readonly Line[]): Branch[] {
  const branches: Branch[] = [];
  lines.forEach(({ moves }, line) => {
    let from = commonPrefix(current, moves);
    let parent: Branch | null = null;
    for (const branch of branches) {
      const shared = commonPrefix((lines[branch.line] as Line).moves, moves);
      if (shared > from) [from, parent] = [shared, branch];
    }
    branches.push({
      line,
      parent: parent?.line ?? null,
      from,
      depth: (parent?.depth ?? 0) + 1,
      moves: moves.slice(from),
    });
  });
  return branches;
}
