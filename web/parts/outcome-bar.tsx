/** Shares of won, drawn and lost positions: a bar and text. */
import type { VNode } from "preact";
import type { OutcomeCounts } from "../../service/table-documents.ts";
import { shares } from "./outcome-shares.ts";

const WIDTH = 100;

export function OutcomeBar({ counts }: { readonly counts: OutcomeCounts }): VNode {
  let x = 0;
  const list = shares(counts).map((share) => {
    const at = x;
    x += share.share * WIDTH;
    return { ...share, x: at, width: share.share * WIDTH };
  });
  const words = list.map(({ name, text }) => `${name} ${text}`).join(", ");
  return (
    <span class="outcome-bar" title={`For the side to move: ${words}`}>
      <svg viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" role="img" aria-label={words}>
        {list.map(({ outcome, x: left, width }) => (
          <rect key={outcome} class={outcome} x={left} width={width} height="10" />
        ))}
      </svg>
      <span aria-hidden="true">{list.map(({ text }) => text).join(" · ")}</span>
    </span>
  );
}
