/** Boxes whose content may be wider or longer than they are. */
import type { ComponentChildren, VNode } from "preact";
import { useScrollable } from "./scrollable.ts";

interface ScrollProps {
  /** The accessible name while it scrolls. */
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function Scroll({ label, class: more = "", children }: ScrollProps): VNode {
  return (
    <div class={`scroll ${more}`.trim()} {...useScrollable<HTMLDivElement>(label)}>
      {children}
    </div>
  );
}

/** Text with its own line breaks. */
export function ScrollText({ label, class: className, children }: ScrollProps): VNode {
  return (
    <pre class={className} {...useScrollable<HTMLPreElement>(label)}>
      {children}
    </pre>
  );
}
