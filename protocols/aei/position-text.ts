/** Positions in AEI format: `g [rrrr…]`, a space for an empty square. During the setup the board is empty or has gold's pieces only. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/position.ts";
import type { Board } from "../../games/arimaa/board.ts";
import { SIDE, STATE_BYTES } from "../../games/arimaa/layout.ts";
import { parsePosition } from "../../games/arimaa/position.ts";
import { lettersOf } from "../../games/arimaa/squares.ts";

/** `names`: letters of the sides; before protocol version 1 they were `w` and `b`. */
export function positionText(position: Position, names: string = "gs"): string {
  return `${names[position[SIDE] as number]} [${lettersOf(position).replaceAll(".", " ")}]`;
}

export function readPositionText(board: Board, text: string): Result<Position> {
  const match = /^([gswb])\s+\[([^\]]*)\]$/.exec(text);
  const [, side = "", squares = ""] = match ?? [];
  if (!match || squares.length !== 64)
    return fail("bad-position", `"${text.slice(0, 80)}" is not a position; expected g or s and 64 squares in brackets`);
  const letters = squares.replaceAll(" ", ".");
  if (!/[^.]/.test(letters)) return ok(new Uint8Array(STATE_BYTES));
  const onlyGold = !/[a-z]/.test(letters) && (side === "s" || side === "b");
  return parsePosition(board, `${onlyGold ? "setup s" : side} ${letters}`);
}
