/** Whether the page can be seen: a page in a background tab does not search. */
import { signal, type Signal } from "@preact/signals";

export const isPageVisible: Signal<boolean> = signal(true);

if (typeof document !== "undefined") {
  const update = (): void => {
    isPageVisible.value = document.visibilityState !== "hidden";
  };
  update();
  document.addEventListener("visibilitychange", update);
}
