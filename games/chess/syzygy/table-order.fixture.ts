/**
 * Positions in Syzygy table order, by enumeration: the placements of each group are listed in order, and an index is split into one digit per
 * group. The reader computes indices from positions by formulas instead.
 */
import { codesOf } from "./reference-moves.fixture.ts";

const ALL = Array.from({ length: 64 }, (_, square) => square);
const file = (square: number): number => square & 7;
const rank = (square: number): number => square >> 3;
const onDiagonal = (square: number): boolean => file(square) === rank(square);
const belowDiagonal = (square: number): boolean => rank(square) < file(square);
/** b1 c1 d1 c2 d2 d3, and a1 b2 c3 d4. */
const CORNER = ALL.filter((square) => belowDiagonal(square) && file(square) < 4);
const HALF_DIAGONAL = ALL.filter((square) => onDiagonal(square) && file(square) < 4);

/** First piece in the triangle, first piece off the diagonal below it; 31,332 in total. */
function triples(): number[][] {
  const list: number[][] = [];
  const add = (firsts: number[], seconds: (s: number) => boolean, thirds: (s: number) => boolean): void => {
    for (const a of firsts)
      for (const b of ALL.filter((square) => square !== a && seconds(square)))
        for (const c of ALL.filter((square) => square !== a && square !== b && thirds(square))) list.push([a, b, c]);
  };
  const any = (): boolean => true;
  add(CORNER, any, any);
  add(HALF_DIAGONAL, belowDiagonal, any);
  add(HALF_DIAGONAL, onDiagonal, belowDiagonal);
  add(HALF_DIAGONAL, onDiagonal, onDiagonal);
  return list;
}

/** Both kings; 462 in total. */
function kingPairs(): number[][] {
  const apart = (a: number, b: number): boolean => Math.abs(file(a) - file(b)) > 1 || Math.abs(rank(a) - rank(b)) > 1;
  const list: number[][] = [];
  for (const a of CORNER) for (const b of ALL) if (apart(a, b)) list.push([a, b]);
  for (const a of HALF_DIAGONAL) for (const b of ALL) if (apart(a, b) && belowDiagonal(b)) list.push([a, b]);
  for (const a of HALF_DIAGONAL) for (const b of ALL) if (apart(a, b) && onDiagonal(b)) list.push([a, b]);
  return list;
}

/** Pawn squares by increasing lead: …, h3, a3, h2, a2. */
const BY_LEAD = [0, 1, 2, 3]
  .flatMap((column) => [1, 2, 3, 4, 5, 6].flatMap((row) => [8 * row + column, 8 * row + 7 - column]))
  .toReversed();

function leadingPawns(count: number, column: number): number[][] {
  return [1, 2, 3, 4, 5, 6].flatMap((row) => {
    const leader = 8 * row + column;
    const behind = BY_LEAD.slice(0, BY_LEAD.indexOf(leader));
    return subsets(behind, count - 1).map((others) => [leader, ...others]);
  });
}

/** Subsets of a list, ordered by their last element, then by the one before it. */
function subsets(list: readonly number[], count: number): number[][] {
  if (count === 0) return [[]];
  return list.flatMap((last, i) => subsets(list.slice(0, i), count - 1).map((set) => [...set, last]));
}

export interface TableOrder {
  /** The pieces in table order. */
  readonly codes: readonly number[];
  readonly positions: number;
  /** The squares of a position by its index, in the order of `codes`. */
  squaresOf(number: number): number[];
}

/**
 * `codes` is the table's order of pieces. `order` gives the places, from the fastest-changing one, of the leading group and of the other
 * side's pawns if both sides have pawns.
 */
export function tableOrder(
  material: string,
  codes: readonly number[],
  order: readonly number[],
  column = 0,
): TableOrder {
  const all = codesOf(material);
  const count = (code: number): number => all.filter((each) => each === code).length;
  const pawns = codes[0] === 1 || codes[0] === 9;
  const bothHavePawns = count(1) > 0 && count(9) > 0;
  const single = all.some((code) => (code & 7) !== 6 && count(code) === 1);
  const first = pawns ? count(codes[0] as number) : single ? 3 : 2;
  const heads = pawns ? leadingPawns(first, column) : single ? triples() : kingPairs();

  const lengths = [first];
  for (let at = first; at < codes.length; at += lengths.at(-1) as number) lengths.push(count(codes[at] as number));
  // Indices into the free squares, not squares.
  const choices = lengths.map((length, group) => {
    if (group === 0) return [];
    const before = codes.slice(
      0,
      lengths.slice(0, group).reduce((sum, each) => sum + each, 0),
    ).length;
    const free = group === 1 && bothHavePawns ? 48 - first : 64 - before;
    return subsets(ALL.slice(0, free), length);
  });
  const sizes = lengths.map((_, group) => (group === 0 ? heads.length : (choices[group] as number[][]).length));
  const named = order.slice(0, bothHavePawns ? 2 : 1);
  const rest = lengths.map((_, group) => group).slice(named.length);
  const byPlace = lengths.map((_, place) => (named.includes(place) ? named.indexOf(place) : (rest.shift() as number)));

  return {
    codes,
    positions: sizes.reduce((product, size) => product * size, 1),
    squaresOf(number) {
      const digits = lengths.map(() => 0);
      let left = number;
      for (const group of byPlace) {
        digits[group] = left % (sizes[group] as number);
        left = Math.floor(left / (sizes[group] as number));
      }
      const squares = [...(heads[digits[0] as number] as number[])];
      for (let group = 1; group < lengths.length; group++) {
        const range = group === 1 && bothHavePawns ? ALL.slice(8, 56) : ALL;
        const free = range.filter((square) => !squares.includes(square));
        const chosen = (choices[group] as number[][])[digits[group] as number] as number[];
        squares.push(...chosen.map((i) => free[i] as number));
      }
      return squares;
    },
  };
}
