/** A histogram of table values, with the numbers below it. */
import type { Count } from "./plots.ts";
import type { VNode } from "preact";
import { formatCount } from "./format.ts";
import { Plot } from "./plot.tsx";
import { Scroll } from "./scroll.tsx";

export function Histogram({ counts }: { readonly counts: readonly Count[] }): VNode {
  // Entries without a position carry no information and may outnumber all others.
  const drawn = counts.filter(({ label }) => label !== "no position");
  return (
    <figure class="histogram">
      <Plot data={drawn} draw={({ histogram }, width) => histogram(drawn, width)} />
      <details>
        <summary>Numbers</summary>
        <Scroll label="Numbers">
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
        </Scroll>
      </details>
      <figcaption>{formatCount(counts.reduce((sum, { count }) => sum + count, 0))} entries</figcaption>
    </figure>
  );
}
