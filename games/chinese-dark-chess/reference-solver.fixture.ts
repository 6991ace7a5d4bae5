/**
 * Reference solver for endgames: iterates over every placement of a set, either side to move, level by level. Slow; uses no code of the
 * game and no symmetry.
 */
import { PAPER_RULES, referenceMoves, referencePlay, type ReferencePosition } from "./reference.fixture.ts";

/** More plies than any outcome with up to three pieces; a longer one would be reported as a draw. */
const LEVELS = 40;
const CELLS = 32;

/** By position text: plies to the end, odd if the mover wins, even if he loses; -1 for a draw. */
export type ReferenceValues = ReadonlyMap<string, number>;

export function referenceKey(letters: readonly string[], mover: string): string {
  return `${[0, 8, 16, 24].map((at) => letters.slice(at, at + 8).join("")).join("/")} ${mover} 0`;
}

/** All placements of the letters; equal ones are indistinguishable. */
export function* referenceBoards(letters: string): Generator<string[]> {
  const board = new Array<string>(CELLS).fill(".");
  function* place(at: number): Generator<string[]> {
    const letter = letters[at];
    if (letter === undefined) return yield [...board];
    const after = letter === letters[at - 1] ? board.lastIndexOf(letter) + 1 : 0;
    for (let cell = after; cell < CELLS; cell++) {
      if (board[cell] !== ".") continue;
      board[cell] = letter;
      yield* place(at + 1);
      board[cell] = ".";
    }
  }
  yield* place(0);
}

const solved = new Map<string, ReferenceValues>();

/** The values of all positions of a set: White's letters first, equal letters adjacent. */
export function solveReference(letters: string): ReferenceValues {
  const cached = solved.get(letters);
  if (cached) return cached;
  const keys: string[] = [];
  const positions: ReferencePosition[] = [];
  for (const board of referenceBoards(letters)) {
    const rows = [0, 8, 16, 24].map((at) => board.slice(at, at + 8).join(""));
    for (const mover of ["w", "b"]) {
      keys.push(referenceKey(board, mover));
      positions.push({ rows, mover, bag: [], quiet: 0, flip: null });
    }
  }
  const places = new Map(keys.map((key, i) => [key, i]));
  /** Per position: indices of successors within the set, and values of successors in smaller sets. */
  const next = positions.map((position) => {
    const within: number[] = [];
    const beyond: number[] = [];
    for (const move of referenceMoves(position, PAPER_RULES)) {
      const after = referencePlay(position, move, PAPER_RULES);
      const key = referenceKey([...after.rows.join("")], after.mover);
      const place = places.get(key);
      if (place === undefined) beyond.push(valueOf(key));
      else within.push(place);
    }
    return { within, beyond };
  });
  const plies = new Int16Array(keys.length).fill(-1);
  for (let level = 0; level < LEVELS; level++) {
    for (const [i, { within, beyond }] of next.entries()) {
      if (plies[i] !== -1) continue;
      const after = [...beyond, ...within.map((place) => plies[place] as number)];
      const decided = after.filter((count) => count >= 0 && count < level);
      const wins = decided.some((count) => count % 2 === 0 && count === level - 1);
      const loses = decided.length === after.length && decided.every((count) => count % 2 === 1);
      if (level % 2 === 1 ? wins : loses && Math.max(-1, ...decided) === level - 1) plies[i] = level;
    }
  }
  const values = new Map(keys.map((key, i) => [key, plies[i] as number]));
  solved.set(letters, values);
  return values;
}

function valueOf(key: string): number {
  const [board = ""] = key.split(" ");
  const letters = board.replaceAll(/[./]/g, "");
  const [white, black] = [letters.replaceAll(/[A-Z]/g, ""), letters.replaceAll(/[a-z]/g, "")];
  // A side without pieces has no move.
  if (white === "" || black === "") return 0;
  return solveReference([...white].sort().join("") + [...black].sort().join("")).get(key) as number;
}
