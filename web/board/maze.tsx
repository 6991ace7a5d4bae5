/** The background of a maze: a wall everywhere except on cells, which are drawn as a few SVG paths. */
import type { VNode } from "preact";
import type { View } from "../../engine/contracts/view.ts";
import type { Place } from "./place.ts";
import { boxOf, edgeNames, placed } from "./geometry.ts";
import type { PieceSet } from "./pieces/piece-set.ts";

const UNIT = 100;
/** The outer wall, in cell widths. */
export const WALL = 1;
/** Larger boards do not have an element for every cell. */
const MANY = 400;
/** Up to this many coordinates along an edge, all are shown. */
const NAMES = 26;

export function isLarge(view: View): boolean {
  return view.cells.length > MANY;
}

/** On boards with small cells, pieces are drawn larger than a cell. */
export function pieceScale(view: View): number {
  if (!view.walls) return 1;
  return Math.min(2, Math.max(1, boxOf(view.cells).width / 36));
}

export function MazeGround({
  view,
  set,
  place,
}: {
  readonly view: View;
  readonly set: PieceSet;
  readonly place: Place;
}): VNode {
  const box = boxOf(view.cells);
  const shapes = new Map<string, string>();
  view.cells.forEach(({ zone }, cell) => {
    const look = zone === null ? "cell" : `cell zone ${set.side(zone)}`;
    const { x, y } = place(cell);
    shapes.set(look, `${shapes.get(look) ?? ""}M${x - 50} ${y - 50}h100v100h-100Z`);
  });
  return (
    <>
      <rect
        class="ground walls"
        x={(box.x - WALL) * UNIT}
        y={(box.y - WALL) * UNIT}
        width={(box.width + 2 * WALL) * UNIT}
        height={(box.height + 2 * WALL) * UNIT}
        rx="20"
      />
      {[...shapes].map(([look, d]) => (
        <g key={look} class={look}>
          <path class="floor" d={d} />
        </g>
      ))}
    </>
  );
}

/** Exits and other marks, above the heat map. */
export function MazeMarks({
  view,
  set,
  place,
}: {
  readonly view: View;
  readonly set: PieceSet;
  readonly place: Place;
}): VNode {
  return (
    <>
      {view.cells.map(
        (cell, index) =>
          cell.mark !== undefined &&
          set.mark && (
            <g key={cell.name} transform={`translate(${place(index).x} ${place(index).y})`}>
              {set.mark.draw()}
            </g>
          ),
      )}
    </>
  );
}

/** Coordinates on the outer wall; if there are many, every fifth. */
export function MazeEdges({ view, flipped }: { readonly view: View; readonly flipped: boolean }): VNode {
  const { columns, rows } = edgeNames(view);
  const box = boxOf(view.cells);
  const size = Math.min(80, Math.max(42, 1.4 * box.width));
  const some = (names: ReadonlyMap<number, string>): [number, string][] =>
    [...names].toSorted(([a], [b]) => a - b).filter((_, i) => names.size <= NAMES || i % 5 === 0);
  return (
    <g class="edges on-walls" font-size={size}>
      {some(columns).map(([x, name]) => (
        <text key={name} x={placed({ x, y: 0 }, box, flipped).x * UNIT} y={(box.y - WALL / 2) * UNIT}>
          {name}
        </text>
      ))}
      {some(rows).map(([y, name]) => (
        <text key={name} x={(box.x - WALL / 2) * UNIT} y={placed({ x: 0, y }, box, flipped).y * UNIT}>
          {name}
        </text>
      ))}
    </g>
  );
}
