/** Positions as FEN: placement, side to move, castling rights, en-passant square, half-move clock, move number. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/position.ts";
import { shortened } from "../../engine/contracts/quoted-text.ts";
import { type Board, sharedBoard } from "./board.ts";
import { NO_SQUARE, PAWN } from "./constants.ts";
import { CASTLING, HALFMOVE_CLOCK, EN_PASSANT, FULLMOVE_NUMBER, STATE_BYTES, TURN } from "./layout.ts";
import { illegalReason } from "./legality.ts";
import { COLOUR_NAMES, letterOf, pieceAt, pieceOf, putPiece, squareName, squareOf } from "./squares.ts";

export const START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const FORM = `expected placement, side to move, castling rights, en-passant square, half-move clock and move number, for example ${START_FEN}`;
const RIGHTS = "KQkq";
const MAX_CLOCK = 255;
const MAX_NUMBER = 65_535;

export function formatFen(position: Position): string {
  const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => {
    const letters = Array.from({ length: 8 }, (_, file) => {
      const piece = pieceAt(position, 8 * rank + file);
      return piece ? letterOf(piece) : ".";
    });
    return letters.join("").replace(/\.+/g, (empty) => String(empty.length));
  });
  const castling = [...RIGHTS].filter((_, i) => ((position[CASTLING] as number) >> i) & 1).join("");
  const target = position[EN_PASSANT] as number;
  return [
    ranks.join("/"),
    position[TURN] === 0 ? "w" : "b",
    castling === "" ? "-" : castling,
    target === NO_SQUARE ? "-" : squareName(target),
    position[HALFMOVE_CLOCK],
    (position[FULLMOVE_NUMBER] as number) | ((position[FULLMOVE_NUMBER + 1] as number) << 8),
  ].join(" ");
}

/** Parses a position and checks its legality. Fields after the side to move are optional. */
export function parseFen(text: string, board: Board = sharedBoard()): Result<Position> {
  const fields = text.trim().split(/\s+/);
  const [placement = "", side, castling = "-", enPassant = "-", clock = "0", number = "1", ...rest] = fields;
  if (placement === "" || side === undefined)
    return fail("bad-position", `"${shortened(text.trim())}" is not a position; ${FORM}`);
  if (rest.length > 0)
    return fail("bad-position", `unexpected "${shortened(rest.join(" "))}" after the sixth field; ${FORM}`);
  const position = new Uint8Array(STATE_BYTES);
  const error =
    readPlacement(position, placement) ??
    readSide(position, side) ??
    readCastling(position, castling) ??
    readEnPassant(position, enPassant) ??
    readNumbers(position, clock, number);
  if (error !== null) return fail("bad-position", error);
  const illegal = illegalReason(position, board);
  return illegal === null ? ok(board.finished(position)) : fail("bad-position", illegal);
}

function readPlacement(position: Position, text: string): string | null {
  const ranks = text.split("/");
  if (ranks.length !== 8)
    return `placement: ${ranks.length} ${ranks.length === 1 ? "rank" : "ranks"} in "${shortened(text)}"; expected 8 from rank 8 to rank 1 separated by /`;
  for (const [i, letters] of ranks.entries()) {
    const rank = 7 - i;
    let file = 0;
    for (const [at, letter] of [...letters].entries()) {
      const piece = pieceOf(letter);
      if (/^[1-8]$/.test(letter)) file += Number(letter);
      else if (piece) {
        if (file < 8) putPiece(position, 8 * rank + file, piece);
        file++;
      } else
        return `placement, rank ${rank + 1}, character ${at + 1}: "${letter}" in "${shortened(letters)}"; expected a piece, KQRBNP (White) or kqrbnp (Black), or a number of empty squares from 1 to 8`;
    }
    if (file !== 8)
      return `placement, rank ${rank + 1}: "${shortened(letters)}" has ${file} ${file === 1 ? "square" : "squares"}; expected 8`;
  }
  return null;
}

function readSide(position: Position, text: string): string | null {
  if (text !== "w" && text !== "b") return `side to move: "${shortened(text)}"; expected w or b`;
  position[TURN] = text === "w" ? 0 : 1;
  return null;
}

function readCastling(position: Position, text: string): string | null {
  if (text === "-") return null;
  for (const [i, letter] of [...text].entries()) {
    const right = RIGHTS.indexOf(letter);
    if (right < 0)
      return `castling rights, character ${i + 1}: "${letter}" in "${shortened(text)}"; expected - or some of KQkq${/[a-h]/i.test(letter) ? " (Chess960 is not supported)" : ""}`;
    if (((position[CASTLING] as number) >> right) & 1)
      return `castling rights: "${letter}" twice in "${shortened(text)}"`;
    position[CASTLING]! |= 1 << right;
  }
  return null;
}

/** The square must be behind a pawn that can just have made a double push. */
function readEnPassant(position: Position, text: string): string | null {
  position[EN_PASSANT] = NO_SQUARE;
  if (text === "-") return null;
  const square = squareOf(text);
  if (square < 0) return `en-passant square: "${shortened(text)}"; expected - or a square such as e3`;
  const turn = position[TURN] as number;
  const [rank, ahead] = turn === 0 ? [6, -8] : [3, 8];
  const mover = turn === 0 ? "black" : "white";
  const where = `en-passant square ${text}`;
  if ((square >> 3) + 1 !== rank)
    return `${where}: with ${COLOUR_NAMES[turn]} to move it must be on rank ${rank}, behind a ${mover} pawn that has just made a double push`;
  const pawn = pieceAt(position, square + ahead);
  if (pawn?.kind !== PAWN || pawn.colour === turn) return `${where}: no ${mover} pawn on ${squareName(square + ahead)}`;
  for (const empty of [square, square - ahead])
    if (pieceAt(position, empty)) return `${where}: no double push is possible, ${squareName(empty)} is occupied`;
  position[EN_PASSANT] = square;
  return null;
}

function readNumbers(position: Position, clock: string, number: string): string | null {
  if (!/^\d+$/.test(clock) || Number(clock) > MAX_CLOCK)
    return `half-move clock: "${shortened(clock)}"; expected a whole number from 0 to ${MAX_CLOCK}`;
  if (!/^\d+$/.test(number) || Number(number) > MAX_NUMBER)
    return `move number: "${shortened(number)}"; expected a whole number from 0 to ${MAX_NUMBER}`;
  position[HALFMOVE_CLOCK] = Number(clock);
  position[FULLMOVE_NUMBER] = Number(number) & 255;
  position[FULLMOVE_NUMBER + 1] = Number(number) >> 8;
  return null;
}
