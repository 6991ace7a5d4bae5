/** The report as Markdown: the same tables and verdicts. */
import { escapeMarkdown as text } from "./escape.ts";
import { titleUnder } from "./experiment.ts";
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
import type { CellResult, ExperimentResult } from "./results.ts";

export function markdownReport({ results, version, date }: ReportInput): string {
  return `${[
    "# Published tables, reproduced",
    `Gamelore ${text(version)}, ${text(date)}`,
    ...HOW_TO_READ.map(text),
    summary(results),
    ...results.flatMap(section),
  ].join("\n\n")}\n`;
}

function summary(results: readonly ExperimentResult[]): string {
  const rows = results.map((result) => {
    const { cells, measured, agreements, claims } = countsOf(result);
    const counts = [...Object.values(agreements), ...Object.values(claims)].map(String);
    return [`${text(result.experiment.id)}, ${result.setting}`, `${measured} of ${cells}`, ...counts];
  });
  const head = [
    "experiment",
    "cells measured",
    "agree",
    "differ",
    "too few games",
    "claims hold",
    "do not hold",
    "not settled",
  ];
  return table(head, rows);
}

function section(result: ExperimentResult): string[] {
  const { experiment, setting, cells, claims } = result;
  const { columns, rows } = tableOf(cells);
  const measured = cells.some(({ ours }) => ours !== null);
  return [
    `## ${text(titleUnder(experiment))}`,
    `${text(experiment.id)}, setting ${setting}; ${text(experiment.table)} of ${text(experiment.paper)}`,
    text(experiment.settings[setting].protocol),
    ...(measured ? [] : [`Not run yet. Run it with: \`${runCommand(result)}\``]),
    `Rows: ${text(experiment.rows)}; columns: ${text(experiment.columns)}. Figures: ${text(experiment.figure)}.`,
    table(
      ["", ...columns.map(text)],
      rows.map(({ row, cells: list }) => [text(row), ...list.map(tableCell)]),
    ),
    claims
      .map(
        ({ text: claim, ours, paper, condition }) =>
          `- ${text(claim)}\n  - **${text(outcomeText(ours.outcome, { condition }))}** by our games: ${text(ours.evidence)}\n  - ${paper.outcome} by the paper's figures: ${text(paper.evidence)}`,
      )
      .join("\n"),
  ];
}

function tableCell(cell: CellResult | null): string {
  if (!cell) return "";
  const paper = paperText(cell, true);
  if (!cell.ours) return `${oursText(cell)}; ${paper}`;
  const interval = isExact(cell) ? "" : ` (${intervalText(cell.ours)}; ${scoreText(cell)})`;
  return `**${oursText(cell)}**${interval}; ${[paper, ...(cell.agreement ? [cell.agreement] : [])].join("; ")}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
