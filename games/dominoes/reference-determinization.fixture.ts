/** Reference recursion for determinizations: all tiles visible, the stock in a known order. */
import { pips } from "./reference.fixture.ts";

export interface Determinization {
  readonly mover: readonly string[];
  readonly other: readonly string[];
  readonly ends: string;
  readonly stock: readonly string[];
}

export interface DeterminizationRules {
  readonly stock: "block" | "until" | "one";
  readonly keep: number;
  readonly blocked: "pips" | "draw";
}

const fits = (tile: string, ends: string): boolean =>
  tile.includes(ends[0] as string) || tile.includes(ends[1] as string);

/** All ways to lay, with the position from the other player's point of view. */
export function layings({
  mover,
  other,
  ends,
  stock,
}: Determinization): { tile: string; side: "l" | "r"; after: Determinization }[] {
  return mover.flatMap((tile) =>
    (["l", "r"] as const).flatMap((side) => {
      const end = ends[side === "l" ? 0 : 1] as string;
      if (!tile.includes(end)) return [];
      const open = (tile[0] === end ? tile[1] : tile[0]) as string;
      const rest = mover.filter((each) => each !== tile);
      return [
        {
          tile,
          side,
          after: { mover: other, other: rest, ends: side === "l" ? open + ends[1] : ends[0] + open, stock },
        },
      ];
    }),
  );
}

/** 1, 0 or -1 for the mover. */
export function determinizationValue(position: Determinization, rules: DeterminizationRules): number {
  const { mover, other, ends, stock } = position;
  if (other.length === 0) return -1;
  const drawable = rules.stock === "block" ? 0 : stock.length - rules.keep;
  if (!mover.some((tile) => fits(tile, ends))) {
    if (drawable > 0) {
      const drawn = { ...position, mover: [...mover, stock[0] as string], stock: stock.slice(1) };
      if (rules.stock === "until" || fits(stock[0] as string, ends)) return determinizationValue(drawn, rules);
      if (drawable === 1 && ![...drawn.mover, ...other].some((tile) => fits(tile, ends)))
        return blockedValue(drawn, rules);
      return -determinizationValue({ ...drawn, mover: other, other: drawn.mover }, rules);
    }
    if (!other.some((tile) => fits(tile, ends))) return blockedValue(position, rules);
    return -determinizationValue({ ...position, mover: other, other: mover }, rules);
  }
  return Math.max(...layings(position).map(({ after }) => -determinizationValue(after, rules)));
}

function blockedValue({ mover, other }: Determinization, { blocked }: DeterminizationRules): number {
  return blocked === "draw" ? 0 : Math.sign(pips(other) - pips(mover));
}
