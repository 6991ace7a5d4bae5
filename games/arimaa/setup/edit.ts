/**
 * Editing commands: `Ra1` places a piece, `Ra1>b1` moves it, `a1 b2` or `a1<>b2` swaps, `-a1` removes; `fill`, `mirror`, `clear`, a named setup.
 * For the setup phase and for the position editor.
 */
import { fail, ok, type Result } from "../../../engine/contracts/errors.ts";
import { didYouMean } from "../../../engine/contracts/did-you-mean.ts";
import { SETUP_NAMES, setupRows } from "../setups.ts";
import { KIND_NAMES, letterOf, NUMBERS, pieceOf, SQUARES, squareName, squareOf } from "../squares.ts";

/** 64 letters from a8 to h1, as positions are written. */
export type Letters = string;
export const EMPTY_BOARD: Letters = ".".repeat(SQUARES);

export interface Scope {
  /** The side that sets up, restricted to its two rows and its pieces; null for the whole board and both sides. */
  readonly side: number | null;
}

const PLACED = /^([rcdhme])([a-h][1-8])$/i;
const MOVED = /^([rcdhme]?)([a-h][1-8])>([a-h][1-8])$/i;
const SWAPPED = /^([a-h][1-8])<>([a-h][1-8])$/i;
const REMOVED = /^-[rcdhme]?([a-h][1-8])$/i;
const SQUARE = /^[a-h][1-8]$/i;
const EDIT_WORDS: readonly string[] = ["fill", "mirror", "clear", "swap", "done"];

export const EDIT_HELP: readonly string[] = [
  "  Ra1 Hb2   place pieces",
  "  Ra1>b1    move a piece; swaps if the target is occupied",
  "  a1 b2     swap two squares (also: a1<>b2)",
  "  -a1       remove a piece",
  `  99of9     a named setup: ${SETUP_NAMES.filter((name) => !name.endsWith("-mirrored")).join(", ")}, each also -mirrored`,
  "  mirror    exchange left and right",
  "  fill      put rabbits on the free squares of the two rows",
  "  clear     remove all pieces",
];

export function letterAt(letters: Letters, square: number): string {
  return letters[square ^ 56] as string;
}

function withLetter(letters: Letters, square: number, letter: string): Letters {
  const at = square ^ 56;
  return letters.slice(0, at) + letter + letters.slice(at + 1);
}

function exchanged(letters: Letters, one: number, other: number): Letters {
  return withLetter(withLetter(letters, one, letterAt(letters, other)), other, letterAt(letters, one));
}

/** The two home rows of a side, from a to h, its first row first. */
export function homeSquares(side: number): number[] {
  return Array.from({ length: 16 }, (_, i) => (side === 0 ? i : 56 - 8 * (i >> 3) + (i & 7)));
}

export function mirrored(letters: Letters): Letters {
  return Array.from(letters, (_, at) => letters[at ^ 7]).join("");
}

/** Colours exchanged and rows reversed. */
export function turned(letters: Letters): Letters {
  return Array.from(letters, (_, at) => {
    const letter = letters[at ^ 56] as string;
    return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  }).join("");
}

/** A named setup of a side; replaces all its pieces and clears its rows. */
export function namedSetup(letters: Letters, name: string, side: number): Letters {
  const rows = setupRows(name);
  let now = Array.from(letters, (letter) => (pieceOf(letter)?.colour === side ? "." : letter)).join("");
  for (const [i, square] of homeSquares(side).entries()) {
    const letter = rows[side === 0 ? i : i ^ 7] as string;
    now = withLetter(now, square, side === 0 ? letter : letter.toLowerCase());
  }
  return now;
}

/** Applies the command at index `at`; returns how many words it used. */
export function applyEdit(
  letters: Letters,
  words: readonly string[],
  at: number,
  scope: Scope,
): Result<{ readonly letters: Letters; readonly used: number }> {
  const word = words[at] as string;
  const name = word.toLowerCase();
  const one = (next: Result<Letters>): Result<{ letters: Letters; used: number }> =>
    next.ok ? ok({ letters: next.value, used: 1 }) : next;
  const placed = PLACED.exec(word);
  if (placed) return one(place(letters, placed[1] as string, nameToSquare(placed[2]), scope));
  const moved = MOVED.exec(word);
  if (moved) return one(move(letters, moved[1] ?? "", nameToSquare(moved[2]), nameToSquare(moved[3]), scope));
  const swapped = SWAPPED.exec(word);
  if (swapped) return one(swap(letters, nameToSquare(swapped[1]), nameToSquare(swapped[2]), scope));
  const removed = REMOVED.exec(word);
  if (removed) return one(remove(letters, nameToSquare(removed[1]), scope));
  if (SQUARE.test(word) || name === "swap") {
    const from = name === "swap" ? at + 1 : at;
    const [first = "", second = ""] = words.slice(from, from + 2);
    if (!SQUARE.test(first) || !SQUARE.test(second))
      return fail("bad-move", `"${words.slice(at, from + 2).join(" ")}": expected two squares, as in a1 b2`);
    const next = swap(letters, nameToSquare(first), nameToSquare(second), scope);
    return next.ok ? ok({ letters: next.value, used: from + 2 - at }) : next;
  }
  if (name === "mirror") return one(ok(mirroredWithin(letters, scope)));
  if (name === "clear") return one(ok(cleared(letters, scope)));
  if (name === "fill") return one(ok(filled(letters, scope)));
  if (SETUP_NAMES.includes(name))
    return one(ok(sidesOf(scope).reduce((now, side) => namedSetup(now, name, side), letters)));
  return fail(
    "bad-move",
    `"${word.slice(0, 40)}" is not a command; expected a piece and a square as in ${scope.side === 1 ? "ra8" : "Ra1"}, Ra1>b1, a1 b2, -a1, a named setup, or one of ${EDIT_WORDS.join(", ")}${didYouMean(word, [...EDIT_WORDS, ...SETUP_NAMES])}`,
  );
}

function nameToSquare(name: string | undefined): number {
  return squareOf((name ?? "").toLowerCase());
}

function sidesOf({ side }: Scope): readonly number[] {
  return side === null ? [0, 1] : [side];
}

function allowed(square: number, { side }: Scope): string | null {
  if (side === null || square >> 4 === (side === 0 ? 0 : 3)) return null;
  return `${squareName(square)} is outside your rows: ${side === 0 ? "gold sets up on rows 1 and 2" : "silver sets up on rows 7 and 8"}`;
}

function place(letters: Letters, given: string, square: number, scope: Scope): Result<Letters> {
  const error = allowed(square, scope);
  if (error !== null) return fail("bad-move", error);
  // Case is ignored when one side sets up.
  const letter = scope.side === null ? given : scope.side === 0 ? given.toUpperCase() : given.toLowerCase();
  const cleared = withLetter(letters, square, ".");
  if (scope.side === null) return ok(withLetter(cleared, square, letter));
  const standing = squaresOf(cleared, letter);
  const kind = pieceOf(letter)!.kind;
  const most = NUMBERS[kind] as number;
  if (standing.length < most) return ok(withLetter(cleared, square, letter));
  // There is only one elephant and one camel: move it.
  if (most === 1) return ok(exchanged(letters, standing[0] as number, square));
  const [first = 0] = standing;
  return fail(
    "bad-move",
    `${letter}${squareName(square)}: all ${most} ${KIND_NAMES[kind]}s are placed already, on ${standing.map(squareName).join(", ")}; move one, as in ${letter}${squareName(first)}>${squareName(square)}`,
  );
}

function squaresOf(letters: Letters, letter: string): number[] {
  return Array.from({ length: SQUARES }, (_, square) => square).filter(
    (square) => letterAt(letters, square) === letter,
  );
}

function move(letters: Letters, given: string, from: number, to: number, scope: Scope): Result<Letters> {
  const error = allowed(from, scope) ?? allowed(to, scope);
  if (error !== null) return fail("bad-move", error);
  const there = letterAt(letters, from);
  if (there === ".") return fail("bad-move", `no piece on ${squareName(from)}`);
  const same = scope.side === null ? given === there : given.toLowerCase() === there.toLowerCase();
  if (given !== "" && !same) return fail("bad-move", `the piece on ${squareName(from)} is ${there}, not ${given}`);
  return ok(exchanged(letters, from, to));
}

function swap(letters: Letters, one: number, other: number, scope: Scope): Result<Letters> {
  const error = allowed(one, scope) ?? allowed(other, scope);
  if (error !== null) return fail("bad-move", error);
  if (letterAt(letters, one) === "." && letterAt(letters, other) === ".")
    return fail("bad-move", `no piece on ${squareName(one)} or ${squareName(other)}`);
  return ok(exchanged(letters, one, other));
}

function remove(letters: Letters, square: number, scope: Scope): Result<Letters> {
  const error = allowed(square, scope);
  if (error !== null) return fail("bad-move", error);
  return letterAt(letters, square) === "."
    ? fail("bad-move", `no piece on ${squareName(square)}`)
    : ok(withLetter(letters, square, "."));
}

/** For one side, only its own rows. */
function mirroredWithin(letters: Letters, { side }: Scope): Letters {
  if (side === null) return mirrored(letters);
  return homeSquares(side).reduce((now, square) => withLetter(now, square, letterAt(letters, square ^ 7)), letters);
}

function cleared(letters: Letters, scope: Scope): Letters {
  return Array.from(letters, (letter) => {
    const piece = pieceOf(letter);
    return piece && sidesOf(scope).includes(piece.colour) ? "." : letter;
  }).join("");
}

function filled(letters: Letters, scope: Scope): Letters {
  let now = letters;
  for (const side of sidesOf(scope)) {
    const rabbit = letterOf({ kind: 0, colour: side });
    for (const square of homeSquares(side)) {
      const free = letterAt(now, square) === ".";
      if (free && squaresOf(now, rabbit).length < (NUMBERS[0] as number)) now = withLetter(now, square, rabbit);
    }
  }
  return now;
}
