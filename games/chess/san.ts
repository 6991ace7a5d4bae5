/** Standard algebraic notation (SAN): Nf3, exd5, R1e2, e8=Q+, O-O-O#. Formatted as in the PGN standard; parsing is more tolerant. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Move, Position } from "../../engine/contracts/position.ts";
import type { Board } from "./board.ts";
import { KING, PAWN } from "./constants.ts";
import { TURN } from "./layout.ts";
import { capturedOf, expectedMoves, fromOf, isCastling, movedOf, parseUci, promotionOf, toOf } from "./moves.ts";
import { COLOUR_NAMES, LETTERS, squareName, squareOf } from "./squares.ts";

/** `legal`: the legal moves of the position, if the caller has them. */
export function formatSan(
  board: Board,
  position: Position,
  move: Move,
  legal: readonly Move[] = board.legalMoves(position),
): string {
  const next = board.play(position, move);
  const suffix = board.inCheck(next) ? (board.legalMoves(next).length === 0 ? "#" : "+") : "";
  return bareSan(move, legal) + suffix;
}

/** Without the check suffix. */
function bareSan(move: Move, legal: readonly Move[]): string {
  const [from, to] = [fromOf(move), toOf(move)];
  if (isCastling(move)) return to > from ? "O-O" : "O-O-O";
  const capture = capturedOf(move) === null ? "" : "x";
  if (movedOf(move) === PAWN) {
    const promotion = promotionOf(move);
    const start = capture === "" ? "" : `${squareName(from)[0]}x`;
    return `${start}${squareName(to)}${promotion === 0 ? "" : `=${LETTERS[promotion]!.toUpperCase()}`}`;
  }
  return `${LETTERS[movedOf(move)]!.toUpperCase()}${disambiguation(move, legal)}${capture}${squareName(to)}`;
}

/** File, rank or both of the origin square, if another piece of this kind can move to the same square. */
function disambiguation(move: Move, legal: readonly Move[]): string {
  const from = fromOf(move);
  const others = legal
    .filter((other) => toOf(other) === toOf(move) && movedOf(other) === movedOf(move) && fromOf(other) !== from)
    .map(fromOf);
  if (others.length === 0) return "";
  const [file, rank] = squareName(from) as unknown as [string, string];
  if (others.every((other) => (other & 7) !== (from & 7))) return file;
  if (others.every((other) => other >> 3 !== from >> 3)) return rank;
  return `${file}${rank}`;
}

const CASTLING = /^([O0o])-?\1(-?\1)?$/;
const SAN = /^([PNBRQK])?([a-h])?([1-8])?([x:-])?([a-h][1-8])(?:\s*e\.?p\.?)?(?:[=/]?\(?([NBRQnbrq])\)?)?$/;

/**
 * Parses SAN or UCI. Capture and check signs are optional, castling may use zeros, promotions may omit =, and the origin square may be given
 * in full (long algebraic notation). Everything given must match the move.
 */
export function parseMoveText(
  board: Board,
  position: Position,
  text: string,
  legal: readonly Move[] = board.legalMoves(position),
): Result<Move> {
  const word = text.trim();
  if (/^([a-h][1-8]){2}[nbrqNBRQ]?$/.test(word)) return parseUci(word, legal);
  return parseSan(board, position, word, legal);
}

export function parseSan(
  board: Board,
  position: Position,
  text: string,
  legal: readonly Move[] = board.legalMoves(position),
): Result<Move> {
  const word = text.trim();
  const bare = word.replace(/[!?]+$/, "").replace(/(?:\+\+?|#)$/, "");
  const castling = CASTLING.exec(bare);
  const texts = (moves: readonly Move[]): string[] => moves.map((move) => formatSan(board, position, move, legal));
  const refused = (): Result<Move> => {
    const check = board.inCheck(position) ? `: ${COLOUR_NAMES[position[TURN] as number]} is in check` : "";
    return fail("bad-move", `${word} is not a legal move here${check}; ${expectedMoves(texts(legal))}`);
  };
  if (castling) {
    const long = castling[2] !== undefined;
    const move = legal.find((each) => isCastling(each) && toOf(each) < fromOf(each) === long);
    if (move !== undefined) return ok(move);
    return refused();
  }
  const match = SAN.exec(bare);
  if (!match)
    return fail("bad-move", `"${word}" is not a move; expected SAN or UCI, for example Nf3, exd5, e8=Q, O-O or g1f3`);
  const [, letter, file, rank, sign, target = "", promotion] = match;
  const to = squareOf(target);
  // Without a piece letter it is a pawn move, unless both squares are given.
  const kind = letter !== undefined ? LETTERS.indexOf(letter.toLowerCase()) : file && rank ? null : PAWN;
  const found = legal.filter(
    (move) =>
      toOf(move) === to &&
      (kind === null || movedOf(move) === kind) &&
      (file === undefined || squareName(fromOf(move))[0] === file) &&
      (rank === undefined || squareName(fromOf(move))[1] === rank) &&
      !(isCastling(move) && kind !== null && !(kind === KING && file && rank)),
  );
  const promoted = LETTERS.indexOf((promotion ?? "p").toLowerCase());
  const fitting = found.filter((move) => promotionOf(move) === promoted);
  const [only] = fitting;
  if (fitting.length === 1 && only !== undefined) {
    if ((sign === "x" || sign === ":") && capturedOf(only) === null)
      return fail("bad-move", `${word} captures nothing: ${target} is empty; expected ${texts([only]).join()}`);
    return ok(only);
  }
  if (fitting.length > 1) return fail("bad-move", `${word} is ambiguous; expected one of ${texts(fitting).join(", ")}`);
  if (found.length > 0 && promoted === 0)
    return fail("bad-move", `${word} is a promotion without a piece; expected one of ${texts(found).join(", ")}`);
  return refused();
}
