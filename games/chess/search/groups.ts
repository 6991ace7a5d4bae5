/** Groups of evaluation terms, as named in an evaluation's text. */
import * as terms from "./terms.ts";

export interface Group {
  readonly name: string;
  readonly summary: string;
  /** Half-open range of terms. */
  readonly first: number;
  readonly end: number;
}

export const GROUPS: readonly Group[] = [
  { name: "material", summary: "piece values", first: terms.MATERIAL, end: terms.PIECE_SQUARE },
  { name: "placement", summary: "piece-square tables", first: terms.PIECE_SQUARE, end: terms.KNIGHT_MOBILITY },
  { name: "mobility", summary: "number of attacked squares", first: terms.KNIGHT_MOBILITY, end: terms.PASSED },
  { name: "passed", summary: "passed pawns", first: terms.PASSED, end: terms.CONNECTED },
  {
    name: "pawns",
    summary: "connected, isolated, backward, doubled pawns",
    first: terms.CONNECTED,
    end: terms.BISHOP_PAIR,
  },
  {
    name: "pieces",
    summary: "bishop pair, rooks on open files, outposts",
    first: terms.BISHOP_PAIR,
    end: terms.SHELTER,
  },
  { name: "king", summary: "king safety: shelter, storm and attack", first: terms.SHELTER, end: terms.PAWN_THREAT },
  { name: "threats", summary: "attacked and hanging pieces", first: terms.PAWN_THREAT, end: terms.SPACE },
  { name: "space", summary: "safe squares in the centre", first: terms.SPACE, end: terms.TEMPO },
  { name: "tempo", summary: "side to move", first: terms.TEMPO, end: terms.TERMS },
];
