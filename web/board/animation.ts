/** Moves the pieces of a board from their old places to the new ones. Off with reduced motion. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { View } from "../../engine/contracts/view.ts";
import { movedPieces } from "./moved-pieces.ts";
import { placeOf } from "./place.ts";

const MILLISECONDS = 180;

/** `dropped` is true if the next move was made by dragging: its piece is there already. */
export function useMoveAnimation(
  frame: RefObject<HTMLElement | null>,
  dropped: { current: boolean },
  view: View,
  flipped: boolean,
): void {
  const before = useRef({ view, flipped });
  useLayoutEffect(() => {
    const last = before.current;
    before.current = { view, flipped };
    if (last.view === view || last.flipped !== flipped || !frame.current) return;
    const isDropped = dropped.current;
    dropped.current = false;
    if (isDropped) return;
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const place = placeOf(view, flipped);
    for (const { from, to } of movedPieces(last.view, view)) {
      const piece = frame.current.querySelector(`[data-piece="${to}"]`);
      const [start, end] = [place(from), place(to)];
      // The animation replaces the transform attribute while it runs; its units are those of the drawing.
      piece?.animate(
        [{ transform: `translate(${start.x}px, ${start.y}px)` }, { transform: `translate(${end.x}px, ${end.y}px)` }],
        { duration: MILLISECONDS, easing: "ease-out" },
      );
    }
  }, [view, flipped]);
}
