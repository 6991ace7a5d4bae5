/** Data loaded when a component is first rendered, and again when its key changes. */
import { type Signal, useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { messageOf } from "../client/api-client.ts";

export type Loaded<T> =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly value: T }
  | { readonly state: "failed"; readonly message: string };

/** `key` identifies what is loaded. */
export function useLoaded<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Signal<Loaded<T>> {
  const loaded = useSignal<Loaded<T>>({ state: "loading" });
  useLayoutEffect(() => {
    const controller = new AbortController();
    loaded.value = { state: "loading" };
    load(controller.signal).then(
      (value) => {
        if (!controller.signal.aborted) loaded.value = { state: "ready", value };
      },
      (error: unknown) => {
        if (!controller.signal.aborted) loaded.value = { state: "failed", message: messageOf(error) };
      },
    );
    return () => controller.abort();
  }, [key]);
  return loaded;
}
