/** How many entries have each value. */
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { counted } from "./format.ts";

export interface Count {
  readonly label: string;
  readonly count: number;
}

/** Drawn by the library for plots, which is loaded when one is first shown; the numbers are there for everyone beneath it. */
export function Histogram({ counts }: { readonly counts: readonly Count[] }): VNode {
  const place = useRef<HTMLDivElement>(null);
  const key = JSON.stringify(counts);
  // Entries that stand for no position say nothing, and may be most of all.
  const drawn = counts.filter(({ label }) => label !== "no position");
  useEffect(() => {
    let gone = false;
    void import("./plots.ts").then(({ histogram }) => {
      if (!gone && place.current) place.current.replaceChildren(histogram(drawn, place.current.clientWidth || 600));
    });
    return () => {
      gone = true;
    };
  }, [key]);
  return (
    <figure class="histogram">
      <div ref={place} class="plot-place" aria-hidden="true" />
      <details>
        <summary>The numbers</summary>
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th>value</th>
                <th>entries</th>
              </tr>
            </thead>
            <tbody>
              {counts.map(({ label, count }) => (
                <tr key={label}>
                  <td>{label}</td>
                  <td class="number">{count.toLocaleString("en")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
      <figcaption>{counted(counts.reduce((sum, { count }) => sum + count, 0))} entries</figcaption>
    </figure>
  );
}
