/** The report of an experiment: published value and ours in every cell, plots, and the verdicts on the claims. */
import type { VNode } from "preact";
import type { ExperimentDocument, Interval } from "../../service/library-documents.ts";
import { Plot } from "./plot.tsx";
import type { Compared } from "./plots.ts";
import { Scroll } from "./scroll.tsx";

type Cell = NonNullable<ExperimentDocument["rows"][number]["cells"][number]>;

/** Rows in one plot. */
const MAX_PLOTTED = 60;

export function ExperimentReport({ document }: { readonly document: ExperimentDocument }): VNode {
  return (
    <>
      <section class="card" aria-label="Results">
        <h2>Published and measured</h2>
        <Scroll label="Published and measured">
          <table class="report">
            <thead>
              <tr>
                <td />
                {document.columns.map((column) => (
                  <th key={column}>{column}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {document.rows.map((row) => (
                <tr key={row.row}>
                  <th scope="row">{row.row}</th>
                  {row.cells.map((cell, index) => (
                    <td key={document.columns[index]}>{cell && <Figures cell={cell} />}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
        <p class="legend">
          <span class="paper">◆ paper</span> <span class="ours">● ours, with its 95 % interval</span>
        </p>
      </section>
      <ReportPlot document={document} />
      {document.claims.length > 0 && (
        <section class="card" aria-label="Claims">
          <h2>Claims</h2>
          <ul class="claims">
            {document.claims.map((claim) => (
              <li key={`${claim.text} ${claim.condition}`}>
                <span class={`outcome ${claim.ours.outcome}`}>{claim.ours.outcome}</span>
                <div>
                  <p>{claim.text}</p>
                  {claim.condition && (
                    <p>
                      {claim.ours.outcome} {claim.condition}
                    </p>
                  )}
                  <p class="none">ours: {claim.ours.text}</p>
                  {claim.paper && (
                    <p class="none">
                      paper ({claim.paper.outcome}): {claim.paper.text}
                    </p>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {document.notes.length > 0 && (
        <section class="card prose" aria-label="Notes">
          <h2>Notes</h2>
          {document.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </section>
      )}
    </>
  );
}

function text(value: number, decimals: number): string {
  return value.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

function Figures({ cell }: { readonly cell: Cell }): VNode {
  const { paper, ours, score, decimals, exact, status, agreement } = cell;
  const interval = (of: Interval): string =>
    exact || of.low === of.high ? "" : ` (${text(of.low, decimals)} – ${text(of.high, decimals)})`;
  return (
    <div class={`figures ${agreement ?? ""}`}>
      {paper && <span class="paper">◆ {text(paper.value, decimals)}</span>}
      {ours ? (
        <span class="ours">
          ● {text(ours.value, decimals)}
          <small>{interval(ours)}</small>
          {score && <small> {score}</small>}
        </span>
      ) : (
        <span class="none">{status}</span>
      )}
      {agreement && <small class="agreement">{agreement}</small>}
    </div>
  );
}

/** One plot per column, since units differ. Exact values need no plot. */
function ReportPlot({ document }: { readonly document: ExperimentDocument }): VNode | null {
  const plots = document.columns.flatMap((column, index) => {
    const list = document.rows.flatMap((row) => {
      const cell = row.cells[index];
      return cell && !cell.exact && (cell.ours || cell.paper)
        ? [{ name: row.row, paper: cell.paper, ours: cell.ours }]
        : [];
    });
    return list.length > 0 ? [{ column, list }] : [];
  });
  if (plots.length === 0) return null;
  return (
    <section class="card" aria-label="Plots">
      <h2>{plots.length === 1 ? "Plot" : "Plots"}</h2>
      <div class="plots">
        {plots.map(({ column, list }) => (
          <ColumnPlot key={column} column={column} list={list} />
        ))}
      </div>
    </section>
  );
}

function ColumnPlot({ column, list }: { readonly column: string; readonly list: readonly Compared[] }): VNode {
  const shown = list.slice(0, MAX_PLOTTED);
  return (
    <figure>
      <figcaption>{column}</figcaption>
      <Plot
        data={shown}
        draw={({ comparison }, width) => comparison(shown, width)}
        label={`${column}: published values and ours, with intervals; the table above has the numbers`}
      />
    </figure>
  );
}
