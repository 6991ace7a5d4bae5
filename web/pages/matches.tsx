import type { VNode } from "preact";
export function MatchesPage(): VNode {
  return <p>soon</p>;
}
