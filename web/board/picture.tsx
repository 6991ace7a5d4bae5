/** A view as a thumbnail. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { View } from "../../engine/contracts/view.ts";
import { Card, Domino, itemKind } from "./cards.tsx";
import { At, Ground, HEXAGON, isAlternate, viewBoxOf } from "./drawing.tsx";
import { placeOf } from "./place.ts";
import { boxOf, type Point } from "./geometry.ts";
import { MazeGround, MazeMarks, pieceScale } from "./maze.tsx";
import type { PieceSet } from "./pieces/piece-set.ts";
import { pieceSet } from "./pieces/sets.ts";

interface PictureProps {
  readonly game: string;
  readonly seats: readonly string[];
  readonly view: View | null;
  /** The index among many pictures: the first ones are drawn immediately, the others with a delay, so that the page appears fast. */
  readonly turn?: number;
}

const AT_ONCE = 2;
const BETWEEN_MS = 12;

/** A note that lists a player's items: `holds left: 1, 2, 4`. */
function heldOf(view: View | null): string[] {
  const list = (view?.notes ?? []).find((note) => /^[^:]+: \S+(, \S+)+$/.test(note));
  return list === undefined
    ? []
    : list
        .replace(/^[^:]+: /, "")
        .split(", ")
        .slice(0, 5);
}

/** Items that are not pieces, each on a tile; without any, a rulesheet icon. */
function Tiles({ list }: { readonly list: readonly string[] }): VNode {
  if (list.length === 0)
    return (
      <svg class="picture sheet" viewBox="0 0 60 72" aria-hidden="true">
        <path class="paper" d="M6 4H40L54 18V68H6Z" />
        <path class="fold" d="M40 4V18H54Z" />
        <path class="lines" d="M14 28H46M14 37H40M14 46H46M14 55H34" />
      </svg>
    );
  return (
    <div class="picture tiles" aria-hidden="true">
      {list.map((each) => (
        <span key={each}>{each}</span>
      ))}
    </div>
  );
}

const CORNERS = HEXAGON.split(" ").map((corner) => corner.split(",").map(Number) as [number, number]);

function outline(view: View, { ground }: PieceSet, { x, y }: Point): string {
  if (view.shape === "square") return `M${x - 50} ${y - 50}h100v100h-100Z`;
  if (ground === "holes") return `M${x - 43} ${y}a43 43 0 1 0 86 0a43 43 0 1 0 -86 0Z`;
  return `M${CORNERS.map(([dx, dy]) => `${x + dx} ${y + dy}`).join("L")}Z`;
}

/** A page has dozens of these: cells that look alike are one SVG path, without coordinates. */
function SmallDrawing({ view, set }: { readonly view: View; readonly set: PieceSet }): VNode {
  const place = placeOf(view, false);
  if (view.walls)
    return (
      <>
        <MazeGround view={view} set={set} place={place} />
        <MazeMarks view={view} set={set} place={place} />
        {view.pieces.map((piece) => (
          <At key={piece.cell} at={place(piece.cell)}>
            <g transform={`scale(${1.3 * pieceScale(view)})`}>{set.draw(piece)}</g>
          </At>
        ))}
      </>
    );
  const corner = boxOf(view.cells);
  const shapes = new Map<string, string>();
  const add = (look: string, index: number): void => {
    shapes.set(look, (shapes.get(look) ?? "") + outline(view, set, place(index)));
  };
  view.cells.forEach((cell, index) => {
    const alternate = view.shape === "square" && isAlternate(cell, corner, set.ground);
    add(alternate ? "cell alternate" : "cell", index);
  });
  view.cells.forEach((cell, index) => {
    if (cell.zone !== null) add(`cell zone ${set.side(cell.zone)}`, index);
  });
  return (
    <>
      <Ground view={view} set={set} place={place} />
      {[...shapes].map(([look, d]) => (
        <g key={look} class={look}>
          <path class={look.includes("zone") ? "tint" : "floor"} d={d} />
        </g>
      ))}
      {view.cells.map(
        (cell, index) =>
          cell.mark && (
            <At key={cell.name} at={place(index)} class="mark">
              <circle r="34" />
              <circle r="20" />
            </At>
          ),
      )}
      {view.pieces.map((piece, index) => (
        <At key={`${piece.cell}:${index}`} at={place(piece.cell)}>
          {set.draw(piece)}
        </At>
      ))}
    </>
  );
}

export function Picture({ turn = 0, ...props }: PictureProps): VNode {
  const due = useSignal(turn < AT_ONCE);
  useEffect(() => {
    if (due.value) return;
    const timer = setTimeout(() => (due.value = true), (turn - AT_ONCE + 4) * BETWEEN_MS);
    return () => clearTimeout(timer);
  }, []);
  return due.value ? <WholePicture {...props} /> : <span class="picture" />;
}

function WholePicture({ game, seats, view }: Omit<PictureProps, "turn">): VNode {
  const set = pieceSet(game, seats);
  if (view && view.cells.length > 0)
    return (
      <svg class={`picture board ${view.shape} ${set.ground}`} viewBox={viewBoxOf(view)} aria-hidden="true">
        <SmallDrawing view={view} set={set} />
      </svg>
    );
  const items = (view?.rows ?? []).flatMap((row) => row.items).filter((item) => item !== null);
  const shown = items.filter((item) => itemKind(item) !== "text").slice(0, 5);
  if (shown.length === 0) return <Tiles list={heldOf(view)} />;
  return (
    <div class="picture fan" aria-hidden="true">
      {shown.map((item) =>
        itemKind(item) === "card" ? <Card key={item} sign={item} /> : <Domino key={item} sign={item} upright />,
      )}
    </div>
  );
}
