/** Won, drawn and lost entries of a table by plies, as text. */
import { formatPlies } from "../engine/contracts/quantities.ts";
import type { ValueKind } from "../engine/contracts/table.ts";
import { countWon, readOutcome } from "../engine/solve/outcome-values.ts";
import { formatNumber, type Painter } from "./terminal.ts";

interface Counts {
  readonly won: number[];
  readonly lost: number[];
  drawn: number;
}

function countOutcomes(histogram: readonly number[], values: ValueKind): Counts {
  const counts: Counts = { won: [], lost: [], drawn: 0 };
  histogram.forEach((count, value) => {
    const { kind, plies } = readOutcome(value, values);
    if (count === 0 || kind === "no position") return;
    if (kind === "draw") counts.drawn = count;
    else counts[kind === "win" ? "won" : "lost"][plies] = count;
  });
  return counts;
}

export function outcomeSummary(histogram: readonly number[], values: ValueKind): string {
  if (values === "won") return `eight positions each, ${formatNumber(countWon(histogram))} of them won`;
  const { won, lost, drawn } = countOutcomes(histogram, values);
  const sum = (counts: readonly number[]): string => formatNumber(counts.reduce((total, count) => total + count, 0));
  const longest = Math.max(won.length, lost.length) - 1;
  return `${sum(won)} won, ${formatNumber(drawn)} drawn, ${sum(lost)} lost, in at most ${formatPlies(longest)}`;
}

export function outcomeLines(histogram: readonly number[], values: ValueKind, paint: Painter): string[] {
  if (values === "won") return [];
  const { won, lost } = countOutcomes(histogram, values);
  const rows = Array.from({ length: Math.max(won.length, lost.length) }, (_, plies) => ({
    won: won[plies] ?? 0,
    lost: lost[plies] ?? 0,
  }));
  const most = Math.max(...rows.map((row) => row.won + row.lost));
  return [
    paint("dim", " plies           won          lost"),
    ...rows.map((row, plies) => {
      const bar = "▇".repeat(Math.ceil((40 * (row.won + row.lost)) / most));
      return `${String(plies).padStart(6)} ${formatNumber(row.won).padStart(13)} ${formatNumber(row.lost).padStart(13)} ${paint("cyan", bar)}`;
    }),
  ];
}
