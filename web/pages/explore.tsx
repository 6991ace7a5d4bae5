import type { VNode } from "preact";
export function ExplorePage(): VNode {
  return <p>soon</p>;
}
