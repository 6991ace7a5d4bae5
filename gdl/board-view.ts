/**
 * A board out of facts: where facts of one name have two arguments like coordinates and one that says what is there, they are drawn as
 * squares. What is not on the board is listed. Guesswork, for the eye only: nothing depends on it.
 */
import type { View, ViewCell, ViewPiece } from "../engine/contracts/view.ts";

/** A fact by its words, as in (cell 1 2 x). */
type Words = readonly string[];

export interface BoardShape {
  readonly name: string;
  /** Places of the arguments: across, down, what is there (-1: the fact alone says it). */
  readonly across: number;
  readonly down: number;
  readonly what: number;
  readonly columns: readonly string[];
  readonly rows: readonly string[];
}

const EMPTY = /^(b|blank|empty|free|none|e|nil|_)$/i;
const MOST = 26;

/** The board that the facts of a game look like; null where they look like none. */
export function boardOf(facts: readonly string[]): BoardShape | null {
  const byName = new Map<string, Words[]>();
  for (const fact of facts) {
    const words = wordsOf(fact);
    if (words === null || words.length < 3 || words.length > 5) continue;
    const key = `${words[0]} ${words.length}`;
    byName.set(key, [...(byName.get(key) ?? []), words]);
  }
  let best: { shape: BoardShape; cells: number } | null = null;
  for (const list of byName.values())
    for (const [across, down, what] of placesOf((list[0] as Words).length)) {
      const columns = domain(list, across);
      const rows = domain(list, down);
      if (columns.length < 2 || rows.length < 2 || columns.length > MOST || rows.length > MOST) continue;
      const cells = new Set(list.map((words) => `${words[across]} ${words[down]}`)).size;
      // Nearly all cells of the square must be there.
      if (2 * cells < columns.length * rows.length || cells < 4) continue;
      // Of two boards alike, the one that says what is where.
      const isBetter = !best || cells > best.cells || (cells === best.cells && what >= 0 && best.shape.what < 0);
      if (!isBetter) continue;
      best = { shape: { name: (list[0] as Words)[0] as string, across, down, what, columns, rows }, cells };
    }
  return best?.shape ?? null;
}

/** Which arguments may be the coordinates: the first two, or the last two; of four, the third is taken for whose piece it is. */
function placesOf(length: number): readonly (readonly [number, number, number])[] {
  if (length === 3) return [[1, 2, -1]];
  if (length === 5) return [[1, 2, 4]];
  return [
    [1, 2, 3],
    [2, 3, 1],
  ];
}

function domain(list: readonly Words[], place: number): string[] {
  const values = [...new Set(list.map((words) => words[place] as string))];
  const numeric = values.every((value) => /^-?\d+$/.test(value));
  return numeric ? values.toSorted((a, b) => Number(a) - Number(b)) : values.toSorted();
}

/** Flat facts only. */
function wordsOf(fact: string): Words | null {
  const inner = /^\(([^()]+)\)$/.exec(fact)?.[1];
  return inner === undefined ? null : inner.split(" ");
}

export function drawnView(
  shape: BoardShape | null,
  facts: readonly string[],
  players: readonly string[],
  turn: number | null,
  /** The letter for cells that a fact says are empty; null to leave them blank. */
  emptyLetter: string | null = null,
): View {
  if (!shape) return { shape: "square", cells: [], pieces: [], notes: facts, turn };
  const { name, across, down, what, columns, rows } = shape;
  const cells: ViewCell[] = rows.flatMap((row, y) =>
    columns.map((column, x) => ({ name: `${column},${row}`, x, y: rows.length - 1 - y, zone: null })),
  );
  const pieces: ViewPiece[] = [];
  const notes: string[] = [];
  const size = Math.max(across, down, what) + 1;
  for (const fact of facts) {
    const words = wordsOf(fact);
    if (words?.[0] !== name || words.length !== size) {
      notes.push(fact);
      continue;
    }
    const content = what < 0 ? name : (words[what] as string);
    const cell = rows.indexOf(words[down] as string) * columns.length + columns.indexOf(words[across] as string);
    const owner = ownerOf(what === 4 ? (words[3] as string) : content, players);
    if (!EMPTY.test(content)) pieces.push({ cell, owner, letter: letterOf(content) });
    else if (emptyLetter !== null) pieces.push({ cell, owner: null, letter: emptyLetter });
  }
  return { shape: "square", cells, pieces, notes, turn };
}

/** A knight is not a king. */
function letterOf(content: string): string {
  return /knight/.test(content) ? "n" : content.charAt(0);
}

/** The player whose name the piece has, or begins with its first letter (wp, white_king). */
function ownerOf(content: string, players: readonly string[]): number | null {
  const whole = players.indexOf(content);
  if (whole >= 0) return whole;
  const begins = players.findIndex((player) => player.charAt(0) === content.charAt(0).toLowerCase());
  return begins >= 0 ? begins : null;
}
