/** Something that is asked for when a part of the page is first shown, before that is painted, and again when what it depends on changes. */
import { type Signal, useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

export type Loaded<T> =
  | { readonly state: "waiting" }
  | { readonly state: "there"; readonly value: T }
  | { readonly state: "failed"; readonly message: string };

/** Whoever calls says by `key` what it depends on. */
export function useLoaded<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Signal<Loaded<T>> {
  const loaded = useSignal<Loaded<T>>({ state: "waiting" });
  useLayoutEffect(() => {
    const controller = new AbortController();
    loaded.value = { state: "waiting" };
    load(controller.signal).then(
      (value) => {
        if (!controller.signal.aborted) loaded.value = { state: "there", value };
      },
      (error: unknown) => {
        if (!controller.signal.aborted)
          loaded.value = { state: "failed", message: error instanceof Error ? error.message : String(error) };
      },
    );
    return () => controller.abort();
  }, [key]);
  return loaded;
}
