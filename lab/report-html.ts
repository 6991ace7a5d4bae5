/** The report as a self-contained HTML page: no scripts, fonts or images. */
import { escapeHtml as text } from "./escape.ts";
import { titleUnder } from "./experiment.ts";
import { plotRow } from "./plot.ts";
import { STYLE } from "./report-style.ts";
import {
  countsOf,
  HOW_TO_READ,
  intervalText,
  isExact,
  outcomeText,
  oursText,
  paperText,
  runCommand,
  scoreText,
  tableOf,
  type ReportInput,
} from "./report.ts";
import type { CellResult, ClaimResult, ExperimentResult } from "./results.ts";
import type { Outcome, Verdict } from "./verdict.ts";

/** Signs next to the words: colour is not the only cue. */
const SIGNS: Readonly<Record<Outcome | "agrees" | "differs" | "too few games", string>> = {
  holds: "✓",
  "does not hold": "✕",
  "not settled": "?",
  agrees: "✓",
  differs: "≠",
  "too few games": "…",
};

export function htmlReport({ results, version, date }: ReportInput): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Published tables, reproduced</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>Published tables, reproduced</h1>
<p class="quiet">Gamelore ${text(version)}, ${text(date)}</p>
${HOW_TO_READ.map((line) => `<p>${text(line)}</p>`).join("\n")}
</header>
<main>
${summary(results)}
${results.map(section).join("\n")}
</main>
</body>
</html>
`;
}

function summary(results: readonly ExperimentResult[]): string {
  const rows = results.map((result) => {
    const { cells, measured, agreements, claims } = countsOf(result);
    const { experiment, setting } = result;
    const numbers = [...Object.values(agreements), ...Object.values(claims)];
    return `<tr><th scope="row"><a href="#${anchor(result)}">${text(experiment.id)}</a> <span class="quiet">${setting}</span></th><td>${measured} of ${cells}</td>${numbers.map((count) => `<td${count === 0 ? ' class="quiet"' : ""}>${count}</td>`).join("")}</tr>`;
  });
  return `<div class="wide"><table class="summary">
<thead><tr><th rowspan="2" scope="col">experiment</th><th rowspan="2" scope="col">cells measured</th><th colspan="3" scope="colgroup">cells</th><th colspan="3" scope="colgroup">claims</th></tr>
<tr>${["agree", "differ", "too few games", "hold", "do not hold", "not settled"].map((name) => `<th scope="col">${name}</th>`).join("")}</tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div>`;
}

function section(result: ExperimentResult): string {
  const { experiment, setting, cells } = result;
  const measured = cells.some(({ ours }) => ours !== null);
  return `<section id="${anchor(result)}">
<h2>${text(titleUnder(experiment))}</h2>
<p class="quiet">${text(experiment.id)}, setting ${setting} · ${text(experiment.table)} of ${text(experiment.paper)}</p>
<p>${text(experiment.settings[setting].protocol)}</p>
${measured ? "" : `<p class="notice">Not run yet. Run it with: <code>${text(runCommand(result))}</code></p>`}
${table(result)}
${measured && !cells.every(isExact) ? plots(result) : ""}
<h3>The paper's claims</h3>
<ul class="claims">
${result.claims.map(claim).join("\n")}
</ul>
${details(result)}
</section>`;
}

function anchor({ experiment, setting }: ExperimentResult): string {
  return text(`${experiment.id}-${setting}`);
}

function table({ experiment, cells }: ExperimentResult): string {
  const { columns, rows } = tableOf(cells);
  return `<p class="legend">Rows: ${text(experiment.rows)}; columns: ${text(experiment.columns)}. Figures: ${text(experiment.figure)}.</p>
<div class="wide"><table aria-label="${text(titleUnder(experiment))}">
<thead><tr><td></td>${columns.map((column) => `<th scope="col">${text(column)}</th>`).join("")}</tr></thead>
<tbody>
${rows.map(({ row, cells: list }) => `<tr><th scope="row">${text(row)}</th>${list.map(tableCell).join("")}</tr>`).join("\n")}
</tbody></table></div>`;
}

function tableCell(cell: CellResult | null): string {
  if (!cell) return "<td></td>";
  const paper = `<span class="paper-figure">${paperText(cell, true)}</span>`;
  if (!cell.ours) return `<td class="quiet"><span class="figure">${oursText(cell)}</span>${paper}</td>`;
  const interval = isExact(cell) ? "" : `<span class="interval">(${intervalText(cell.ours)})</span>`;
  const games = isExact(cell) ? "" : `<span class="interval">${scoreText(cell)}</span>`;
  return `<td><span class="figure">${oursText(cell)}</span>${interval}${paper}${games}${badge(cell.agreement)}</td>`;
}

function badge(word: keyof typeof SIGNS | null, words: string = word ?? ""): string {
  return word
    ? `<span class="badge ${word.replaceAll(" ", "-")}"><b aria-hidden="true">${SIGNS[word]}</b> ${text(words)}</span>`
    : "";
}

function plots({ cells }: ExperimentResult): string {
  const { columns, rows } = tableOf(cells);
  const letters = Math.max(...columns.map(({ length }) => length));
  const figures = rows.flatMap(({ row, cells: list }) => {
    const entries = list
      .filter((cell) => cell !== null)
      .filter((cell) => !isExact(cell))
      .flatMap(({ column, ours, paper }) => (paper ? [{ label: column, ours, paper }] : []));
    if (entries.length === 0) return [];
    return [`<figure><figcaption>${text(row)}</figcaption>${plotRow(row, entries, letters)}</figure>`];
  });
  return `<p class="legend"><span class="ours-key">●</span> ours, <span class="paper-key">◇</span> the paper's; lines are 95 % intervals, the scale is in percent</p>
<div class="plots">${figures.join("\n")}</div>`;
}

function claim({ text: words, ours, paper, condition }: ClaimResult): string {
  const line = (who: string, { outcome, evidence }: Verdict, named: string | null = null): string =>
    `<p>${badge(outcome, outcomeText(outcome, { condition: named }))} <span class="quiet">${who}: ${text(evidence)}</span></p>`;
  return `<li><p class="claim">${text(words)}</p>${line("our games", ours, condition)}${line("the paper's figures", paper)}</li>`;
}

/** The games behind each figure. */
function details(result: ExperimentResult): string {
  const rows = result.cells.flatMap((cell) => {
    const { match } = cell;
    if (!match) return [];
    const variant = Object.entries(match.variant).map(([name, value]) => `${name}=${value}`);
    const limits = Object.entries(match.limits).map(([name, value]) => `${name}=${value}`);
    const score = cell.problem ?? `${scoreText(cell)} of ${match.games}`;
    return [
      `<tr><th scope="row">${text(cell.row)}, ${text(cell.column)}</th><td>${text(score)}</td><td><code>${text(match.players[0])}</code><br><code>${text(match.players[1])}</code></td><td><code>${text([...variant, ...limits].join(" "))}</code></td></tr>`,
    ];
  });
  if (rows.length === 0) return "";
  return `<details><summary>The games behind each figure</summary>
<p>Played with: <code>${text(runCommand(result))}</code></p>
<div class="wide"><table class="plain"><thead><tr><th scope="col">cell</th><th scope="col">score</th><th scope="col">players</th><th scope="col">variant, limits</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div></details>`;
}
