/** The terms of the evaluation in groups, by the names that an evaluation's text uses. */
import * as terms from "./terms.ts";

export interface Group {
  readonly name: string;
  readonly summary: string;
  /** First term, and the one after the last. */
  readonly first: number;
  readonly end: number;
}

export const GROUPS: readonly Group[] = [
  { name: "material", summary: "the pieces", first: terms.MATERIAL, end: terms.PIECE_SQUARE },
  { name: "placement", summary: "piece-square tables", first: terms.PIECE_SQUARE, end: terms.KNIGHT_MOBILITY },
  { name: "mobility", summary: "squares that pieces can go to", first: terms.KNIGHT_MOBILITY, end: terms.PASSED },
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
  { name: "king", summary: "shelter, storm and attack around the kings", first: terms.SHELTER, end: terms.PAWN_THREAT },
  { name: "threats", summary: "attacked and hanging pieces", first: terms.PAWN_THREAT, end: terms.SPACE },
  { name: "space", summary: "safe squares in the centre", first: terms.SPACE, end: terms.TEMPO },
  { name: "tempo", summary: "having the move", first: terms.TEMPO, end: terms.TERMS },
];
