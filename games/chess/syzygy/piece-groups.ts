/** Piece groups of a table: the index of a position is the sum of each group's index times its factor. */
import { KING_CODE, type Material, SECOND_SIDE } from "./material.ts";
import { binomial, KING_PAIRS, leadingPawnPlacements, PIECE_TRIPLES, SQUARES } from "./square-indices.ts";

export interface PieceGroups {
  /** The pieces in table order, by group. */
  readonly codes: readonly number[];
  /** Number of pieces of each group. */
  readonly lengths: readonly number[];
  readonly factors: readonly number[];
  /** Size of the index. */
  readonly positions: number;
}

/**
 * `order`: the places of the leading group and, if both sides have pawns, of the other side's pawns, counted from the fastest-changing place.
 * Returns an error message if the order or the pieces are invalid.
 */
export function groupPieces(
  material: Material,
  codes: readonly number[],
  order: readonly number[],
  file: number,
): PieceGroups | string {
  const lengths = groupLengths(material, codes);
  if (typeof lengths === "string") return lengths;
  const bothHavePawns = material.hasPawns && material.pawns[1] > 0;
  const places = order.slice(0, bothHavePawns ? 2 : 1);
  if (places.some((place) => place >= lengths.length) || new Set(places).size < places.length)
    return `order of groups ${places.join(", ")} with ${lengths.length} groups`;

  const sizes = groupSizes(material, lengths, file);
  const others = lengths.map((_, group) => group).slice(places.length);
  const byPlace: number[] = lengths.map((_, place) => {
    const named = places.indexOf(place);
    return named >= 0 ? named : (others.shift() as number);
  });
  const factors = lengths.map(() => 0);
  let positions = 1;
  for (const group of byPlace) {
    factors[group] = positions;
    positions *= sizes[group] as number;
  }
  return { codes, lengths, factors, positions };
}

/** Leading pawns, three unique pieces or the kings; then the other side's pawns; then each kind of piece. */
function groupLengths(material: Material, codes: readonly number[]): number[] | string {
  const sorted = (list: readonly number[]): string => list.toSorted((a, b) => a - b).join(" ");
  if (sorted(codes) !== sorted(material.codes)) return `pieces ${codes.join(" ")} are not those of ${material.name}`;
  const count = (code: number): number => codes.filter((each) => each === code).length;

  const [leading, otherPawns] = material.pawns;
  const first = material.hasPawns ? leading : material.hasUniquePiece ? 3 : 2;
  const head = codes.slice(0, first);
  if (material.hasPawns) {
    if (head.some((code) => code !== material.leadingPawnCode)) return "the leading pawns are not first";
    const other = material.leadingPawnCode ^ SECOND_SIDE;
    if (codes.slice(first, first + otherPawns).some((code) => code !== other))
      return "the other side's pawns do not follow the leading ones";
  } else if (head.some((code) => (material.hasUniquePiece ? count(code) > 1 : code % SECOND_SIDE !== KING_CODE))) {
    return `pieces ${head.join(" ")} cannot lead`;
  }

  const lengths = [first];
  for (let at = first; at < codes.length;) {
    const code = codes[at] as number;
    const length = count(code);
    if (codes.slice(at, at + length).some((each) => each !== code)) return "equal pieces are not adjacent";
    lengths.push(length);
    at += length;
  }
  return lengths;
}

function groupSizes(material: Material, lengths: readonly number[], file: number): number[] {
  const [leading, otherPawns] = material.pawns;
  let free = SQUARES;
  return lengths.map((length, group) => {
    const available = free;
    free -= length;
    if (group === 0) {
      if (material.hasPawns) return leadingPawnPlacements(leading, file);
      return material.hasUniquePiece ? PIECE_TRIPLES : KING_PAIRS;
    }
    if (group === 1 && otherPawns > 0) return binomial(48 - leading, length);
    return binomial(available, length);
  });
}
