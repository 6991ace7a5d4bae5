/** Validates a placement: errors by the rules, and remarks such as a finished game or missing pieces. */
import type { Board } from "../board.ts";
import { RABBIT } from "../constants.ts";
import { pieceCountErrors, trapErrors } from "../position.ts";
import { GOLD, letterOf, NUMBERS, SILVER, SQUARES, squareName } from "../squares.ts";
import { letterAt, type Letters } from "./edit.ts";

export interface Validation {
  /** The position is illegal. */
  readonly errors: readonly string[];
  /** The position is legal, but the game is over or pieces are missing. */
  readonly remarks: readonly string[];
}

export function validatePosition(board: Board, letters: Letters, side: number): Validation {
  if (!/[^.]/.test(letters)) return { errors: ["there are no pieces"], remarks: [] };
  const position = board.position(letters, side);
  const errors = [...pieceCountErrors(letters), ...trapErrors(position)];
  const reached = [GOLD, SILVER].flatMap((colour) => goalRemarks(letters, colour));
  const rabbitless = [GOLD, SILVER]
    .filter((colour) => !letters.includes(letterOf({ kind: RABBIT, colour })))
    .map((colour) => `${sideText(colour)} has no rabbit`);
  const scores = errors.length > 0 ? null : board.states.result(position);
  const over = scores === null ? [] : [`the game is over: ${sideText(scores.indexOf(1))} has won`];
  const stuck = over.length > 0 && reached.length + rabbitless.length === 0 ? [`${sideText(side)} cannot move`] : [];
  const missing = [GOLD, SILVER].flatMap((colour) => missingRemark(letters, colour));
  return { errors, remarks: [...reached, ...rabbitless, ...stuck, ...over, ...missing] };
}

function sideText(colour: number): string {
  return colour === GOLD ? "gold" : "silver";
}

function goalRemarks(letters: Letters, colour: number): string[] {
  const rabbit = letterOf({ kind: RABBIT, colour });
  const first = colour === GOLD ? SQUARES - 8 : 0;
  return Array.from({ length: 8 }, (_, i) => first + i)
    .filter((square) => letterAt(letters, square) === rabbit)
    .map((square) => `${rabbit} on ${squareName(square)} is on its goal row`);
}

function missingRemark(letters: Letters, colour: number): string[] {
  const missing = NUMBERS.flatMap((most, kind) => {
    const letter = letterOf({ kind, colour });
    return Array.from({ length: Math.max(0, most - (letters.split(letter).length - 1)) }, () => letter);
  });
  return missing.length === 0 ? [] : [`missing of ${sideText(colour)}: ${missing.join(" ")}`];
}
