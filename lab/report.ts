/** What a report says of results, in words and numbers that its HTML and its Markdown share. */
import type { Estimate } from "./estimate.ts";
import type { CellResult, ExperimentResult } from "./results.ts";
import type { Outcome } from "./verdict.ts";

export interface ReportInput {
  readonly results: readonly ExperimentResult[];
  readonly version: string;
  /** The day it is made, as text. */
  readonly date: string;
}

export const HOW_TO_READ: readonly string[] = [
  "Ours: per cent with the 95 % interval that chance leaves (pairs of games that share an opening count as one). The paper's figure: with the interval that its number of games leaves, as far as it is known.",
  "«Agrees»: the difference of the two is within chance, and known to 20 points or better. «Differs»: the 95 % interval of the difference leaves out zero; among twenty cells one such is to be expected by chance alone. «Too few games»: neither can be said yet.",
  "A claim holds, or does not hold, only where the 95 % interval leaves no other reading; otherwise it is not settled. The same test over the paper's own figures shows how far they settle it themselves.",
];

export interface Counts {
  readonly cells: number;
  readonly measured: number;
  readonly agreements: Readonly<Record<"agrees" | "differs" | "too few games", number>>;
  readonly claims: Readonly<Record<Outcome, number>>;
}

export function countsOf({ cells, claims }: ExperimentResult): Counts {
  const agreements = { agrees: 0, differs: 0, "too few games": 0 };
  for (const { agreement } of cells) if (agreement) agreements[agreement]++;
  const outcomes = { holds: 0, "does not hold": 0, "not settled": 0 };
  for (const { ours } of claims) outcomes[ours.outcome]++;
  const measured = cells.filter(({ status }) => status === "measured").length;
  return { cells: cells.length, measured, agreements, claims: outcomes };
}

/** The table as it is printed: rows as they come, columns in the order of the fullest row, null for an empty place. */
export function tableOf(cells: readonly CellResult[]): {
  columns: readonly string[];
  rows: readonly { row: string; cells: readonly (CellResult | null)[] }[];
} {
  const byRow = [...Map.groupBy(cells, ({ row }) => row)];
  const fullestFirst = byRow.toSorted(([, one], [, other]) => other.length - one.length);
  const columns = [...new Set(fullestFirst.flatMap(([, list]) => list.map(({ column }) => column)))];
  const rows = byRow.map(([row, list]) => ({
    row,
    cells: columns.map((column) => list.find((cell) => cell.column === column) ?? null),
  }));
  return { columns, rows };
}

export function isExact({ paper, ours }: CellResult): boolean {
  return (paper ?? ours)?.games === 0;
}

/** The paper's figure, with the interval that its games leave. */
export function paperText({ paper, decimals }: CellResult, withInterval = false): string {
  if (!paper) return "paper prints none";
  const interval = withInterval && paper.games > 0 ? ` (${intervalText(paper)})` : "";
  return `paper ${fixed(paper.value, decimals)}${interval}`;
}

/** A per cent of games with one decimal, a computed number as the paper prints it. */
export function oursText(cell: CellResult): string {
  return cell.ours ? fixed(cell.ours.value, isExact(cell) ? cell.decimals : 1) : cell.status;
}

function fixed(value: number, decimals: number): string {
  return value.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

export function intervalText({ low, high }: Estimate): string {
  return `${low.toFixed(0)}–${high.toFixed(0)}`;
}

export function runCommand({ experiment, setting }: ExperimentResult): string {
  return `gamelore lab run ${experiment.id} --setting ${setting}`;
}

/** Of both settings of each experiment those with games; where neither has any, the one with more figures, else the paper's protocol as it stands. */
export function withGames(results: readonly ExperimentResult[]): ExperimentResult[] {
  const byExperiment = Map.groupBy(results, ({ experiment }) => experiment.id);
  return [...byExperiment.values()].flatMap((list) => {
    const played = list.filter(({ cells }) => cells.some(({ score }) => score !== null));
    if (played.length > 0) return played;
    const measured = ({ cells }: ExperimentResult): number => cells.filter(({ ours }) => ours !== null).length;
    const fullFirst = list.toSorted((one, other) => Number(other.setting === "full") - Number(one.setting === "full"));
    return fullFirst.toSorted((one, other) => measured(other) - measured(one)).slice(0, 1);
  });
}
