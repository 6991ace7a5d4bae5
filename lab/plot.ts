/** A small plot as SVG: for each entry of a table's row our figure with its interval, and the paper's with its own. */
import { escapeHtml } from "./escape.ts";
import type { Estimate } from "./estimate.ts";

export interface PlotEntry {
  readonly label: string;
  readonly ours: Estimate | null;
  readonly paper: Estimate;
}

const WIDTH = 340;
const LEFT = 112;
const RIGHT = 14;
const TOP = 8;
const STEP = 30;
const BOTTOM = 22;
/** Ours above, the paper's below the middle of an entry's line. */
const APART = 5;
const TICKS = [0, 25, 50, 75, 100];

/** Per cent from 0 to 100, one line an entry. Colours come from the page's classes `ours` and `paper`. */
export function plotRow(title: string, entries: readonly PlotEntry[]): string {
  const height = TOP + STEP * entries.length + BOTTOM;
  const bottom = height - BOTTOM;
  const ticks = TICKS.map(
    (tick) =>
      `<line class="${tick === 50 ? "half" : "grid"}" x1="${x(tick)}" y1="${TOP}" x2="${x(tick)}" y2="${bottom}"/>` +
      `<text class="tick" x="${x(tick)}" y="${height - 6}" text-anchor="middle">${tick}</text>`,
  );
  const lines = entries.map(({ label, ours, paper }, i) => {
    const y = TOP + STEP * (i + 0.5);
    return (
      `<text x="${LEFT - 10}" y="${y + 4}" text-anchor="end">${escapeHtml(label)}</text>` +
      mark("paper", paper, y + APART, diamond(x(paper.value), y + APART)) +
      (ours ? mark("ours", ours, y - APART, `<circle cx="${x(ours.value)}" cy="${y - APART}" r="4.5"/>`) : "")
    );
  });
  return (
    `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeHtml(describe(title, entries))}">` +
    `${ticks.join("")}${lines.join("")}</svg>`
  );
}

function mark(kind: string, estimate: Estimate, y: number, shape: string): string {
  return `<g class="${kind}"><line x1="${x(estimate.low)}" y1="${y}" x2="${x(estimate.high)}" y2="${y}"/>${shape}</g>`;
}

function diamond(cx: number, cy: number): string {
  return `<path d="M${cx} ${cy - 5}L${cx + 5} ${cy}L${cx} ${cy + 5}L${cx - 5} ${cy}Z"/>`;
}

function x(percent: number): number {
  const place = LEFT + ((WIDTH - LEFT - RIGHT) * Math.min(100, Math.max(0, percent))) / 100;
  return Math.round(10 * place) / 10;
}

function describe(title: string, entries: readonly PlotEntry[]): string {
  const parts = entries.map(
    ({ label, ours, paper }) => `${label}: ${ours ? `ours ${ours.value.toFixed(1)}` : "not run"}, paper ${paper.value}`,
  );
  return `${title}. ${parts.join("; ")}`;
}
