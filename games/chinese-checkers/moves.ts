/** Moves as text: `c3-e5`, or `pass`. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { MovePath } from "../../engine/contracts/display.ts";
import type { Move } from "../../engine/contracts/position.ts";
import { chainOf } from "./chains.ts";
import type { Notation, Placement } from "./notation.ts";

/** As in the kernel: from·128 + to. */
const PASS = 0 as Move;

function moveFrom(move: Move): number {
  return move >> 7;
}

function moveTo(move: Move): number {
  return move & 127;
}

export function formatMove(notation: Notation, move: Move): string {
  return move === PASS ? "pass" : `${notation.cellName(moveFrom(move))}-${notation.cellName(moveTo(move))}`;
}

export function pathOf(notation: Notation, { cells }: Placement, move: Move): MovePath | null {
  if (move === PASS) return null;
  const [from, to] = [moveFrom(move), moveTo(move)];
  const occupied = new Set(cells.flat());
  occupied.delete(from);
  const names = (chainOf(notation, occupied, from, to) ?? [from, to]).map((cell) => notation.cellName(cell));
  return { from: names[0] as string, to: names.at(-1) as string, through: names.slice(1, -1) };
}

/** Parses a legal move; the error lists alternatives. */
export function parseMove(notation: Notation, legal: readonly Move[], text: string): Result<Move> {
  const trimmed = text.trim().toLowerCase();
  const parts = /^([a-z]\d+)\s*(?:-|to|\s|>|)\s*([a-z]\d+)$/.exec(trimmed);
  let move = PASS;
  if (trimmed !== "pass") {
    if (!parts)
      return fail(
        "bad-move",
        `"${text.trim()}" is not a move; expected start and end cell, for example ${example(notation, legal)}`,
      );
    const from = notation.parseCell(parts[1] as string);
    const to = notation.parseCell(parts[2] as string);
    if (!from.ok) return fail("bad-move", from.error.message);
    if (!to.ok) return fail("bad-move", to.error.message);
    // Otherwise a1-a1 would encode a pass.
    if (from.value === to.value)
      return fail("bad-move", `${parts[1]}-${parts[2]} is not legal here; start and end must differ`);
    move = ((from.value << 7) | to.value) as Move;
  }
  if (legal.includes(move)) return ok(move);
  const sameStart = legal.filter((candidate) => moveFrom(candidate) === moveFrom(move) && candidate !== PASS);
  const instead =
    sameStart.length > 0 && move !== PASS
      ? `from there to ${sameStart.map((candidate) => notation.cellName(moveTo(candidate))).join(", ")}`
      : `for example ${example(notation, legal)}`;
  return fail("bad-move", `${formatMove(notation, move)} is not legal here; ${instead}`);
}

function example(notation: Notation, legal: readonly Move[]): string {
  return legal[0] === undefined ? "none: the game has ended" : formatMove(notation, legal[0]);
}
