/** Counts of won, drawn and lost positions of a table, and its longest win and loss. */
import type { TablePart, ValueKind } from "../../engine/contracts/table.ts";
import { readOutcome, valuesOfBytes } from "../../engine/solve/outcome-values.ts";
import type { TableFile } from "../../engine/tables/table-file.ts";
import type { OutcomeCounts } from "../../service/table-documents.ts";

const BYTES = 256;

/** Null for tables without outcomes and distances. */
export function outcomeCounts(histogram: readonly number[], kind: ValueKind): OutcomeCounts | null {
  if (kind !== "outcome" && kind !== "turns") return null;
  const sums = { win: 0, draw: 0, loss: 0 };
  const longest = { win: -1, draw: -1, loss: -1 };
  for (const [value, count] of histogram.entries()) {
    const outcome = readOutcome(value, kind);
    if (count === 0 || outcome.kind === "no position") continue;
    sums[outcome.kind] += count;
    longest[outcome.kind] = Math.max(longest[outcome.kind], outcome.plies);
  }
  const { win, draw, loss } = sums;
  const orNull = (plies: number): number | null => (plies < 0 ? null : plies);
  return {
    won: win,
    drawn: draw,
    lost: loss,
    longestWin: orNull(longest.win),
    longestLoss: orNull(longest.loss),
  };
}

/** Histograms of the consecutive parts of a table, read from its blocks; null if that takes longer than `milliseconds`. */
export function partHistograms(
  file: TableFile,
  parts: readonly TablePart[],
  milliseconds: number,
): readonly (readonly number[])[] | null {
  const until = performance.now() + milliseconds;
  const histograms = parts.map(() => new Float64Array(BYTES));
  let part = 0;
  let left = parts[0]?.entries ?? 0;
  for (let block = 0; block < file.blocks; block++) {
    if (performance.now() > until) return null;
    const bytes = file.readBlock(block);
    for (let at = 0; at < bytes.length && part < parts.length;) {
      const end = Math.min(bytes.length, at + left);
      const histogram = histograms[part] as Float64Array;
      for (let i = at; i < end; i++) (histogram[bytes[i] as number] as number)++;
      left -= end - at;
      at = end;
      while (left === 0 && part < parts.length) left = parts[++part]?.entries ?? 0;
    }
  }
  return histograms.map((histogram, i) => valuesOfBytes([...histogram], parts[i]?.latest));
}
