/**
 * Guesses a board from the facts of a game: facts of one name with two arguments like coordinates and one for the content are drawn as
 * squares, or as hexagons if that is their name. Without a board, what every player has several of at the start is drawn as a hand.
 * Other facts are listed. A heuristic for display only.
 */
import type { View, ViewCell, ViewPiece, ViewRow } from "../engine/contracts/view.ts";

/** A fact by its words, as in (cell 1 2 x). */
type Words = readonly string[];

export interface BoardShape {
  readonly name: string;
  /** Argument positions: across, down, content (-1: the fact itself is the content). */
  readonly across: number;
  readonly down: number;
  readonly what: number;
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  /** Cells that occur in facts, by column and row: a board may have gaps, such as the light squares of draughts. */
  readonly cells: ReadonlySet<string>;
}

const EMPTY = /^(b|blank|empty|free|none|e|nil|_)$/i;
const MAX_SIZE = 26;
/** Facts of a name that a player has at the start if they are a hand. */
const MIN_HAND = 3;
/** Distance of rows of touching hexagons, in widths of a hexagon. */
const HEXAGON_ROWS = Math.sqrt(3) / 2;

/** The board that the facts of a game describe, or null. */
export function boardOf(facts: readonly string[]): BoardShape | null {
  const byName = new Map<string, Words[]>();
  for (const fact of facts) {
    const words = wordsOf(fact);
    if (words === null || words.length < 3 || words.length > 5) continue;
    const key = `${words[0]} ${words.length}`;
    byName.set(key, [...(byName.get(key) ?? []), words]);
  }
  let best: BoardShape | null = null;
  for (const list of byName.values())
    for (const [across, down, what] of placesOf((list[0] as Words).length)) {
      const columns = domain(list, across);
      const rows = domain(list, down);
      if (!areCoordinates(columns) || !areCoordinates(rows)) continue;
      // An argument before the coordinates is the owner of a piece, never a number.
      if (what === 1 && areCoordinates(domain(list, what))) continue;
      const cells = new Set(list.map((words) => cellName(words[across] as string, words[down] as string)));
      // At least half of the rectangle must have cells.
      if (2 * cells.size < columns.length * rows.length) continue;
      const shape = { name: (list[0] as Words)[0] as string, across, down, what, columns, rows, cells };
      if (isBetter(shape, best)) best = shape;
    }
  return best;
}

/** The larger board; of equal size, the one with content. */
function isBetter(shape: BoardShape, best: BoardShape | null): boolean {
  const least = best?.cells.size ?? 3;
  return shape.cells.size > least || (shape.cells.size === least && best?.what === -1 && shape.what > 0);
}

/** Candidates for the coordinates: the first two or the last two arguments. Of four arguments, the third is the owner of the piece. */
function placesOf(length: number): readonly (readonly [number, number, number])[] {
  if (length === 3) return [[1, 2, -1]];
  if (length === 5) return [[1, 2, 4]];
  return [
    [1, 2, 3],
    [2, 3, 1],
  ];
}

/** Numbers, letters, or a letter with a number: 3, c, c3; numbers may continue with letters. Only two letters are more likely the players x and o. */
function areCoordinates(values: readonly string[]): boolean {
  if (values.length < 2 || values.length > MAX_SIZE) return false;
  if (values.every((value) => /^[a-z]?-?\d+$/i.test(value))) return true;
  return values.length > 2 && values.every((value) => /^([a-z]|\d+)$/i.test(value));
}

function domain(list: readonly Words[], place: number): string[] {
  const values = [...new Set(list.map((words) => words[place] as string))];
  const number = (value: string): number => Number(/-?\d+$/.exec(value)?.[0]);
  return values.every((value) => /^[a-z]?-?\d+$/i.test(value))
    ? values.toSorted((a, b) => number(a) - number(b))
    : values.toSorted();
}

/** Null for nested facts. */
function wordsOf(fact: string): Words | null {
  const inner = /^\(([^()]+)\)$/.exec(fact)?.[1];
  return inner === undefined ? null : inner.split(" ");
}

function cellName(column: string, row: string): string {
  return `${column},${row}`;
}

/** The names of facts such as (holds left 3) of which every player has several at the start; none if the game has a board. */
export function handsOf(initial: readonly string[], players: readonly string[]): readonly string[] {
  const held = initial.map(wordsOf).filter((words) => words?.length === 3 && players.includes(words[1] as string));
  const counts = Map.groupBy(held as Words[], (words) => words[0] as string);
  return [...counts].flatMap(([name, list]) =>
    players.every((player) => list.filter((words) => words[1] === player).length >= MIN_HAND) ? [name] : [],
  );
}

function handRows(hands: readonly string[], facts: readonly string[], players: readonly string[]): ViewRow[] {
  return hands.flatMap((name) =>
    players.map((player, owner) => {
      const own = facts
        .map(wordsOf)
        .filter((words): words is Words => words?.length === 3 && words[0] === name && words[1] === player);
      return { name, owner, items: domain(own, 2) };
    }),
  );
}

export function drawnView(
  shape: BoardShape | null,
  facts: readonly string[],
  players: readonly string[],
  turn: number | null,
  /** The letter for cells that a fact declares empty; null to leave them blank. */
  emptyLetter: string | null = null,
  hands: readonly string[] = [],
): View {
  if (!shape) {
    const others = facts.filter((fact) => {
      const words = wordsOf(fact);
      return !(words?.length === 3 && hands.includes(words[0] as string) && players.includes(words[1] as string));
    });
    const view: View = { shape: "square", cells: [], pieces: [], notes: groupedNotes(others), turn };
    return hands.length === 0 ? view : { ...view, rows: handRows(hands, facts, players) };
  }
  const { name, across, down, what } = shape;
  const cells = cellsOf(shape);
  const numbers = new Map(cells.map((cell, number) => [cell.name, number]));
  const pieces: ViewPiece[] = [];
  const notes: string[] = [];
  const size = Math.max(across, down, what) + 1;
  for (const fact of facts) {
    const words = wordsOf(fact) ?? [];
    const cell = numbers.get(cellName(words[across] as string, words[down] as string));
    if (words[0] !== name || words.length !== size || cell === undefined) {
      notes.push(fact);
      continue;
    }
    const content = what < 0 ? name : (words[what] as string);
    if (!EMPTY.test(content))
      pieces.push({
        cell,
        ...(what === 4 ? pieceOf(words[3] as string, content, players) : drawnAs(content, players)),
      });
    else if (emptyLetter !== null) pieces.push({ cell, owner: null, letter: emptyLetter });
  }
  return { shape: isHexagonal(shape) ? "hexagon" : "square", cells, pieces, notes: groupedNotes(notes), turn };
}

/** Three or more facts that differ only in their last word share a line: holds left: 1, 4, 7. */
function groupedNotes(facts: readonly string[]): string[] {
  const groups = new Map<string, string[]>();
  for (const fact of facts) {
    const words = wordsOf(fact);
    const key = words && words.length > 1 ? words.slice(0, -1).join(" ") : fact;
    groups.set(key, [...(groups.get(key) ?? []), fact]);
  }
  return [...groups].flatMap(([key, group]) =>
    group.length < 3
      ? group
      : `${key}: ${domain(
          group.map((fact) => wordsOf(fact)?.slice(-1) ?? []),
          0,
        ).join(", ")}`,
  );
}

function isHexagonal({ name }: BoardShape): boolean {
  return /^hex/i.test(name);
}

/** The first row is at the bottom; each row of hexagons is shifted by half a cell. */
function cellsOf(shape: BoardShape): ViewCell[] {
  const { columns, rows, cells } = shape;
  const hexagonal = isHexagonal(shape);
  return rows.flatMap((row, y) =>
    columns
      .map((column, x) => ({
        name: cellName(column, row),
        x: hexagonal ? x + y / 2 : x,
        y: (rows.length - 1 - y) * (hexagonal ? HEXAGON_ROWS : 1),
        zone: null,
      }))
      .filter((cell) => cells.has(cell.name)),
  );
}

type Drawn = Pick<ViewPiece, "owner" | "letter">;

/** A piece of a player: capital letters for the first player, as in chess. */
function pieceOf(player: string, kind: string, players: readonly string[]): Drawn {
  const owner = players.indexOf(player);
  // N, because K is the king.
  const letter = /knight/i.test(kind) ? "n" : kind.charAt(0);
  return { owner: owner >= 0 ? owner : null, letter: owner === 0 ? letter.toUpperCase() : letter.toLowerCase() };
}

/** The meaning of one word: a player (white), a player and a kind (whitePawn, white_king, wp), or something else. */
function drawnAs(content: string, players: readonly string[]): Drawn {
  if (players.includes(content)) return { owner: players.indexOf(content), letter: content.charAt(0) };
  for (const player of players) {
    if (content.length > player.length + 1 && content.startsWith(player))
      return pieceOf(player, content.slice(player.length).replace(/^[-_]/, ""), players);
    if (content.length === 2 && content.charAt(0) === player.charAt(0))
      return pieceOf(player, content.charAt(1), players);
  }
  const owner = players.findIndex((player) => player.charAt(0) === content.charAt(0).toLowerCase());
  return { owner: owner >= 0 ? owner : null, letter: /knight/i.test(content) ? "n" : content.charAt(0) };
}
