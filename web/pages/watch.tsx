import type { VNode } from "preact";
export function WatchPage(): VNode {
  return <p>soon</p>;
}
