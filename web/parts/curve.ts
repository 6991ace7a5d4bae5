/** uPlot, loaded when a curve is first shown. */
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { CurveData } from "./player-evaluation-data.ts";

const HEIGHT = 170;
const COLOURS = ["--win", "--loss", "--estimate", "--accent"];

export interface Curve {
  update(data: CurveData): void;
  end(): void;
}

/** `apart`: every seat has a scale of its own. */
export function drawCurve(place: HTMLElement, seats: readonly string[], apart: boolean): Curve {
  const colour = (name: string): string => getComputedStyle(place).getPropertyValue(name).trim() || "gray";
  // The canvas takes only plain colours; a probe element works out what light or dark makes of them.
  const plain = (name: string): string => {
    place.style.color = `var(${name})`;
    const found = getComputedStyle(place).color;
    place.style.color = "";
    return found === "" ? colour(name) : found;
  };
  const axis = {
    stroke: plain("--soft"),
    grid: { stroke: plain("--line"), width: 1 },
    ticks: { stroke: plain("--line"), width: 1 },
  };
  const plot = new UPlot(
    {
      width: place.clientWidth,
      height: HEIGHT,
      legend: { show: seats.length > 1 },
      cursor: { drag: { x: false, y: false } },
      scales: { x: { time: false } },
      axes: [
        { ...axis, label: "ply", labelSize: 18, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500] },
        ...(apart
          ? seats.slice(0, 2).map((_, seat) => ({
              ...axis,
              stroke: plain(COLOURS[seat] as string),
              scale: `seat ${seat}`,
              side: seat === 0 ? 3 : 1,
              size: 52,
            }))
          : [{ ...axis, size: 52 }]),
      ],
      series: [
        { label: "ply" },
        ...seats.map((seat, number) => ({
          label: seat,
          stroke: plain(COLOURS[number % COLOURS.length] as string),
          width: 2,
          dash: number === 0 ? [] : [6, 4],
          spanGaps: true,
          ...(apart ? { scale: `seat ${number}` } : {}),
        })),
      ],
    },
    [[], ...seats.map(() => [])],
    place,
  );
  const watcher = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: HEIGHT }));
  watcher.observe(place);
  return {
    update: ({ plies, values }) => plot.setData([[...plies], ...values.map((list) => [...list])]),
    end: () => {
      watcher.disconnect();
      plot.destroy();
    },
  };
}
