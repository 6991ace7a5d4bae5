/** The output of `gamelore lab`, as lines and as a document. */
import { intervalText, isExact, outcomeText, oursText, paperText, scoreText } from "../lab/report.ts";
import type { CellResult, ExperimentResult } from "../lab/results.ts";
import { formatNumber, formatSeconds, type Painter, type Style, plural } from "./terminal.ts";

const STYLES: Readonly<Record<string, Style>> = {
  agrees: "green",
  holds: "green",
  differs: "red",
  "does not hold": "red",
};

interface ListedSetting {
  readonly setting: string;
  readonly protocol: string;
  readonly coreMinutes: number;
  readonly games: number;
  readonly wanted: number;
  /** Whether it has figures that are measured without games. */
  readonly measured: boolean;
}

export function settingLine({ setting, coreMinutes, games, wanted, measured }: ListedSetting): string {
  if (wanted === 0 && !measured) return `  ${setting.padEnd(6)} computed, needs no games`;
  if (wanted === 0) return `  ${setting.padEnd(6)} measured, needs no games: about ${formatSeconds(60 * coreMinutes)}`;
  const cost = `total: about ${formatSeconds(60 * coreMinutes)} of one core`;
  return `  ${setting.padEnd(6)} ${formatNumber(games)} of ${plural(wanted, "game")}; ${cost}`;
}

export function resultLines(result: ExperimentResult, paint: Painter): string[] {
  const { experiment, setting, cells, claims } = result;
  const width = Math.max(...cells.map(({ row, column }) => row.length + column.length)) + 3;
  return [
    `${paint("bold", experiment.id)} ${experiment.title}, setting ${setting}`,
    paint("dim", experiment.settings[setting].protocol),
    ...cells.map((cell) => `  ${`${cell.row} / ${cell.column}`.padEnd(width)}  ${cellText(cell, paint)}`),
    ...claims.map(
      ({ text, ours, condition }) =>
        `  ${coloured(ours.outcome, paint, outcomeText(ours.outcome, { condition }))}: ${text} ${paint("dim", `(${ours.evidence})`)}`,
    ),
  ];
}

function cellText(cell: CellResult, paint: Painter): string {
  const paper = paperText(cell);
  if (!cell.ours) return paint("dim", `${oursText(cell)}; ${paper}${cell.problem ? ` (${cell.problem})` : ""}`);
  const interval = isExact(cell) ? "" : ` (95 % interval ${intervalText(cell.ours)}; ${scoreText(cell)})`;
  const verdict = cell.agreement ? `; ${coloured(cell.agreement, paint)}` : "";
  return `${oursText(cell)}${interval}; ${paper}${verdict}`;
}

function coloured(word: string, paint: Painter, words: string = word): string {
  const style = STYLES[word];
  return style ? paint(style, words) : words;
}

export function resultDocument({ experiment, setting, cells, claims }: ExperimentResult): object {
  const { id, paper, table, title, figure } = experiment;
  const { protocol } = experiment.settings[setting];
  return { id, paper, table, title, figure, setting, protocol, cells, claims };
}
