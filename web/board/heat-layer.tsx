/** A heat map over the cells. Cells of similar value are one SVG path, so that thousands are drawn fast. */
import type { VNode } from "preact";
import type { HeatMap, View } from "../../engine/contracts/view.ts";
import type { Place } from "./place.ts";

const LEVELS = 24;
/** Numbers are shown on boards with at most this many columns. */
const NUMBERED = 24;
/** From near to far. */
const STOPS = [
  [201, 82, 20],
  [246, 174, 96],
  [255, 247, 228],
] as const;

interface HeatRange {
  readonly least: number;
  readonly most: number;
}

function heatRange({ values }: HeatMap): HeatRange {
  const numbers = values.filter((value) => value !== null);
  return {
    least: numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    most: numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
  };
}

/** From 0 (the smallest value) to 1. */
function mapColour(t: number): string {
  const at = Math.min(1, Math.max(0, t)) * 2;
  const low = at < 1 ? 0 : 1;
  const mixed = STOPS[low].map((from, channel) =>
    Math.round(from + ((STOPS[low + 1]?.[channel] as number) - from) * (at - low)),
  );
  return `rgb(${mixed.join(" ")})`;
}

/** SVG paths by level; null for cells without a value. */
function heatShapes(map: HeatMap, place: Place): ReadonlyMap<number | null, string> {
  const { least, most } = heatRange(map);
  const shapes = new Map<number | null, string>();
  map.values.forEach((value, cell) => {
    const level = value === null ? null : Math.round(((value - least) / Math.max(1, most - least)) * (LEVELS - 1));
    const { x, y } = place(cell);
    shapes.set(level, `${shapes.get(level) ?? ""}M${x - 50} ${y - 50}h100v100h-100Z`);
  });
  return shapes;
}

interface HeatLayerProps {
  readonly view: View;
  readonly map: HeatMap;
  readonly place: Place;
  readonly columns: number;
}

export function HeatLayer({ view, map, place, columns }: HeatLayerProps): VNode {
  const occupied = new Set(view.pieces.map(({ cell }) => cell));
  return (
    <g class="heat-map">
      {[...heatShapes(map, place)].map(([level, d]) =>
        level === null ? (
          <path key="none" class="no-value" d={d} />
        ) : (
          <path key={level} d={d} fill={mapColour(level / (LEVELS - 1))} />
        ),
      )}
      {columns <= NUMBERED &&
        map.values.map(
          (value, cell) =>
            value !== null &&
            !occupied.has(cell) && (
              <text key={cell} x={place(cell).x} y={place(cell).y}>
                {value}
              </text>
            ),
        )}
    </g>
  );
}

/** The legend, and the value of the cell under the pointer. */
export function HeatLegend({
  map,
  view,
  cell,
}: {
  readonly map: HeatMap;
  readonly view: View;
  readonly cell: number | null;
}): VNode {
  const { least, most } = heatRange(map);
  const value = cell === null ? undefined : map.values[cell];
  const hasNone = map.values.includes(null);
  return (
    <p class="heat-legend">
      {most >= least && (
        <>
          <span>{least}</span>
          <svg viewBox="0 0 120 10" width="120" height="10" preserveAspectRatio="none" aria-hidden="true">
            {Array.from({ length: LEVELS }, (_, i) => (
              <rect
                key={i}
                x={(i * 120) / LEVELS}
                width={120 / LEVELS + 0.5}
                height="10"
                fill={mapColour(i / (LEVELS - 1))}
              />
            ))}
          </svg>
          <span>
            {most} {map.unit}
          </span>
        </>
      )}
      {hasNone && (
        <span>
          <svg class="heat-map" viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
            <rect class="no-value" width="10" height="10" />
          </svg>{" "}
          unreachable
        </span>
      )}
      {value !== undefined && cell !== null && (
        <strong>
          {view.cells[cell]?.name}: {value === null ? "unreachable" : `${value} ${map.unit}`}
        </strong>
      )}
    </p>
  );
}
