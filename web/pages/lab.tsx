import type { VNode } from "preact";
export function LabPage(): VNode {
  return <p>soon</p>;
}
