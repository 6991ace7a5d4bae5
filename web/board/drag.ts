/** Dragging with mouse or finger from one element with a spot to another. A press without movement is left to the click event. */
import type { Spot } from "../../service/api.ts";
import { spotOfKey } from "./spots.ts";

const DRAG_THRESHOLD = 6;

interface DragHandlers {
  /** Called once, when the press begins. */
  canDrag(spot: Spot): boolean;
  begin(spot: Spot): void;
  /** In pixels of the window. */
  move(x: number, y: number, over: Spot | null): void;
  end(spot: Spot, over: Spot | null): void;
  cancel(): void;
}

function spotUnder(x: number, y: number): Spot | null {
  const key = document.elementFromPoint(x, y)?.closest("[data-spot]")?.getAttribute("data-spot");
  return key ? spotOfKey(key) : null;
}

/** Returns a function that stops listening. */
export function listenForDrag(element: Element, handlers: DragHandlers): () => void {
  let from: Spot | null = null;
  let start = { x: 0, y: 0 };
  let moving = false;
  const controller = new AbortController();
  const { signal } = controller;

  const reset = (): void => {
    from = null;
    moving = false;
  };
  const down = (event: PointerEvent): void => {
    if (event.button !== 0 || !event.isPrimary) return;
    const spot = spotUnder(event.clientX, event.clientY);
    if (spot === null || !handlers.canDrag(spot)) return;
    from = spot;
    start = { x: event.clientX, y: event.clientY };
  };
  const move = (event: PointerEvent): void => {
    if (from === null) return;
    if (!moving) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < DRAG_THRESHOLD) return;
      moving = true;
      handlers.begin(from);
    }
    handlers.move(event.clientX, event.clientY, spotUnder(event.clientX, event.clientY));
  };
  const up = (event: PointerEvent): void => {
    if (from !== null && moving) {
      handlers.end(from, spotUnder(event.clientX, event.clientY));
      // Ignore the click event that follows a drag.
      const following = new AbortController();
      window.addEventListener("click", (click) => click.stopPropagation(), { capture: true, signal: following.signal });
      setTimeout(() => following.abort(), 0);
    }
    reset();
  };
  const cancel = (): void => {
    if (moving) handlers.cancel();
    reset();
  };
  element.addEventListener("pointerdown", down as EventListener, { signal });
  window.addEventListener("pointermove", move, { signal });
  window.addEventListener("pointerup", up, { signal });
  window.addEventListener("pointercancel", cancel, { signal });
  window.addEventListener("blur", cancel, { signal });
  return () => controller.abort();
}
