/** WDL and DTZ files of solved endings, in several encoding variants. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DONT_CARE, type EncodingOptions, encodeTable, type PartToWrite, DEFAULT_ENCODING } from "./encode.fixture.ts";
import { lookUp, type ReferenceEnding } from "./reference-ending.fixture.ts";
import { codesOf, GONE, ReferenceBoard } from "./reference-moves.fixture.ts";
import { tableOrder } from "./table-order.fixture.ts";

/** Encoding variant of a table. */
export interface Variation {
  /** The order of pieces by side to move, as letters with Black in lower case; default: that of the name. */
  readonly pieces?: readonly string[];
  /** Places of the leading group and of the other side's pawns, by side to move. */
  readonly order?: readonly (readonly number[])[];
  /** The side to move of the DTZ table. */
  readonly dtzSide?: 0 | 1;
  /** Distances in plies and not in moves. */
  readonly plies?: boolean;
  /** Distances mapped by frequency, as bytes or 16-bit numbers. */
  readonly map?: "bytes" | "wide";
  readonly encoding?: EncodingOptions;
}

const LETTERS = " PNBRQK";
const WDL_CLASSES = [2, -2, 1, -1];

function codesOfLetters(letters: string): number[] {
  return [...letters].map((letter) => {
    const code = LETTERS.indexOf(letter.toUpperCase());
    return letter === letter.toUpperCase() ? code : code + 8;
  });
}

/** Pawns of the leading side first, then the other side's, then as in the name. */
function defaultOrder(material: string): number[] {
  const codes = codesOf(material);
  const [white, black] = [1, 9].map((pawn) => codes.filter((code) => code === pawn));
  const pawns = black?.length === 0 || (white?.length !== 0 && (white?.length ?? 0) <= (black?.length ?? 0));
  const leading = pawns ? [...(white ?? []), ...(black ?? [])] : [...(black ?? []), ...(white ?? [])];
  const rest = codes.filter((code) => (code & 7) !== 1);
  const count = (code: number): number => rest.filter((each) => each === code).length;
  return leading.length > 0 ? [...leading, ...rest] : rest.toSorted((a, b) => count(a) - count(b));
}

export interface Stored {
  readonly wdl: number;
  readonly dtz: number;
  /** A capture is among the best moves. */
  readonly byCapture: boolean;
  /** A zeroing move wins, so the distance does not depend on the table. */
  readonly byZeroing: boolean;
}

interface Layout {
  readonly codes: readonly number[];
  readonly order: readonly number[];
  readonly column: number;
}

const computed = new WeakMap<ReferenceEnding, Map<string, (Stored | null)[]>>();

/** The value of every position in table order; null for illegal ones. Cached. */
function valuesInOrder(
  endings: ReadonlyMap<string, ReferenceEnding>,
  material: string,
  layout: Layout,
  turn: number,
): (Stored | null)[] {
  const ending = endings.get(material) as ReferenceEnding;
  const cached = computed.get(ending) ?? new Map<string, (Stored | null)[]>();
  computed.set(ending, cached);
  const key = JSON.stringify([layout, turn]);
  const values = cached.get(key) ?? computeInOrder(endings, material, layout, turn);
  cached.set(key, values);
  return values;
}

function computeInOrder(
  endings: ReadonlyMap<string, ReferenceEnding>,
  material: string,
  layout: Layout,
  turn: number,
): (Stored | null)[] {
  const table = tableOrder(material, layout.codes, layout.order, layout.column);
  const ending = endings.get(material) as ReferenceEnding;
  const board = new ReferenceBoard(layout.codes);
  // Equal pieces may be taken in any order.
  const free = layout.codes.map((code, i) => ({ code, i }));
  const slots = ending.codes.map((code) => {
    const [found] = free.splice(
      free.findIndex((each) => each.code === code),
      1,
    );
    return found?.i as number;
  });
  return Array.from({ length: table.positions }, (_, number) => {
    const squares = table.squaresOf(number);
    const value = ending.value(
      slots.map((slot) => squares[slot] as number),
      turn,
    );
    if (!value || !board.place(squares)) return null;
    const moves = board.legalMoves(turn);
    const keeps = moves.filter((move) => {
      if (!move.zeroing) return false;
      board.apply(move);
      const pieces = layout.codes
        .map((code, slot) => ({ code: slot === move.slot ? move.code : code, square: board.squares[slot] as number }))
        .filter((_, slot) => slot !== move.captured);
      const after = -lookUp(endings, pieces, 1 - turn);
      board.revert(move);
      return after === value.wdl;
    });
    return {
      ...value,
      byCapture: keeps.some((move) => move.captured !== GONE),
      byZeroing: value.wdl > 0 && keeps.length > 0,
    };
  });
}

/** If a capture is best, the table may contain any value up to the correct one. */
function wdlNumber(stored: Stored | null, number: number): number {
  if (!stored) return DONT_CARE;
  return stored.byCapture ? number % (stored.wdl + 3) : stored.wdl + 2;
}

/** Before mapping; 0 for the shortest distance. */
function dtzNumber(stored: Stored | null, plies: boolean): number {
  if (!stored || stored.wdl === 0 || stored.byZeroing) return DONT_CARE;
  const distance = Math.max(1, stored.dtz) - 1;
  return plies ? distance : distance >> 1;
}

export function writeTables(
  folder: string,
  endings: ReadonlyMap<string, ReferenceEnding>,
  material: string,
  variation: Variation = {},
): void {
  const [white, black] = material.split("v");
  const columns = material.includes("P") ? [0, 1, 2, 3] : [0];
  const layout = (side: number, column: number): Layout => ({
    codes: variation.pieces ? codesOfLetters(variation.pieces[side] as string) : defaultOrder(material),
    order: variation.order?.[side] ?? [0, 1],
    column,
  });
  const options = variation.encoding ?? DEFAULT_ENCODING;
  const part = (side: number, column: number, kind: "wdl" | "dtz"): PartToWrite => {
    const chosen = layout(side, column);
    const values = valuesInOrder(endings, material, chosen, side);
    if (kind === "wdl") return { ...chosen, flags: 0, values: Uint16Array.from(values, wdlNumber) };
    return { ...chosen, ...dtzPart(values, variation, side) };
  };
  const sides = white === black ? [0] : [0, 1];
  const wdl = {
    kind: "wdl" as const,
    material,
    parts: columns.map((column) => sides.map((side) => part(side, column, "wdl"))),
  };
  const dtzParts = columns.map(
    (column) => part(variation.dtzSide ?? 0, column, "dtz") as PartToWrite & { map: number[][] },
  );
  const dtz = {
    kind: "dtz" as const,
    material,
    parts: dtzParts.map((each) => [each]),
    maps: dtzParts.map(({ map }) => map),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${material}.rtbw`), encodeTable({ ...wdl, options }));
  writeFileSync(join(folder, `${material}.rtbz`), encodeTable({ ...dtz, options }));
}

function dtzPart(
  values: readonly (Stored | null)[],
  variation: Variation,
  side: number,
): { flags: number; values: Uint16Array; map: number[][] } {
  const plies = variation.plies === true;
  const numbers = values.map((value) => dtzNumber(value, plies));
  const flags = side | (plies ? 12 : 0);
  if (!variation.map) return { flags, values: Uint16Array.from(numbers), map: [] };
  const map = WDL_CLASSES.map((wdl) => {
    const own = numbers.filter((number, i) => number !== DONT_CARE && values[i]?.wdl === wdl);
    const times = new Map<number, number>();
    for (const number of own) times.set(number, (times.get(number) ?? 0) + 1);
    return [...times].toSorted((a, b) => b[1] - a[1]).map(([number]) => number);
  });
  const mapped = numbers.map((number, i) => {
    const list = map[WDL_CLASSES.indexOf(values[i]?.wdl ?? 0)];
    return number === DONT_CARE || !list ? DONT_CARE : list.indexOf(number);
  });
  return { flags: flags | 2 | (variation.map === "wide" ? 16 : 0), values: Uint16Array.from(mapped), map };
}

/** WDL and DTZ tables in which all positions of a side to move have the same value; `wdl` and `dtz` are as stored. */
export function writeConstantTables(
  folder: string,
  material: string,
  constant: {
    readonly wdl: readonly number[];
    readonly dtz: number;
    readonly dtzFlags: number;
    readonly map?: number[][];
  },
): void {
  const columns = material.includes("P") ? 4 : 1;
  const codes = defaultOrder(material);
  const part = (value: number, flags: number): PartToWrite => ({
    codes,
    order: [0, 1],
    flags,
    values: Uint16Array.of(value),
  });
  const parts = (values: readonly number[], flags: number): PartToWrite[][] =>
    Array.from({ length: columns }, () => values.map((value) => part(value, flags)));
  const maps = Array.from({ length: columns }, () => constant.map ?? []);
  mkdirSync(folder, { recursive: true });
  const wdl = encodeTable({ kind: "wdl", material, parts: parts(constant.wdl, 0) });
  const dtz = encodeTable({ kind: "dtz", material, parts: parts([constant.dtz], constant.dtzFlags), maps });
  writeFileSync(join(folder, `${material}.rtbw`), wdl);
  writeFileSync(join(folder, `${material}.rtbz`), dtz);
}
