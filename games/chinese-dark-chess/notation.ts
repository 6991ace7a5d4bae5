/**
 * Text of positions and moves. A position is its rows from a to d, the side to move, and the plies since the last capture:
 * `??k?????/…/…/… w 3`. `?` is face down, `.` is empty; White's letters are lowercase. Optional words: `first:b` (Black is the first
 * player), `taken:pR` (captured, while pieces are face down), `flip:c4` (chance is to reveal c4), `flip:c2-c4` (and the cannon from c2
 * captures it). Before the first flip the side to move is `-`.
 */
import { StateRecord } from "../../build/layouts/games/chinese-dark-chess/state.ts";
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Move, Position } from "../../engine/contracts/position.ts";
import { COLOUR_NAMES, colourOf, countOf, EMPTY, FACE_DOWN, kindOf, letterOf, pieceOf, PIECES } from "./pieces.ts";

export const CELLS = 32;
const COLUMNS = 8;
const FOUND = 1_024;
const CELL_NAMES: readonly string[] = [..."abcd"].flatMap((row) => [..."12345678"].map((column) => row + column));
const PIECE_COUNT = 32;
const CANNON = 2;
const EXAMPLE = "......../.k....../..P...../........ w 0";

const OFFSETS = StateRecord.OFFSETS;

/** A decoded position. */
export interface Placement {
  /** Per cell a piece, `EMPTY` or `FACE_DOWN`. */
  readonly cells: readonly number[];
  readonly turn: number;
  /** The colour of the first player; null before the first flip. */
  readonly firstColour: number | null;
  readonly sinceCapture: number;
  /** The captured pieces, in the order of `PIECES`. */
  readonly taken: readonly number[];
  /** The cell that chance reveals, and the cell of the cannon that captures there. */
  readonly flip: number | null;
  readonly jumper: number | null;
}

export function cellName(cell: number): string {
  return CELL_NAMES[cell] as string;
}

export function readState(position: Position): Placement {
  const cells = [...position.subarray(OFFSETS.cells, OFFSETS.cells + CELLS)];
  const at = (offset: number): number => position[offset] as number;
  const taken = PIECES.flatMap((piece) => {
    const seen = cells.filter((each) => each === piece).length;
    return new Array<number>(Math.max(0, countOf(piece) - seen - at(OFFSETS.hidden + piece))).fill(piece);
  });
  return {
    cells,
    turn: at(OFFSETS.turn),
    firstColour: at(OFFSETS.colours) === 0 ? null : at(OFFSETS.colours) - 1,
    sinceCapture: at(OFFSETS.sinceCapture),
    taken,
    flip: at(OFFSETS.flip) === 0 ? null : at(OFFSETS.flip) - 1,
    jumper: at(OFFSETS.jumper) === 0 ? null : at(OFFSETS.jumper) - 1,
  };
}

export function writeState(placement: Placement): Position {
  const { cells, turn, firstColour, sinceCapture: quiet, taken, flip, jumper } = placement;
  const position = new Uint8Array(StateRecord.BYTES);
  position.set(cells, OFFSETS.cells);
  const gone = [...cells, ...taken];
  const hidden = cells.filter((piece) => piece === FACE_DOWN).length;
  for (const piece of hidden > 0 ? PIECES : [])
    position[OFFSETS.hidden + piece] = countOf(piece) - gone.filter((each) => each === piece).length;
  position[OFFSETS.hidden] = hidden;
  position[OFFSETS.turn] = turn;
  position[OFFSETS.colours] = firstColour === null ? 0 : firstColour + 1;
  position[OFFSETS.sinceCapture] = quiet;
  position[OFFSETS.flip] = flip === null ? 0 : flip + 1;
  position[OFFSETS.jumper] = jumper === null ? 0 : jumper + 1;
  return position;
}

export function initialState(): Position {
  const cells = new Array<number>(CELLS).fill(FACE_DOWN);
  return writeState({ cells, turn: 0, firstColour: null, sinceCapture: 0, taken: [], flip: null, jumper: null });
}

/** The colour of the side to move. */
export function colourToMove({ turn, firstColour }: Pick<Placement, "turn" | "firstColour">): number | null {
  return firstColour === null ? null : turn ^ firstColour;
}

function cellLetter(piece: number): string {
  return piece === EMPTY ? "." : piece === FACE_DOWN ? "?" : letterOf(piece);
}

export function formatPosition(position: Position): string {
  const placement = readState(position);
  const { cells, firstColour, sinceCapture: quiet, taken, flip, jumper } = placement;
  const rows = [0, 1, 2, 3].map((row) =>
    cells
      .slice(COLUMNS * row, COLUMNS * (row + 1))
      .map(cellLetter)
      .join(""),
  );
  const colour = colourToMove(placement);
  const words = [rows.join("/"), colour === null ? "-" : (["w", "b"][colour] as string), String(quiet)];
  if (firstColour === 1) words.push("first:b");
  if (cells.includes(FACE_DOWN) && taken.length > 0) words.push(`taken:${taken.map(letterOf).join("")}`);
  if (flip !== null) words.push(`flip:${jumper === null ? "" : `${cellName(jumper)}-`}${cellName(flip)}`);
  return words.join(" ");
}

function bad<T>(text: string): Result<T> {
  return fail("bad-position", text);
}

interface Words {
  mover: string;
  sinceCapture: number;
  first: number;
  taken: number[];
  flip: number | null;
  jumper: number | null;
}

/** The words after the rows. */
function readWords(words: readonly string[], limit: number): Result<Words> {
  const [mover = "", ...others] = words;
  if (!["w", "b", "-"].includes(mover))
    return bad(`the side to move is "${mover}", expected w, b, or - before the first flip, for example ${EXAMPLE}`);
  const read: Words = { mover, sinceCapture: 0, first: 0, taken: [], flip: null, jumper: null };
  for (const [i, word] of others.entries()) {
    const [, name, value = ""] = /^(first|taken|flip):(.+)$/.exec(word) ?? [];
    if (i === 0 && /^(0|[1-9]\d{0,2})$/.test(word)) {
      read.sinceCapture = Number(word);
      if (read.sinceCapture > limit) return bad(`${word} plies without a capture; the game is drawn after ${limit}`);
    } else if (name === "first" && value === "b") read.first = 1;
    else if (name === "taken") {
      const pieces = [...value].map(pieceOf);
      if (pieces.includes(null)) return bad(`"${word}": expected letters of pieces, for example taken:pR`);
      read.taken = pieces as number[];
    } else if (name === "flip") {
      const names = value.split("-");
      const cells = names.map((each) => CELL_NAMES.indexOf(each));
      if (cells.includes(-1) || cells.length > 2) return bad(`"${word}": expected a cell, for example flip:c4`);
      read.flip = cells.at(-1) as number;
      read.jumper = cells.length === 2 ? (cells[0] as number) : null;
    } else return bad(`unknown word "${word}"; expected plies without a capture, first:b, taken:… or flip:…`);
  }
  return ok(read);
}

function readRows(text: string): Result<number[]> {
  const rows = text.split("/");
  if (rows.length !== 4 || rows.some((row) => row.length !== COLUMNS))
    return bad(`"${text}" is not a board; expected four rows of eight, for example ${EXAMPLE}`);
  const cells: number[] = [];
  for (const letter of rows.join("")) {
    const piece = letter === "." ? EMPTY : letter === "?" ? FACE_DOWN : pieceOf(letter);
    if (piece === null) return bad(`"${letter}" is not a piece; expected kgbnrcp (White), KGBNRCP (Black), ? or .`);
    cells.push(piece);
  }
  return ok(cells);
}

export interface ParsingRules {
  readonly limit: number;
  readonly jumpsOnDark: boolean;
}

export function parsePosition(text: string, { limit, jumpsOnDark }: ParsingRules): Result<Position> {
  const [rows = "", ...rest] = text.split(" ");
  const board = readRows(rows);
  if (!board.ok) return board;
  const words = readWords(rest, limit);
  if (!words.ok) return words;
  const cells = board.value;
  const { mover, sinceCapture: quiet, first, taken, flip, jumper } = words.value;
  const hidden = cells.filter((piece) => piece === FACE_DOWN).length;
  for (const piece of PIECES) {
    const count = [...cells, ...taken].filter((each) => each === piece).length;
    if (count > countOf(piece))
      return bad(`${count} ${letterOf(piece)} on the board or captured; each side has ${countOf(piece)}`);
  }
  const known = cells.filter((piece) => piece !== EMPTY && piece !== FACE_DOWN).length + taken.length;
  if (hidden > 0 && hidden + known !== PIECE_COUNT)
    return bad(
      `${hidden} face down and ${known} on the board or captured are ${hidden + known} pieces, expected ${PIECE_COUNT}; list the captured ones, for example taken:pR`,
    );
  if (hidden === 0 && taken.length > 0) return bad("taken: is only allowed if pieces are face down");
  const fresh = hidden === PIECE_COUNT;
  if (fresh !== (mover === "-"))
    return bad(`the side to move is "${mover}"; expected - if and only if all pieces are face down`);
  if (fresh && (quiet > 0 || first > 0)) return bad("before the first flip, expected 0 plies and no first:b");
  if (known + hidden === 0) return bad("no piece is on the board");
  const colour = mover === "-" ? null : mover === "w" ? 0 : 1;
  if (flip !== null && cells[flip] !== FACE_DOWN) return bad(`flip:${cellName(flip)}: no face-down piece is there`);
  if (
    jumper !== null &&
    (!jumpsOnDark || kindOf(cells[jumper] ?? 0) !== CANNON || colourOf(cells[jumper] ?? 0) !== colour)
  )
    return bad(`flip:${cellName(jumper)}-…: no cannon there may capture a face-down piece`);
  if (quiet === limit && flip !== null) return bad(`flip: the game is a draw after ${limit} plies without a capture`);
  const turn = colour === null ? 0 : colour ^ first;
  const firstColour = fresh ? null : first;
  return ok(writeState({ cells, turn, firstColour, sinceCapture: quiet, taken, flip, jumper }));
}

/** `b5` flips, `c4-c6` moves, `b5(k)` is the piece that chance reveals on b5. */
export function formatMove(position: Position, move: Move): string {
  if (move >= FOUND) return `${cellName((position[OFFSETS.flip] as number) - 1)}(${letterOf(move - FOUND)})`;
  const [from, to] = [move >> 5, move & 31];
  return from === to ? cellName(to) : `${cellName(from)}-${cellName(to)}`;
}

export function parseMove(position: Position, text: string, legal: readonly Move[]): Result<Move> {
  const move = legal.find((each) => formatMove(position, each) === text);
  if (move !== undefined) return ok(move);
  if (legal.length === 0) return fail("bad-move", `"${text}" is not a legal move: the game has ended`);
  const texts = legal.map((each) => formatMove(position, each));
  return fail("bad-move", `"${text}" is not a legal move; expected one of ${texts.join(", ")}`);
}

export function colourName(colour: number): string {
  return COLOUR_NAMES[colour] as string;
}
