/** The view: the board with traps, frozen pieces, captured pieces, and the steps of this turn. */
import type { Position } from "../../engine/contracts/position.ts";
import type { View, ViewPiece, ViewRow } from "../../engine/contracts/view.ts";
import type { Board } from "./board.ts";
import { MAX_STEPS } from "./constants.ts";
import { PLAYING, PUSH, STEP_COUNT } from "./layout.ts";
import { sideName } from "./moves.ts";
import { formatPosition } from "./position.ts";
import { SETUPS } from "./setups.ts";
import { letterOf, NUMBERS, pieceAt, SQUARES, squareName, TRAPS } from "./squares.ts";

export function viewOf(board: Board, position: Position, turn: number | null): View {
  const frozen = [0, 1].flatMap((side) => [...board.frozen(position, side)]);
  const playing = position[PLAYING] !== 0;
  const pieces: ViewPiece[] = [];
  for (let square = 0; square < SQUARES; square++) {
    const piece = pieceAt(position, square);
    if (!piece) continue;
    const held = playing && frozen.includes(square);
    pieces.push({ cell: square ^ 56, owner: piece.colour, letter: letterOf(piece), ...(held ? { held } : {}) });
  }
  return {
    shape: "square",
    cells: Array.from({ length: SQUARES }, (_, cell) => {
      const square = cell ^ 56;
      return {
        name: squareName(square),
        x: cell % 8,
        y: cell >> 3,
        // The goal row of a player.
        zone: cell >> 3 === 0 ? 0 : cell >> 3 === 7 ? 1 : null,
        ...(TRAPS.includes(square) ? { mark: "x" } : {}),
      };
    }),
    pieces,
    rows: [0, 1].map((colour) => missingRow(pieces, colour, playing)),
    notes: notesOf(board, position, turn),
    turn,
  };
}

/** The pieces a side has lost, or has still to place. */
function missingRow(pieces: readonly ViewPiece[], colour: number, playing: boolean): ViewRow {
  const items = NUMBERS.flatMap((most, kind) => {
    const letter = letterOf({ kind, colour });
    const there = pieces.filter((piece) => piece.letter === letter).length;
    return Array.from({ length: most - there }, () => letter);
  });
  return { name: `${colour === 0 ? "gold" : "silver"} ${playing ? "lost" : "to set up"}`, owner: colour, items };
}

function notesOf(board: Board, position: Position, turn: number | null): string[] {
  if (turn === null) return [];
  const side = sideName(position);
  if (position[PLAYING] === 0)
    return [
      `${side} sets up, as in ${side === "gold" ? "Ra1 Hb2" : "ra8 hb7"}; or a named setup: ${Object.keys(SETUPS).join(", ")}, each also -mirrored`,
    ];
  const count = position[STEP_COUNT] as number;
  const left = MAX_STEPS - count;
  const made = formatPosition(board, position).split(" ").slice(2).join(" ");
  return [
    `${side}: ${left} ${left === 1 ? "step" : "steps"} left${made === "" ? "" : ` after ${made}`}`,
    ...(position[PUSH] === 0 ? [] : [`pending push: step to ${squareName((position[PUSH] as number) - 1)}`]),
  ];
}
