/** GDL terms for display, without the outer parentheses. Pure. */
import type { CellLabels } from "../board/cell-names.ts";

/** `left: (bid 5)&right: (bid 6)` becomes `left: bid 5 · right: bid 6`; `a1(p)` stays. */
export function plainText(text: string): string {
  return text.replaceAll(/(^|[:&] ?)\(([^()]*)\)/g, "$1$2").replaceAll(/&(?=\S+: )/g, " · ");
}

/** Verbs that say no more than the squares do. */
const MOVING = /^(move|jump|go|leap|capture|slide)$/i;
const PLACING = /^(put|take|mark|place|claim|set)$/i;
/** Verbs with a square that say more. */
const AIMING = /^(shoot|fire|block|remove|flip|lay)$/i;
/** A piece falls to the lowest free cell of a column. */
const DROPPING = /^drop$/i;
/** Columns and a kind of piece. */
const PROMOTING = /^promote$/i;

/**
 * A move in coordinates: `(move 2 1 3 3)` becomes `b1-c3`, `(put 3 4)` `c4`, `(shoot 3 4)` `shoot c4`, `(drop 4)` `column d`. Words are kept
 * where numbers are not squares of the board, or might be something else.
 */
export function moveText(text: string, labels: CellLabels | null): string {
  if (labels === null) return plainText(text);
  const named = text.replaceAll(/(^|[:&] ?)\(([^()]*)\)/g, (_, before: string, term: string) => {
    return before + (inCoordinates(term.trim().split(/\s+/), labels) ?? term);
  });
  return named.replaceAll(/&(?=\S+: )/g, " · ").replaceAll(/\bnoop\b/g, "pass");
}

function inCoordinates([verb = "", ...words]: readonly string[], labels: CellLabels): string | null {
  const [a = "", b = "", c = "", d = ""] = words;
  if (words.length === 1 && DROPPING.test(verb)) {
    const column = labels.column(a);
    return column === null ? null : `column ${column}`;
  }
  if (words.length === 2) {
    const cell = labels.cell(a, b);
    if (cell === null) return null;
    return PLACING.test(verb) ? cell : AIMING.test(verb) ? `${verb} ${cell}` : null;
  }
  if (words.length === 3 && PROMOTING.test(verb)) {
    const [from, to] = [labels.column(a), labels.column(b)];
    return from === null || to === null ? null : `${from}-${to}=${c}`;
  }
  if (words.length === 4) {
    const [from, to] = [labels.cell(a, b), labels.cell(c, d)];
    return from === null || to === null ? null : `${MOVING.test(verb) ? "" : `${verb} `}${from}-${to}`;
  }
  return null;
}

/** A fact of a position: `(points left 5)`. */
export function isFact(text: string): boolean {
  return /^\([^()]*\)$/.test(text);
}
