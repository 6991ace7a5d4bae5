/** Plots by Observable Plot; loaded on first use (plot.tsx). */
import * as Plot from "@observablehq/plot";
import type { Interval } from "../../service/library-documents.ts";
import type { SeatEvaluations } from "./player-evaluation-data.ts";

/** The library adds a style sheet, which the content security policy refuses; styles/lists.css has these styles. */
function withoutStyle(plot: Element): Element {
  for (const style of plot.querySelectorAll("style")) style.remove();
  return plot;
}

function outcomeColour(label: string): string {
  if (/^(win|won|w\b)/i.test(label)) return "var(--win)";
  if (/^(loss|lost|lose|l\b)/i.test(label)) return "var(--loss)";
  if (/^draw/i.test(label)) return "var(--draw)";
  return "var(--accent)";
}

const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** Ticks of counts: `0`, `250K`, `1.2M`; nothing between whole numbers. */
export function countTick(count: number): string {
  return Number.isInteger(count) ? COMPACT.format(count) : "";
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
      y: { grid: true, label: "entries", tickFormat: countTick },
      marks: [
        Plot.barY(data, {
          x: "label",
          y: "count",
          fill: (each: { full: string }) => outcomeColour(each.full),
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

/** Published values beside ours, with intervals. */
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
      x: { label: "games", tickFormat: countTick },
      y: { label: "score, percent", grid: true, domain: [0, 100] },
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

const SEAT_COLOURS = ["var(--win)", "var(--loss)", "var(--estimate)", "var(--accent)"];

/** Values in different units cannot share an axis: then each seat has its own plot. */
export function playerEvaluations(data: readonly SeatEvaluations[], width: number): Element {
  const lines = data.map(({ seat, points }, index) => ({
    seat,
    points: points.map(([ply, value]) => ({ ply, value, title: `${seat}, ply ${ply}: ${value}` })),
    stroke: SEAT_COLOURS[index % SEAT_COLOURS.length] as string,
    dash: index === 0 ? "none" : "6 4",
  }));
  const units = new Set(data.flatMap(({ unit }) => (unit === "" ? [] : [unit])));
  const groups = units.size > 1 ? lines.map((line) => [line]) : [lines];
  const plies = lines.flatMap(({ points }) => points.map(({ ply }) => ply));
  const x = { label: "ply", domain: [Math.min(...plies), Math.max(...plies, Math.min(...plies) + 1)], tickFormat: "d" };
  const figure = document.createElement("div");
  for (const group of groups)
    figure.append(
      withoutStyle(
        Plot.plot({
          className: "plot",
          width,
          height: groups.length > 1 ? 130 : 180,
          marginLeft: 52,
          marginRight: 64,
          x,
          y: { label: null, grid: true, nice: true },
          marks: group.flatMap(({ seat, points, stroke, dash }) => [
            Plot.lineY(points, { x: "ply", y: "value", stroke, strokeWidth: 2, strokeDasharray: dash }),
            Plot.dot(points, { x: "ply", y: "value", fill: stroke, r: 2.5, title: "title" }),
            Plot.text(points.slice(-1), {
              x: "ply",
              y: "value",
              text: () => seat,
              fill: stroke,
              textAnchor: "start",
              dx: 7,
            }),
          ]),
        }) as Element,
      ),
    );
  return figure;
}

export interface Count {
  readonly label: string;
  readonly count: number;
}
