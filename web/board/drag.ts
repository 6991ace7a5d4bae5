/** Carrying with mouse or finger: from one element with a spot to another. A press that does not move is left to the click. */
import type { Spot } from "../../service/api.ts";
import { spotOfKey } from "./spots.ts";

const MOVED = 6;

export interface Carrying {
  /** Whether what lies there can be carried; it is asked once, when the press begins. */
  canCarry(spot: Spot): boolean;
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

/** Listens on an element; what it returns ends that. */
export function listenForCarrying(element: Element, carrying: Carrying): () => void {
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
    if (spot === null || !carrying.canCarry(spot)) return;
    from = spot;
    start = { x: event.clientX, y: event.clientY };
  };
  const move = (event: PointerEvent): void => {
    if (from === null) return;
    if (!moving) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < MOVED) return;
      moving = true;
      carrying.begin(from);
    }
    carrying.move(event.clientX, event.clientY, spotUnder(event.clientX, event.clientY));
  };
  const up = (event: PointerEvent): void => {
    if (from !== null && moving) {
      carrying.end(from, spotUnder(event.clientX, event.clientY));
      // The click that follows a carry means nothing.
      const following = new AbortController();
      window.addEventListener("click", (click) => click.stopPropagation(), { capture: true, signal: following.signal });
      setTimeout(() => following.abort(), 0);
    }
    reset();
  };
  const cancel = (): void => {
    if (moving) carrying.cancel();
    reset();
  };
  element.addEventListener("pointerdown", down as EventListener, { signal });
  window.addEventListener("pointermove", move, { signal });
  window.addEventListener("pointerup", up, { signal });
  window.addEventListener("pointercancel", cancel, { signal });
  window.addEventListener("blur", cancel, { signal });
  return () => controller.abort();
}
