/** A view as SVG: cells, pieces and overlays. A pure function of its data, without event handlers. */
import { type Place, placeOf, UNIT } from "./place.ts";
import type { ComponentChildren, VNode } from "preact";
import type { HeatMap, View, ViewCell } from "../../engine/contracts/view.ts";
import { type Box, boxOf, edgeNames, hullOf, placed, type Point } from "./geometry.ts";
import { type Arrow, ArrowMark } from "./arrow.tsx";
import { cellNames } from "./cell-names.ts";
import { HeatLayer } from "./heat-layer.tsx";
import { MazeEdges, MazeGround, MazeMarks, pieceScale, WALL } from "./maze.tsx";
import type { PieceSet } from "./pieces/piece-set.ts";
import { spotKey } from "./spots.ts";
import { type Badge, heatColour } from "./values.ts";
import { BadgeMark } from "./badge.tsx";

export interface Overlay {
  readonly last?: readonly number[];
  readonly selected?: number | null;
  readonly targets?: readonly number[];
  readonly sources?: readonly number[];
  /** Nothing is selected: there are many targets, drawn small. */
  readonly idle?: boolean;
  readonly badges?: readonly Badge[];
  /** By spot key, from 0 to 1. */
  readonly heat?: ReadonlyMap<string, number> | null;
  /** Numbers by cell. */
  readonly map?: HeatMap | null;
  readonly arrows?: readonly Arrow[];
  readonly cursor?: number | null;
  /** The line of pieces that won the game. */
  readonly winning?: readonly number[];
  /** The cell of the piece being dragged: drawn faintly. */
  readonly dragged?: number | null;
}

const MARGIN = 14;
export const HEXAGON: string = [0, 1, 2, 3, 4, 5]
  .map((corner) => {
    const angle = Math.PI / 6 + (corner * Math.PI) / 3;
    return `${(Math.cos(angle) * 57.7).toFixed(2)},${(Math.sin(angle) * 57.7).toFixed(2)}`;
  })
  .join(" ");

export function viewBoxOf(view: View): string {
  const { x, y, width, height }: Box = boxOf(view.cells);
  const margin = view.walls ? WALL * UNIT : MARGIN;
  return [x * UNIT - margin, y * UNIT - margin, width * UNIT + 2 * margin, height * UNIT + 2 * margin].join(" ");
}

/** Width by height of the drawing. */
export function aspectOf(view: View): number {
  const [, , width, height] = viewBoxOf(view).split(" ").map(Number) as [number, number, number, number];
  return view.cells.length === 0 ? 1 : width / height;
}

export function At({
  at,
  children,
  class: name,
  cell,
}: {
  readonly at: Point;
  readonly children: ComponentChildren;
  readonly class?: string;
  /** The cell of a piece, by which it is found when it moves. */
  readonly cell?: number;
}): VNode {
  return (
    <g transform={`translate(${at.x} ${at.y})`} class={name} data-piece={cell}>
      {children}
    </g>
  );
}

interface DrawingProps {
  readonly view: View;
  readonly set: PieceSet;
  readonly flipped: boolean;
  readonly overlay?: Overlay;
}

export function Drawing({ view, set, flipped, overlay = {} }: DrawingProps): VNode {
  const place = placeOf(view, flipped);
  const { selected = null, cursor = null } = overlay;
  const occupied = new Set(view.pieces.map((piece) => piece.cell));
  // Marbles and targets fill a hole; a hexagon has room for its name below a target.
  const named = set.ground === "holes" ? new Set([...occupied, ...(overlay.targets ?? [])]) : occupied;
  const names = cellNames(view);
  const corner = boxOf(view.cells);
  const scale = pieceScale(view);
  return (
    <>
      {view.walls ? <MazeGround view={view} set={set} place={place} /> : <Ground view={view} set={set} place={place} />}
      {overlay.map && <HeatLayer view={view} map={overlay.map} place={place} columns={corner.width} />}
      {view.walls && <MazeMarks view={view} set={set} place={place} />}
      {(view.walls ? [] : view.cells).map((cell, index) => (
        <Cell
          key={cell.name}
          cell={cell}
          at={place(index)}
          view={view}
          set={set}
          name={named.has(index) ? null : (names[index] ?? null)}
          alternate={view.shape === "square" && isAlternate(cell, corner, set.ground)}
        />
      ))}
      {overlay.last?.map((cell) => (
        <Shape key={cell} view={view} set={set} at={place(cell)} class="last" />
      ))}
      {overlay.heat &&
        [...overlay.heat].map(([key, t]) => (
          <Shape key={key} view={view} set={set} at={place(Number(key.slice(1)))} class="heat" fill={heatColour(t)} />
        ))}
      {view.pieces.map(
        ({ cell, check }) => check && <Shape key={cell} view={view} set={set} at={place(cell)} class="check" />,
      )}
      {selected !== null && <Shape view={view} set={set} at={place(selected)} class="selected" />}
      {view.walls ? <MazeEdges view={view} flipped={flipped} /> : <Edges view={view} flipped={flipped} />}
      {overlay.arrows?.map(
        (arrow, index) => arrow.kind === "last" && <ArrowMark key={index} arrow={arrow} place={place} />,
      )}
      {overlay.winning && overlay.winning.length > 1 && <WinningLine cells={overlay.winning} place={place} />}
      {view.pieces.map((piece, index) => (
        <At
          key={`${piece.cell}:${index}`}
          at={place(piece.cell)}
          class={piece.cell === overlay.dragged ? "piece dragged" : "piece"}
          cell={piece.cell}
        >
          {overlay.sources?.includes(piece.cell) && <circle class="can-move" r={47 * scale} />}
          {scale === 1 ? set.draw(piece) : <g transform={`scale(${scale.toFixed(2)})`}>{set.draw(piece)}</g>}
          {piece.held && (
            <g class="held" transform="translate(29 -29)">
              <circle r="17" />
              <path d="M0 -11V11M-9.500 -5.500L9.500 5.500M-9.500 5.500L9.500 -5.500" />
            </g>
          )}
        </At>
      ))}
      {overlay.winning?.map((cell) => (
        <circle key={cell} class="winning" cx={place(cell).x} cy={place(cell).y} r="46" />
      ))}
      {overlay.targets?.map((cell) => (
        <At key={cell} at={place(cell)}>
          {occupied.has(cell) ? (
            <circle class="target capture" r="44" />
          ) : (
            <circle class={overlay.idle ? "target idle" : "target"} r={overlay.idle ? 9 : 15} />
          )}
        </At>
      ))}
      {overlay.arrows?.map(
        (arrow) =>
          arrow.kind !== "last" && (
            <ArrowMark key={`${arrow.kind} ${arrow.from} ${arrow.to}`} arrow={arrow} place={place} />
          ),
      )}
      {overlay.badges?.map(
        (badge) =>
          "cell" in badge.spot && (
            <At key={spotKey(badge.spot)} at={place(badge.spot.cell)}>
              <BadgeMark badge={badge} corner={occupied.has(badge.spot.cell)} />
            </At>
          ),
      )}
      {cursor !== null && <Shape view={view} set={set} at={place(cursor)} class="cursor" />}
    </>
  );
}

export function Ground({
  view,
  set,
  place,
}: {
  readonly view: View;
  readonly set: PieceSet;
  readonly place: Place;
}): VNode | null {
  if (view.shape === "hexagon") {
    if (set.ground !== "holes") return null;
    const corners = hullOf(view.cells.map((_, cell) => place(cell)));
    return <polygon class="ground holes" points={corners.map(({ x, y }) => `${x},${y}`).join(" ")} />;
  }
  const box = boxOf(view.cells);
  return (
    <rect
      class="ground"
      x={box.x * UNIT - 8}
      y={box.y * UNIT - 8}
      width={box.width * UNIT + 16}
      height={box.height * UNIT + 16}
      rx="10"
    />
  );
}

const PATCH = 3;

export function isAlternate({ x, y }: Point, corner: Point, ground: PieceSet["ground"]): boolean {
  if (ground === "pattern") return (Math.round(x) + Math.round(y)) % 2 !== 0;
  return ground === "patches" && (Math.floor((x - corner.x) / PATCH) + Math.floor((y - corner.y) / PATCH)) % 2 !== 0;
}

interface CellProps {
  readonly cell: ViewCell;
  readonly at: Point;
  readonly view: View;
  readonly set: PieceSet;
  /** Null if a piece or a mark is drawn there. */
  readonly name: string | null;
  readonly alternate: boolean;
}

function Cell({ cell, at, view, set, name, alternate }: CellProps): VNode {
  const zone = cell.zone === null ? "" : ` zone ${set.side(cell.zone)}`;
  return (
    <g class={`cell${alternate ? " alternate" : ""}${zone}`}>
      <Shape view={view} set={set} at={at} class="floor" />
      {zone !== "" && <Shape view={view} set={set} at={at} class="tint" />}
      {cell.mark && (
        <At at={at} class="mark">
          <circle r="34" />
          <circle r="20" />
          <circle r="7" />
        </At>
      )}
      {name !== null && view.shape === "hexagon" && (
        <text class="name" x={at.x} y={at.y + (set.ground === "holes" ? 8 : 38)}>
          {name}
        </text>
      )}
    </g>
  );
}

interface ShapeProps {
  readonly view: View;
  readonly set: PieceSet;
  readonly at: Point;
  readonly class: string;
  readonly fill?: string;
}

/** The outline of a cell. */
export function Shape({ view, set, at, class: name, fill }: ShapeProps): VNode {
  if (view.shape === "square")
    return <rect class={name} x={at.x - 50} y={at.y - 50} width="100" height="100" fill={fill} />;
  if (set.ground === "holes") return <circle class={name} cx={at.x} cy={at.y} r="43" fill={fill} />;
  return <polygon class={name} points={HEXAGON} transform={`translate(${at.x} ${at.y})`} fill={fill} />;
}

/** Below the pieces, each of which has a ring. */
function WinningLine({ cells, place }: { readonly cells: readonly number[]; readonly place: Place }): VNode {
  const [start, end] = [place(cells[0] as number), place(cells.at(-1) as number)];
  return (
    <g class="winning-line">
      <line x1={start.x} y1={start.y} x2={end.x} y2={end.y} />
    </g>
  );
}

/** Coordinates in the cells along two edges. */
function Edges({ view, flipped }: { readonly view: View; readonly flipped: boolean }): VNode | null {
  const { columns, rows } = edgeNames(view);
  if (columns.size === 0 && rows.size === 0) return null;
  const box = boxOf(view.cells);
  const left = box.x * UNIT;
  const bottom = (box.y + box.height) * UNIT;
  return (
    <g class="edges" font-size={Math.min(20, 2.6 * Math.max(box.width, box.height))}>
      {[...columns].map(([x, name]) => (
        <text key={name} x={placed({ x, y: 0 }, box, flipped).x * UNIT + 44} y={bottom - 7} text-anchor="end">
          {name}
        </text>
      ))}
      {[...rows].map(([y, name]) => (
        <text key={name} x={left + 5} y={placed({ x: 0, y }, box, flipped).y * UNIT - 32}>
          {name}
        </text>
      ))}
    </g>
  );
}
