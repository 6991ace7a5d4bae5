/** Content shared by the HTML and the Markdown report. */
import { gamesText, type Estimate } from "./estimate.ts";
import type { CellResult, ClaimResult, ExperimentResult } from "./results.ts";
import type { Outcome } from "./verdict.ts";

export interface ReportInput {
  readonly results: readonly ExperimentResult[];
  readonly version: string;
  readonly date: string;
}

export const HOW_TO_READ: readonly string[] = [
  "Ours: percentage with its 95 % confidence interval (a pair of games from one opening counts as one sample). The paper's figure: with the interval for its number of games, if known.",
  '"Agrees": the 95 % interval of the difference includes zero and is at most 40 points wide. "Differs": the interval excludes zero; one cell in twenty is expected to differ by chance alone. "Too few games": neither.',
  "A claim holds, or does not hold, only if the 95 % interval is decisive; otherwise it is not settled. The same test is applied to the paper's own figures.",
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

/** The table as printed: rows in order, columns in the order of the longest row, null for an empty cell. */
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

export function paperText({ paper, decimals }: CellResult, withInterval = false): string {
  if (!paper) return "no figure in the paper";
  const interval = withInterval && paper.games > 0 ? ` (${intervalText(paper)})` : "";
  return `paper ${fixed(paper.value, decimals)}${interval}`;
}

/** A percentage of games with one decimal, a computed number with the paper's decimals. */
export function oursText(cell: CellResult): string {
  return cell.ours ? fixed(cell.ours.value, isExact(cell) ? cell.decimals : 1) : cell.status;
}

/** Wins, draws and losses; only the number of games where these are unknown. */
export function scoreText({ score, ours }: CellResult): string {
  const games = gamesText(ours?.games ?? 0);
  return score ? `+${score.wins} =${score.draws} −${score.losses}, ${games}` : games;
}

/** "holds", "does not hold when ties are broken at random". */
export function outcomeText(outcome: Outcome, { condition }: Pick<ClaimResult, "condition">): string {
  return condition === null ? outcome : `${outcome} ${condition}`;
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

/** For each experiment, the settings with games; without games, the setting with more figures, by default `full`. */
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
