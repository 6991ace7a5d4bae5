/** The badge of a move's value: pointing up for a win, level for a draw, down for a loss, with a label. */
import type { VNode } from "preact";
import type { Badge } from "./values.ts";

const SHAPES = {
  win: "M0 -27L6 -19H38V19H-38V-19H-6Z",
  draw: "M-38 -19H38V19H-38Z",
  loss: "M0 27L-6 19H-38V-19H38V19H6Z",
  none: "M-22 -19H22A19 19 0 0 1 22 19H-22A19 19 0 0 1 -22 -19Z",
};

export function BadgeMark({ badge, corner }: { readonly badge: Badge; readonly corner: boolean }): VNode {
  return (
    <g
      class={`badge ${badge.outcome ?? "estimate"}${badge.best ? " best" : ""}`}
      transform={corner ? "translate(9 32) scale(0.9)" : undefined}
    >
      <path d={SHAPES[badge.outcome ?? "none"]} />
      <text y="9" textLength={badge.label.length > 4 ? 64 : undefined} lengthAdjust="spacingAndGlyphs">
        {badge.label}
      </text>
      {badge.best && <path class="star" d="M30 -32L33 -24L41 -24L35 -19L37 -11L30 -16L23 -11L25 -19L19 -24L27 -24Z" />}
    </g>
  );
}

/** The same as an inline icon. */
export function OutcomeSign({ outcome }: { readonly outcome: Badge["outcome"] }): VNode {
  return (
    <svg class={`outcome-sign ${outcome ?? "estimate"}`} viewBox="-10 -10 20 20" aria-hidden="true">
      {outcome === "win" && <path d="M0 -8L9 7H-9Z" />}
      {outcome === "draw" && <path d="M-8 -6H8V-1.500H-8ZM-8 2H8V6.500H-8Z" />}
      {outcome === "loss" && <path d="M0 8L9 -7H-9Z" />}
      {outcome === null && <circle r="5.500" />}
    </svg>
  );
}
