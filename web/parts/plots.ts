/** Plots of statistics, by Observable Plot; loaded when one is first shown. */
import * as Plot from "@observablehq/plot";
import type { Interval } from "../../service/api.ts";
import type { Count } from "./histogram.tsx";

/** The library puts a style sheet into its picture, which the page's policy refuses; the page has these styles itself. */
function withoutStyle(plot: Element): Element {
  for (const style of plot.querySelectorAll("style")) style.remove();
  return plot;
}

function outcomeOf(label: string): string {
  if (/^(win|won|w\b)/i.test(label)) return "var(--win)";
  if (/^(loss|lost|lose|l\b)/i.test(label)) return "var(--loss)";
  if (/^draw/i.test(label)) return "var(--draw)";
  return "var(--accent)";
}

export function histogram(counts: readonly Count[], width: number): Element {
  const short = (label: string): string => label.replace(/^(\D*?)(\d+).*$/, "$1$2");
  const names = counts.map(({ label }) => short(label));
  const unique = new Set(names).size === names.length;
  const data = counts.map(({ label, count }, index) => ({
    label: unique ? (names[index] as string) : label,
    full: label,
    count,
  }));
  const every = Math.ceil(data.length / Math.max(4, width / 44));
  return withoutStyle(
    Plot.plot({
      className: "plot",
      width,
      height: 240,
      marginLeft: 56,
      marginBottom: data.some(({ label }) => label.length > 4) ? 58 : 44,
      x: {
        domain: data.map(({ label }) => label),
        label: null,
        tickFormat: (label: string, index: number) => (index % every === 0 ? label : ""),
        tickSize: 0,
        tickRotate: data.length > 12 ? -35 : 0,
      },
      y: { grid: true, label: "entries", tickFormat: "~s" },
      marks: [
        Plot.barY(data, {
          x: "label",
          y: "count",
          fill: (each: { full: string }) => outcomeOf(each.full),
          title: (each: { full: string; count: number }) => `${each.full}: ${each.count.toLocaleString("en")}`,
        }),
        Plot.ruleY([0]),
      ],
    }) as Element,
  );
}

export interface Compared {
  readonly name: string;
  readonly paper: Interval | null;
  readonly ours: Interval | null;
}

/** The paper's figures beside ours, each with its interval. */
export function comparison(list: readonly Compared[], width: number): Element {
  const points = list.flatMap(({ name, paper, ours }) => [
    ...(paper ? [{ name, of: "paper", ...paper }] : []),
    ...(ours ? [{ name, of: "ours", ...ours }] : []),
  ]);
  return withoutStyle(
    Plot.plot({
      className: "plot",
      width,
      height: 60 + list.length * 34,
      marginLeft: Math.min(200, width * 0.4),
      x: { grid: true, label: null },
      fy: { label: null, domain: list.map(({ name }) => name) },
      y: { axis: null, domain: ["paper", "ours"] },
      color: { domain: ["paper", "ours"], range: ["var(--loss)", "var(--win)"], legend: false },
      symbol: { domain: ["paper", "ours"], range: ["diamond", "circle"] },
      marks: [
        Plot.ruleY(points, { fy: "name", y: "of", x1: "low", x2: "high", stroke: "of", strokeWidth: 2 }),
        Plot.dot(points, {
          fy: "name",
          y: "of",
          x: "value",
          fill: "of",
          symbol: "of",
          r: 5,
          title: (each: { of: string; value: number; low: number; high: number; games: number }) =>
            `${each.of}: ${each.value} (${each.low} to ${each.high}, ${each.games} games)`,
        }),
      ],
    }) as Element,
  );
}

/** A score over the games of a match. */
export function scoreCurve(points: readonly (readonly [number, number])[], width: number): Element {
  return withoutStyle(
    Plot.plot({
      className: "plot",
      width,
      height: 180,
      x: { label: "games" },
      y: { label: "score, per cent", grid: true, domain: [0, 100] },
      marks: [
        Plot.ruleY([50], { strokeDasharray: "3 4" }),
        Plot.lineY(
          points.map(([games, score]) => ({ games, score })),
          { x: "games", y: "score", stroke: "var(--win)", strokeWidth: 2 },
        ),
      ],
    }) as Element,
  );
}
