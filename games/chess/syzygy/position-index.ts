/** The index of a position in a table. */
import { type Material, PAWN_CODE, type Placement, SECOND_SIDE, sideName } from "./material.ts";
import type { PieceGroups } from "./piece-groups.ts";
import {
  binomial,
  fileOf,
  kingPairIndex,
  leadingPawnIndex,
  PAWN_LEAD,
  rankOf,
  sideOfDiagonal,
  transposed,
  tripleIndex,
} from "./square-indices.ts";

/** A position in table orientation: the table's first side has the first colour. */
export interface OrientedPosition {
  readonly codes: readonly number[];
  readonly squares: readonly number[];
  /** The table's side to move: 0 the first, 1 the second. Always 0 for symmetric material. */
  readonly side: number;
  /** The file of the leading pawn, from a (0) to d (3) by reflection; 0 without pawns. */
  readonly file: number;
}

const RANK_MIRROR = 56;
const FILE_MIRROR = 7;

/** Swaps the colours if the table's first side is Black; for symmetric material, if Black is to move. */
export function orient(placement: Placement, material: Material): OrientedPosition {
  const [white, black] = material.name.split("v");
  const exchanged = material.symmetric
    ? placement.turn === 1
    : sideName(placement.codes, 0) !== white || sideName(placement.codes, 1) !== black;
  const codes = exchanged ? placement.codes.map((code) => code ^ SECOND_SIDE) : placement.codes;
  const squares = exchanged ? placement.squares.map((square) => square ^ RANK_MIRROR) : placement.squares;
  const leaderFile = material.hasPawns
    ? fileOf(leadingPawns(codes, squares, material.leadingPawnCode)[0] as number)
    : 0;
  return {
    codes,
    squares,
    side: exchanged ? 1 - placement.turn : placement.turn,
    file: Math.min(leaderFile, FILE_MIRROR - leaderFile),
  };
}

/** The leading pawn comes first. */
function leadingPawns(codes: readonly number[], squares: readonly number[], code: number): number[] {
  return squares
    .filter((_, i) => codes[i] === code)
    .toSorted((a, b) => (PAWN_LEAD[b] as number) - (PAWN_LEAD[a] as number));
}

/** The squares in table order. */
function arranged(position: OrientedPosition, groups: PieceGroups): number[] {
  const free = new Map<number, number[]>();
  position.codes.forEach((code, i) => {
    const list = free.get(code) ?? [];
    list.push(position.squares[i] as number);
    free.set(code, list);
  });
  const [lead] = groups.codes;
  if (lead !== undefined && lead % SECOND_SIDE === PAWN_CODE)
    free.set(lead, leadingPawns(position.codes, position.squares, lead));
  return groups.codes.map((code) => free.get(code)?.shift() as number);
}

/** Reflects the first piece into the triangle a1-d1-d4, or to files a to d with pawns. */
function reflected(squares: readonly number[], leading: number, hasPawns: boolean): number[] {
  const [first = 0] = squares;
  const mirror = (fileOf(first) > 3 ? FILE_MIRROR : 0) ^ (!hasPawns && rankOf(first) > 3 ? RANK_MIRROR : 0);
  const mirrored = squares.map((square) => square ^ mirror);
  if (hasPawns) return mirrored;
  const off = mirrored.slice(0, leading).find((square) => sideOfDiagonal(square) !== 0);
  return off !== undefined && sideOfDiagonal(off) > 0 ? mirrored.map(transposed) : mirrored;
}

/** Colexicographic index of a set among the squares not occupied by earlier groups. */
function setIndex(set: readonly number[], taken: readonly number[], excluded: number): number {
  return set
    .toSorted((a, b) => a - b)
    .reduce((sum, square, i) => {
      const free = square - excluded - taken.filter((each) => each < square).length;
      return sum + binomial(free, i + 1);
    }, 0);
}

export function positionIndex(position: OrientedPosition, material: Material, groups: PieceGroups): number {
  const [leading = 0] = groups.lengths;
  const squares = reflected(arranged(position, groups), leading, material.hasPawns);
  const head = squares.slice(0, leading);
  const [first = 0, second = 0, third = 0] = head;
  const headNumber = material.hasPawns
    ? leadingPawnIndex(head)
    : material.hasUniquePiece
      ? tripleIndex(first, second, third)
      : kingPairIndex(first, second);

  let number = headNumber * (groups.factors[0] as number);
  let start = leading;
  for (let group = 1; group < groups.lengths.length; group++) {
    const end = start + (groups.lengths[group] as number);
    // The other side's pawns are counted from a2, the range of the leading pawns.
    const excluded = group === 1 && material.pawns[1] > 0 ? 8 : 0;
    number +=
      setIndex(squares.slice(start, end), squares.slice(0, start), excluded) * (groups.factors[group] as number);
    start = end;
  }
  return number;
}
