/** Loading indicators and error messages. */
import type { ComponentChildren, VNode } from "preact";
import { hrefOf } from "../router.ts";
import type { Loaded } from "./loaded.ts";

export function Loading({ what }: { readonly what: string }): VNode {
  return (
    <p class="loading" role="status">
      <span class="pulse" aria-hidden="true" /> Loading {what} …
    </p>
  );
}

export function ErrorMessage({ text }: { readonly text: string }): VNode {
  return (
    <p class="error-message" role="alert">
      {text}
    </p>
  );
}

export function Back({ to, text }: { readonly to: readonly string[]; readonly text: string }): VNode {
  return (
    <p class="back">
      <a href={hrefOf(to)}>‹ {text}</a>
    </p>
  );
}

/** The page cannot be shown: the reason, and a link to the games. */
export function PageError({ text }: { readonly text: string }): VNode {
  return (
    <div class="page-error">
      <h1>This page cannot be shown</h1>
      <ErrorMessage text={text} />
      <a class="button" href={hrefOf([])}>
        All games
      </a>
    </div>
  );
}

interface WhenProps<T> {
  readonly loaded: Loaded<T>;
  readonly what: string;
  /** Shows errors with a link to the games. */
  readonly way?: boolean;
  readonly children: (value: T) => ComponentChildren;
}

/** The loaded value, or the error. */
export function Await<T>({ loaded, what, way: pageError = false, children }: WhenProps<T>): VNode {
  if (loaded.state === "loading") return <Loading what={what} />;
  if (loaded.state === "failed")
    return pageError ? <PageError text={loaded.message} /> : <ErrorMessage text={loaded.message} />;
  return <>{children(loaded.value)}</>;
}
