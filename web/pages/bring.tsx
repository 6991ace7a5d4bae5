import type { VNode } from "preact";
export function BringPage(): VNode {
  return <p>soon</p>;
}
