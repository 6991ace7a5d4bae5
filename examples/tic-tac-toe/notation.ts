/** Text and picture. A position is its rows from the top, as in `x.o/.x./...`; cells are named a1 (top left) to c3. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Move, Position } from "../../engine/contracts/position.ts";
import type { View } from "../../engine/contracts/view.ts";

export const PLAYERS: readonly string[] = ["x", "o"];
const STATE_BYTES = 8;
const CELLS: readonly string[] = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];

/** The byte of a state that holds a player's bit for a cell; the bit in it is `cell & 7`. */
function byteOf(player: number, cell: number): number {
  return 4 * player + (cell >> 3);
}

function lettersOf(position: Position): string[] {
  const holds = (player: number, cell: number): number => ((position[byteOf(player, cell)] ?? 0) >> (cell & 7)) & 1;
  return CELLS.map((_, cell) => PLAYERS.find((_, player) => holds(player, cell)) ?? ".");
}

export function formatPosition(position: Position): string {
  return lettersOf(position)
    .join("")
    .replace(/...(?=.)/g, "$&/");
}

/** Reads what stands on the board; whether play can lead there is for the rules to say. */
export function parsePosition(text: string): Result<Position> {
  if (!/^[xo.]{3}(\/[xo.]{3}){2}$/.test(text))
    return fail("bad-position", `"${text}" is not a position; expected three rows of x, o and ., as in x.o/.x./...`);
  const position = new Uint8Array(STATE_BYTES);
  [...text.replaceAll("/", "")].forEach((letter, cell) => {
    const player = PLAYERS.indexOf(letter);
    if (player >= 0) position[byteOf(player, cell)]! |= 1 << (cell & 7);
  });
  return ok(position);
}

export function formatMove(move: Move): string {
  return CELLS[move] as string;
}

/** Reads a move and finds it among the legal ones. */
export function parseMove(text: string, legal: readonly Move[]): Result<Move> {
  const move = CELLS.indexOf(text) as Move;
  if (legal.includes(move)) return ok(move);
  const expected = legal.length > 0 ? `expected one of ${legal.map(formatMove).join(", ")}` : "the game has ended";
  return fail("bad-move", `"${text}" is not a move here; ${expected}`);
}

export function viewOf(position: Position, turn: number | null): View {
  return {
    shape: "square",
    cells: CELLS.map((name, cell) => ({ name, x: cell % 3, y: Math.floor(cell / 3), zone: null })),
    pieces: lettersOf(position)
      .map((letter, cell) => ({ cell, owner: PLAYERS.indexOf(letter), letter }))
      .filter(({ owner }) => owner >= 0),
    turn,
  };
}
