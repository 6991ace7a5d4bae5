/** A table's histogram as labels with units. */
import { plural } from "../contracts/quantities.ts";
import type { ValueKind } from "../contracts/table.ts";
import { countWon, readOutcome } from "../solve/outcome-values.ts";

export interface ValueCount {
  readonly label: string;
  readonly count: number;
}

/** The goal cannot be reached. */
const NEVER = 255;
const BITS = 8;

/** Ordered from worst to best: losses by increasing distance, draws, wins by decreasing distance. */
export function valueCounts(histogram: readonly number[], kind: ValueKind): ValueCount[] {
  if (kind === "distance")
    return histogram.flatMap((count, value) =>
      count === 0 ? [] : [{ label: value === NEVER ? "never" : plural(value, "move"), count }],
    );
  if (kind === "won") {
    const won = countWon(histogram);
    const all = BITS * histogram.reduce((sum, count) => sum + count, 0);
    return [
      { label: "won", count: won },
      { label: "not won", count: all - won },
    ];
  }
  const found = histogram.flatMap((count, value) => (count === 0 ? [] : [{ count, ...readOutcome(value, kind) }]));
  const of = (name: string): typeof found =>
    found.filter((each) => each.kind === name).sort((a, b) => a.plies - b.plies);
  return [
    ...of("loss").map(({ plies, count }) => ({ label: `lost in ${plural(plies, "ply", "plies")}`, count })),
    ...of("draw").map(({ count }) => ({ label: "drawn", count })),
    ...of("win")
      .toReversed()
      .map(({ plies, count }) => ({ label: `won in ${plural(plies, "ply", "plies")}`, count })),
    ...of("no position").map(({ count }) => ({ label: "no position", count })),
  ];
}
