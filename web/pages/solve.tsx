import type { VNode } from "preact";
export function SolvePage(): VNode {
  return <p>soon</p>;
}
