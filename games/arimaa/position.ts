/**
 * Notation of positions: `g` or `s` to move and 64 letters from a8 to h1, then the steps of this turn: `g rrrr…RRRR Ra2n`. During setup:
 * `setup g ……`. Also accepted: spaces for empty squares in brackets (`g [rrr …]`, as in AEI), `w` and `b` for the sides as in old records,
 * / between rows, and drawn boards with borders.
 */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/position.ts";
import { shortened } from "../../engine/contracts/quoted-text.ts";
import { stepsOf, type Board } from "./board.ts";
import { PLAYING, SIDE } from "./layout.ts";
import { formatStep, parseMoves } from "./moves.ts";
import { unprotected } from "./illegal-moves.ts";
import {
  KIND_NAMES,
  LETTERS,
  lettersOf,
  NUMBERS,
  pieceAt,
  letterOf,
  pieceOf,
  SQUARES,
  squareName,
  TRAPS,
} from "./squares.ts";

const FORM =
  'expected the side to move and 64 letters from a8 to h1, as in "g rrrrrrrr…RRRRRRRR" with . for an empty square';
const SIDES: Readonly<Record<string, number>> = { g: 0, w: 0, s: 1, b: 1 };

export function formatPosition(board: Board, position: Position): string {
  const side = position[SIDE] === 0 ? "g" : "s";
  if (position[PLAYING] === 0) return `setup ${side} ${lettersOf(position)}`;
  let now = board.startOfTurn(position);
  const words = [side, lettersOf(now)];
  for (const { step, capture } of stepsOf(position)) {
    words.push(formatStep(now, step), ...(capture === null ? [] : [capture]));
    now = board.play(now, step);
  }
  return words.join(" ");
}

/** A parsed position before validation. */
export interface RawPosition {
  readonly setup: boolean;
  readonly side: number;
  readonly letters: string;
  /** The steps of this turn. */
  readonly rest: string;
}

export function parseRawPosition(text: string): Result<RawPosition> {
  return text.includes("|") ? readDiagram(text) : readLine(text);
}

export function parsePosition(board: Board, text: string): Result<Position> {
  const raw = parseRawPosition(text);
  if (!raw.ok) return raw;
  const { setup, side, letters, rest } = raw.value;
  const [tooMany] = pieceCountErrors(letters);
  if (tooMany !== undefined) return fail("bad-position", tooMany);
  if (!setup && !/[^.]/.test(letters)) return fail("bad-position", "there are no pieces");
  const position = board.position(letters, side, !setup);
  if (setup) return checkSetup(position, rest);
  const [unprotectedPiece] = trapErrors(position);
  if (unprotectedPiece !== undefined) return fail("bad-position", unprotectedPiece);
  return rest === "" ? ok(position) : playSteps(board, position, rest);
}

function readLine(text: string): Result<RawPosition> {
  const match = /^(setup\s+)?([gswb])\s+(?:\[([^\]]*)\]|(\S+))(.*)$/s.exec(text.trim());
  if (!match) return fail("bad-position", `"${shortened(text)}" is not a position; ${FORM}`);
  const [, setup, side = "", inBrackets, unbracketed, rest = ""] = match;
  const letters = (inBrackets ?? unbracketed ?? "").replaceAll(" ", ".").replaceAll("/", "");
  const wrong = [...letters].find((letter) => letter !== "." && !pieceOf(letter));
  if (wrong !== undefined)
    return fail(
      "bad-position",
      `"${wrong}" in "${shortened(letters)}" is not a piece; expected one of ${LETTERS} (gold in capitals) or .`,
    );
  if (letters.length !== SQUARES) return fail("bad-position", `${letters.length} squares; expected 64 from a8 to h1`);
  return ok({ setup: setup !== undefined, side: SIDES[side] as number, letters, rest: rest.trim() });
}

/** A drawn board: rows from 8 to 1 between bars, two columns per square; the line before it gives the side to move and the steps made. */
function readDiagram(text: string): Result<RawPosition> {
  const lines = text.split(/\r?\n/);
  const rows = lines.filter((line) => line.includes("|"));
  if (rows.length !== 8) return fail("bad-position", `${rows.length} rows between bars; expected 8`);
  let letters = "";
  for (const [i, row] of rows.entries()) {
    const match = /^\s*([1-8])?\s*\|(.*)\|/.exec(row);
    const inner = match?.[2] ?? "";
    if (!match || inner.length < 16 || inner.length > 17)
      return fail(
        "bad-position",
        `row ${8 - i}, "${row.trim()}": expected 8 squares between bars, as in 8| r r . r x . . r |`,
      );
    if (match[1] !== undefined && Number(match[1]) !== 8 - i)
      return fail("bad-position", `row ${match[1]} comes where row ${8 - i} was expected`);
    for (let file = 0; file < 8; file++) {
      const letter = inner[2 * file + 1] as string;
      const name = squareName(8 * (7 - i) + file);
      if (inner[2 * file] !== " ") return fail("bad-position", `row ${8 - i}: expected a space before ${name}`);
      if (!/[ .xX*]/.test(letter) && !pieceOf(letter))
        return fail(
          "bad-position",
          `"${letter}" on ${name} is not a piece; expected one of ${LETTERS}, gold in capitals`,
        );
      letters += pieceOf(letter) ? letter : ".";
    }
  }
  const head = (lines.slice(0, lines.indexOf(rows[0] as string)).find((line) => /[a-z0-9]/i.test(line)) ?? "").trim();
  const match = /^\d*\s*([gswb])(?:\s+(.*))?$/.exec(head);
  if (!match)
    return fail(
      "bad-position",
      `"${head}" above the board does not give the side to move; expected a line such as 2g or 12s`,
    );
  return ok({ setup: false, side: SIDES[match[1] as string] as number, letters, rest: (match[2] ?? "").trim() });
}

/** Errors for too many pieces of a kind. */
export function pieceCountErrors(letters: string): string[] {
  return [0, 1].flatMap((colour) =>
    NUMBERS.flatMap((most, kind) => {
      const letter = letterOf({ kind, colour });
      const count = letters.split(letter).length - 1;
      const side = colour === 0 ? "gold" : "silver";
      return count > most
        ? [`${count} ${letter}; ${side} has at most ${most} ${KIND_NAMES[kind]}${most > 1 ? "s" : ""}`]
        : [];
    }),
  );
}

/** Errors for unprotected pieces on traps. */
export function trapErrors(position: Position): string[] {
  return unprotected(position, TRAPS).map(
    (trap) =>
      `${letterOf(pieceAt(position, trap)!)} on the trap ${squareName(trap)} has no adjacent friend and would be captured`,
  );
}

/** Gold completes its setup before silver begins; pieces are on their two home rows. */
function checkSetup(position: Position, rest: string): Result<Position> {
  if (rest !== "") return fail("bad-position", `unexpected "${rest}" after a setup; steps come after both setups`);
  const side = position[SIDE] as number;
  const counts = [0, 0];
  for (let square = 0; square < SQUARES; square++) {
    const piece = pieceAt(position, square);
    if (!piece) continue;
    counts[piece.colour]!++;
    if (square >> 4 !== (piece.colour === 0 ? 0 : 3))
      return fail(
        "bad-position",
        `${letterOf(piece)} on ${squareName(square)} is outside the two home rows of its side`,
      );
  }
  const [gold = 0, silver = 0] = counts;
  if (side === 0 ? gold < 16 && silver === 0 : gold === 16 && silver < 16) return ok(position);
  return fail(
    "bad-position",
    `${gold} gold and ${silver} silver pieces; ${side === 0 ? "during gold's setup gold has at most 15 and silver none" : "during silver's setup gold has 16 and silver at most 15"}`,
  );
}

function playSteps(board: Board, start: Position, text: string): Result<Position> {
  const read = parseMoves(board, start, text);
  if (!read.ok) return fail("bad-position", read.error.message);
  if (read.value.position[SIDE] !== start[SIDE])
    return fail("bad-position", `"${text}" is a whole turn; expected the position after it`);
  return ok(read.value.position);
}
