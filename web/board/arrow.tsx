/** An arrow for a move, straight or along a chain of jumps. */
import type { VNode } from "preact";
import type { Place } from "./place.ts";
import type { Point } from "./geometry.ts";

export interface Arrow {
  readonly from: number;
  readonly to: number;
  /** `preview`: the hovered target of the selected piece; `step`: a step of a composed move. */
  readonly kind: "last" | "hint" | "preview" | "step";
  /** All cells it passes, if there are cells in between. */
  readonly path?: readonly number[];
}

export function ArrowMark({ arrow, place }: { readonly arrow: Arrow; readonly place: Place }): VNode {
  const points = (arrow.path ?? [arrow.from, arrow.to]).map(place);
  const landings = points.slice(1, -1);
  const [before, to] = points.slice(-2) as [Point, Point];
  return (
    <g class={`arrow ${arrow.kind}`}>
      {landings.length > 0 && (
        <polyline
          class="chain"
          points={points
            .slice(0, -1)
            .map(({ x, y }) => `${x},${y}`)
            .join(" ")}
        />
      )}
      <Head from={before} to={to} />
      {landings.map(({ x, y }) => (
        <circle key={`${x},${y}`} class="landing" cx={x} cy={y} r="13" />
      ))}
    </g>
  );
}

function Head({ from, to }: { readonly from: Point; readonly to: Point }): VNode {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const end = Math.max(40, length - 14);
  return (
    <path
      transform={`translate(${from.x} ${from.y}) rotate(${angle.toFixed(2)})`}
      d={`M18 -7H${end - 22}V-20L${end} 0L${end - 22} 20V7H18Z`}
    />
  );
}
