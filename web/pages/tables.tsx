import type { VNode } from "preact";
export function TablesPage(): VNode {
  return <p>soon</p>;
}
