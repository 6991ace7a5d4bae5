import type { VNode } from "preact";
export function RecordPage(): VNode {
  return <p>soon</p>;
}
