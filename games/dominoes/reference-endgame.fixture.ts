/** Reference recursion for endgames over lists of texts: empty stock, both hands visible. Shares no code with the tables. */
import { pips } from "./reference.fixture.ts";

export interface ReferenceValue {
  readonly outcome: 1 | 0 | -1;
  readonly plies: number;
}

function laid(tile: string, end: string): string {
  return (tile[0] === end ? tile[1] : tile[0]) as string;
}

/** All ways to lay: the hand and the ends afterwards. */
function ways(hand: readonly string[], ends: string): { rest: readonly string[]; ends: string }[] {
  const [left = "", right = ""] = ends;
  return hand.flatMap((tile) => {
    const rest = hand.filter((each) => each !== tile);
    return [
      ...(tile.includes(left) ? [{ rest, ends: laid(tile, left) + right }] : []),
      ...(tile.includes(right) ? [{ rest, ends: left + laid(tile, right) }] : []),
    ];
  });
}

export function referenceValue(
  mover: readonly string[],
  other: readonly string[],
  ends: string,
  blocked: "pips" | "draw",
): ReferenceValue {
  if (other.length === 0) return { outcome: -1, plies: 0 };
  const laying = ways(mover, ends);
  if (laying.length === 0) {
    if (ways(other, ends).length === 0) {
      const less = blocked === "draw" ? 0 : Math.sign(pips(other) - pips(mover));
      return { outcome: less as ReferenceValue["outcome"], plies: 0 };
    }
    return before([referenceValue(other, mover, ends, blocked)]);
  }
  return before(laying.map((way) => referenceValue(other, way.rest, way.ends, blocked)));
}

/** The best value, given the values for the other player: the fastest win, a draw, or the slowest loss. */
function before(after: readonly ReferenceValue[]): ReferenceValue {
  const lost = after.filter(({ outcome }) => outcome === -1).map(({ plies }) => plies);
  if (lost.length > 0) return { outcome: 1, plies: Math.min(...lost) + 1 };
  if (after.some(({ outcome }) => outcome === 0)) return { outcome: 0, plies: 0 };
  return { outcome: -1, plies: Math.max(...after.map(({ plies }) => plies)) + 1 };
}
