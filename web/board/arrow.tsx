/** An arrow for a move, straight or along a chain of jumps; a ring for a piece that is placed (`from` equals `to`). */
import type { VNode } from "preact";
import type { Place } from "./place.ts";
import type { Point } from "./geometry.ts";

export interface Arrow {
  readonly from: number;
  readonly to: number;
  /** `preview`: the hovered target of the selected piece; `step`: a step of a composed move; `best`: the first move of a line. */
  readonly kind: "last" | "hint" | "preview" | "step" | "best";
  /** The number of the line, from 0: the first is the thickest. */
  readonly rank?: number;
  /** All cells it passes, if there are cells in between. */
  readonly path?: readonly number[];
}

/** Half the widths of the shaft and the head, and the width of a ring, by rank. */
const WIDTHS = [
  [9.5, 25, 11],
  [7, 20, 8.5],
  [5.5, 17, 7],
  [4.5, 15, 5.5],
  [3.5, 13, 4.5],
] as const;
const PLAIN = WIDTHS[1];

export function ArrowMark({ arrow, place }: { readonly arrow: Arrow; readonly place: Place }): VNode {
  const name = `arrow ${arrow.kind}${arrow.rank === undefined ? "" : ` rank-${arrow.rank}`}`;
  const [shaft, head, ring] = WIDTHS[arrow.rank ?? 1] ?? PLAIN;
  if (arrow.from === arrow.to) {
    const { x, y } = place(arrow.to);
    return (
      <g class={name}>
        <circle class="ring" cx={x} cy={y} r={42 - ring / 2} stroke-width={ring} />
      </g>
    );
  }
  const points = (arrow.path ?? [arrow.from, arrow.to]).map(place);
  const landings = points.slice(1, -1);
  const [before, to] = points.slice(-2) as [Point, Point];
  return (
    <g class={name}>
      {landings.length > 0 && (
        <polyline
          class="chain"
          stroke-width={2 * shaft}
          points={points
            .slice(0, -1)
            .map(({ x, y }) => `${x},${y}`)
            .join(" ")}
        />
      )}
      <Head from={before} to={to} shaft={shaft} head={head} />
      {landings.map(({ x, y }) => (
        <circle key={`${x},${y}`} class="landing" cx={x} cy={y} r="13" />
      ))}
    </g>
  );
}

interface HeadProps {
  readonly from: Point;
  readonly to: Point;
  readonly shaft: number;
  readonly head: number;
}

function Head({ from, to, shaft, head }: HeadProps): VNode {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const end = Math.max(40, length - 14);
  return (
    <path
      transform={`translate(${from.x} ${from.y}) rotate(${angle.toFixed(2)})`}
      d={`M18 ${-shaft}H${end - 22}V${-head}L${end} 0L${end - 22} ${head}V${shaft}H18Z`}
    />
  );
}
