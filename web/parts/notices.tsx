/** Waiting, and what went wrong. */
import type { ComponentChildren, VNode } from "preact";
import type { Loaded } from "./loaded.ts";

export function Waiting({ what }: { readonly what: string }): VNode {
  return (
    <p class="waiting" role="status">
      <span class="pulse" aria-hidden="true" /> Waiting for {what} …
    </p>
  );
}

export function Fault({ text }: { readonly text: string }): VNode {
  return (
    <p class="fault" role="alert">
      {text}
    </p>
  );
}

interface WhenProps<T> {
  readonly loaded: Loaded<T>;
  readonly what: string;
  readonly children: (value: T) => ComponentChildren;
}

/** What was asked for, or why it is not there. */
export function When<T>({ loaded, what, children }: WhenProps<T>): VNode {
  if (loaded.state === "waiting") return <Waiting what={what} />;
  if (loaded.state === "failed") return <Fault text={loaded.message} />;
  return <>{children(loaded.value)}</>;
}
