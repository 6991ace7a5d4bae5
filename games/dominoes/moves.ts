/** Text of moves: `36`, or `36l` and `36r` if a tile fits both ends; `draw`, `pass`; `+36` for a tile dealt by chance. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Move } from "../../engine/contracts/position.ts";
import { DRAW, GIVE, PASS } from "./constants.ts";
import { NUMBERS, readTile, tileText } from "./tiles.ts";

/** The open numbers at the left and at the right. */
export type Ends = readonly [left: number, right: number];

export function formatMove(move: Move, [left, right]: Ends): string {
  if (move === DRAW) return "draw";
  if (move === PASS) return "pass";
  if (move >= GIVE) return `+${tileText(move - GIVE)}`;
  const tile = move >> 1;
  const numbers: readonly number[] = NUMBERS[tile] ?? [];
  const both = left !== right && numbers.includes(left) && numbers.includes(right);
  return `${tileText(tile)}${both ? (move % 2 === 0 ? "l" : "r") : ""}`;
}

export function parseMove(legal: readonly Move[], ends: Ends, text: string): Result<Move> {
  const texts = legal.map((move) => formatMove(move, ends));
  const match = /^(\+?)([0-6]{2})([lr]?)$/.exec(text);
  const tile = match ? readTile(match[2] as string) : null;
  // The numbers of a tile may be in either order.
  const canonical = match && tile !== null ? `${match[1]}${tileText(tile)}` : text;
  const found = texts.indexOf(`${canonical}${match?.[3] ?? ""}`);
  if (found >= 0) return ok(legal[found] as Move);
  if (texts.includes(`${canonical}l`))
    return fail(
      "bad-move",
      `${canonical} fits both ends; expected ${canonical}l for the left end or ${canonical}r for the right end`,
    );
  return fail("bad-move", `"${text}" is not a legal move; expected one of ${texts.slice(0, 14).join(", ") || "none"}`);
}
