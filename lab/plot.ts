/** A small SVG plot of a table row: our figures and the paper's, with intervals. */
import { escapeHtml } from "./escape.ts";
import type { Estimate } from "./estimate.ts";

interface PlotEntry {
  readonly label: string;
  readonly ours: Estimate | null;
  readonly paper: Estimate;
}

const WIDTH = 380;
const LETTER = 7;
const MARGIN = 12;
const TOP = 8;
const STEP = 30;
const BOTTOM = 22;
/** Vertical offset: ours above, the paper's below the middle of a line. */
const APART = 5;
const TICKS = [0, 25, 50, 75, 100];
/** A dot and a diamond, centred. */
const SHAPES = { ours: "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0Z", paper: "M0-5L5 0L0 5L-5 0Z" } as const;

/** A scale from 0 to 100 %, one line per entry, labels of up to `letters`. The page styles the classes `ours` and `paper`. */
export function plotRow(title: string, entries: readonly PlotEntry[], letters: number): string {
  const left = MARGIN + LETTER * letters + MARGIN;
  const x = (percent: number): string =>
    (left + ((WIDTH - left - MARGIN) * Math.min(100, Math.max(0, percent))) / 100).toFixed(1);
  const height = TOP + STEP * entries.length + BOTTOM;
  const ticks = TICKS.map(
    (tick) =>
      `<line class="${tick === 50 ? "half" : "grid"}" x1="${x(tick)}" y1="${TOP}" x2="${x(tick)}" y2="${height - BOTTOM}"/>` +
      `<text class="tick" x="${x(tick)}" y="${height - 6}" text-anchor="middle">${tick}</text>`,
  );
  const mark = (kind: "ours" | "paper", { value, low, high }: Estimate, y: number): string =>
    `<g class="${kind}"><line x1="${x(low)}" y1="${y}" x2="${x(high)}" y2="${y}"/>` +
    `<path transform="translate(${x(value)} ${y})" d="${SHAPES[kind]}"/></g>`;
  const lines = entries.map(({ label, ours, paper }, i) => {
    const y = TOP + STEP * (i + 0.5);
    return (
      `<text x="${left - MARGIN}" y="${y + 4}" text-anchor="end">${escapeHtml(label)}</text>` +
      mark("paper", paper, y + APART) +
      (ours ? mark("ours", ours, y - APART) : "")
    );
  });
  return (
    `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeHtml(describe(title, entries))}">` +
    `${ticks.join("")}${lines.join("")}</svg>`
  );
}

function describe(title: string, entries: readonly PlotEntry[]): string {
  const parts = entries.map(
    ({ label, ours, paper }) => `${label}: ${ours ? `ours ${ours.value.toFixed(1)}` : "not run"}, paper ${paper.value}`,
  );
  return `${title}. ${parts.join("; ")}`;
}
