/** Legality checks for positions that were not reached by play. Not complete: some illegal positions pass. */
import type { Position } from "../../engine/contracts/position.ts";
import type { Board } from "./board.ts";
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK } from "./constants.ts";
import { CASTLING, TURN } from "./layout.ts";
import { COLOUR_NAMES, type Piece, pieceAt, squareName, squaresOf } from "./squares.ts";

/** Null if no check fails. The hash and the en-passant square are not checked. */
export function illegalReason(position: Position, board: Board): string | null {
  return kingError(position) ?? countError(position) ?? castlingError(position) ?? checkError(position, board);
}

function kingError(position: Position): string | null {
  for (const colour of [0, 1]) {
    const kings = squaresOf(position, { kind: KING, colour });
    if (kings.length === 0) return `${COLOUR_NAMES[colour]} has no king`;
    if (kings.length > 1)
      return `${COLOUR_NAMES[colour]} has ${kings.length} kings, on ${kings.map(squareName).join(" and ")}; expected one`;
  }
  const [white = 0, black = 0] = [0, 1].map((colour) => squaresOf(position, { kind: KING, colour })[0] as number);
  if (Math.abs((white & 7) - (black & 7)) < 2 && Math.abs((white >> 3) - (black >> 3)) < 2)
    return `the kings are adjacent, on ${squareName(white)} and ${squareName(black)}`;
  return null;
}

/** Pawns on the first or last rank, and more pieces than promotions allow. */
function countError(position: Position): string | null {
  for (const [colour, side] of COLOUR_NAMES.entries()) {
    const of = (kind: number): number[] => squaresOf(position, { kind, colour });
    const pawns = of(PAWN);
    const stray = pawns.find((square) => square < 8 || square >= 56);
    if (stray !== undefined)
      return `${side.toLowerCase()} pawn on ${squareName(stray)}; pawns can only be on ranks 2 to 7`;
    if (pawns.length > 8) return `${side} has ${pawns.length} pawns; at most 8 are possible`;
    const dark = of(BISHOP).filter((square) => ((square ^ (square >> 3)) & 1) === 0).length;
    const promoted =
      Math.max(0, of(KNIGHT).length - 2) +
      Math.max(0, dark - 1) +
      Math.max(0, of(BISHOP).length - dark - 1) +
      Math.max(0, of(ROOK).length - 2) +
      Math.max(0, of(QUEEN).length - 1);
    if (promoted > 8 - pawns.length)
      return `${side} has ${promoted} promoted ${promoted === 1 ? "piece" : "pieces"} and ${pawns.length} pawns; together at most 8 are possible`;
  }
  return null;
}

function castlingError(position: Position): string | null {
  const rights = position[CASTLING] as number;
  const holds = (square: number, piece: Piece): boolean => {
    const found = pieceAt(position, square);
    return found?.kind === piece.kind && found.colour === piece.colour;
  };
  for (const [i, letter] of [..."KQkq"].entries()) {
    if (((rights >> i) & 1) === 0) continue;
    const colour = i >> 1;
    const [king, rook] = [56 * colour + 4, 56 * colour + (i % 2 === 0 ? 7 : 0)];
    if (!holds(king, { kind: KING, colour }))
      return `castling right ${letter}: ${COLOUR_NAMES[colour]}'s king is not on ${squareName(king)}`;
    if (!holds(rook, { kind: ROOK, colour }))
      return `castling right ${letter}: ${COLOUR_NAMES[colour]} has no rook on ${squareName(rook)}`;
  }
  return null;
}

function checkError(position: Position, board: Board): string | null {
  const turn = position[TURN] as number;
  const [king = 0] = squaresOf(position, { kind: KING, colour: 1 - turn });
  if (board.isAttacked(position, king, turn))
    return `${COLOUR_NAMES[1 - turn]}'s king on ${squareName(king)} is in check with ${COLOUR_NAMES[turn]} to move`;
  const checkers = board.checkers(position);
  return checkers.length > 2
    ? `${checkers.length} pieces give check, from ${checkers.map(squareName).join(", ")}; at most 2 are possible`
    : null;
}
