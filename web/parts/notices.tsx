/** Waiting, and what went wrong. */
import type { ComponentChildren, VNode } from "preact";
import { hrefOf } from "../router.ts";
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

/** To the list that this is one of. */
export function Back({ to, text }: { readonly to: readonly string[]; readonly text: string }): VNode {
  return (
    <p class="back">
      <a href={hrefOf(to)}>‹ {text}</a>
    </p>
  );
}

/** Nothing can be shown at this address: why, and a way on. */
export function DeadEnd({ text }: { readonly text: string }): VNode {
  return (
    <div class="dead-end">
      <Fault text={text} />
      <a class="button" href={hrefOf([])}>
        All games
      </a>
    </div>
  );
}

interface WhenProps<T> {
  readonly loaded: Loaded<T>;
  readonly what: string;
  /** Where nothing else leads on from here. */
  readonly way?: boolean;
  readonly children: (value: T) => ComponentChildren;
}

/** What was asked for, or why it is not there. */
export function When<T>({ loaded, what, way = false, children }: WhenProps<T>): VNode {
  if (loaded.state === "waiting") return <Waiting what={what} />;
  if (loaded.state === "failed") return way ? <DeadEnd text={loaded.message} /> : <Fault text={loaded.message} />;
  return <>{children(loaded.value)}</>;
}
