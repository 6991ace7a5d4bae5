/** Material of a table: its name ("KRPvKR"), and the properties that the index depends on. */

/** Piece codes of the files: 1 pawn to 6 king, plus 8 for the second side. */
export const PAWN_CODE = 1;
export const KING_CODE = 6;
export const SECOND_SIDE = 8;

export const MAX_PIECES = 7;

/** In the order of table names, with the codes of the first side. */
const NAMED: readonly (readonly [letter: string, code: number])[] = [
  ["K", 6],
  ["Q", 5],
  ["R", 4],
  ["B", 3],
  ["N", 2],
  ["P", 1],
];

/** Pieces on squares (a1 = 0, h1 = 7, h8 = 63), in any order; White is the first side. */
export interface Placement {
  readonly codes: readonly number[];
  readonly squares: readonly number[];
  /** 0 White, 1 Black. */
  readonly turn: number;
}

/** The pieces of one side, such as "KRP". */
export function sideName(codes: readonly number[], side: 0 | 1): string {
  const own = codes.filter((code) => (code >= SECOND_SIDE ? 1 : 0) === side).map((code) => code % SECOND_SIDE);
  return NAMED.map(([letter, code]) => letter.repeat(own.filter((each) => each === code).length)).join("");
}

export interface Material {
  /** Such as "KRPvKR". */
  readonly name: string;
  /** The codes of all pieces, in no particular order. */
  readonly codes: readonly number[];
  /** Both sides have the same pieces. */
  readonly symmetric: boolean;
  readonly hasPawns: boolean;
  /** The leading pawns of the index: those of the side with fewer (but some) pawns, of the first side if equal. 0 without pawns. */
  readonly leadingPawnCode: number;
  /** Number of leading pawns, and of the other side's pawns. */
  readonly pawns: readonly [leading: number, other: number];
  /** Some piece other than a king is the only one of its kind and colour. */
  readonly hasUniquePiece: boolean;
}

/** Null if the text does not name the material of a table. */
export function parseMaterial(name: string): Material | null {
  const match = /^(KQ*R*B*N*P*)v(KQ*R*B*N*P*)$/.exec(name);
  const [, first = "", second = ""] = match ?? [];
  const pieces = first.length + second.length;
  if (!match || pieces < 3 || pieces > MAX_PIECES) return null;
  const codeOf = new Map(NAMED);
  const codes = [
    ...[...first].map((letter) => codeOf.get(letter) as number),
    ...[...second].map((letter) => (codeOf.get(letter) as number) + SECOND_SIDE),
  ];
  const count = (code: number): number => codes.filter((each) => each === code).length;
  const [white, black] = [count(PAWN_CODE), count(PAWN_CODE + SECOND_SIDE)];
  const firstLeads = black === 0 || (white > 0 && white <= black);
  return {
    name,
    codes,
    symmetric: first === second,
    hasPawns: white + black > 0,
    leadingPawnCode: white + black === 0 ? 0 : PAWN_CODE + (firstLeads ? 0 : SECOND_SIDE),
    pawns: firstLeads ? [white, black] : [black, white],
    hasUniquePiece: codes.some((code) => code % SECOND_SIDE !== KING_CODE && count(code) === 1),
  };
}
