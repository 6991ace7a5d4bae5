/** Content that may not fit its box: in the tab order while it scrolls, so that the keyboard can scroll it too. */
import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface Scrollable<E extends HTMLElement> {
  readonly ref: RefObject<E | null>;
  readonly tabIndex?: number;
  readonly role?: "region";
  readonly "aria-label"?: string;
}

/** Properties of the element that scrolls. With a label it is a region while it does; without one it keeps its role and name. */
export function useScrollable<E extends HTMLElement>(label?: string): Scrollable<E> {
  const ref = useRef<E>(null);
  const scrolls = useSignal(false);
  // After every rendering: the content may be another.
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      scrolls.value = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
    });
    for (const each of [element, ...element.children]) observer.observe(each);
    return () => observer.disconnect();
  });
  if (!scrolls.value) return { ref };
  return { ref, tabIndex: 0, ...(label !== undefined && { role: "region", "aria-label": label }) };
}
