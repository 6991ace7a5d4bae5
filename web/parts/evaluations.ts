/** Evaluations as the page shows them: the bar, the legend, the text of a search, points of the graph. Pure. */
import type {
  AnalysisDocument,
  BuildableTable,
  EvaluationDocument,
  ProvablePosition,
} from "../../service/analysis-documents.ts";
import type { PositionDocument } from "../../service/api.ts";
import { formatBytes, formatCount, formatDuration } from "./format.ts";
import { type GraphPoint, judged } from "./graph-points.ts";

/** A bar never hides a side that has not lost yet. */
const LEAST_PART = 0.03;

/** The first player's part of the bar, from 0 to 1. */
export function partOf({ share, exact }: Pick<EvaluationDocument, "share" | "exact">): number {
  const part = (1 + Math.max(-1, Math.min(1, share))) / 2;
  return exact ? part : Math.max(LEAST_PART, Math.min(1 - LEAST_PART, part));
}

/** The evaluation of a game that has ended, for a player. */
export function evaluationOfResult(
  { scores, text }: NonNullable<PositionDocument["result"]>,
  player: number,
): EvaluationDocument | null {
  if (scores.length !== 2) return null;
  const share = Math.sign((scores[player] ?? 0) - (scores[1 - player] ?? 0));
  return { share, label: share === 0 ? "draw" : "won", text, exact: true };
}

/** Whose number it is: "+ is good for White". Null if the label needs no explanation. */
export function legendOf({ label }: Pick<EvaluationDocument, "label">, name: string): string | null {
  if (label.endsWith("%")) return `% is the score of ${name}`;
  return /^[+-]?[\d.]+$/.test(label) ? `+ is good for ${name}` : null;
}

/** "230,402 nodes in 1.6 s". */
export function effortOf({ nodes, milliseconds }: Pick<AnalysisDocument, "nodes" | "milliseconds">): string | null {
  if (nodes <= 1) return null;
  const count = nodes === 1 ? "1 node" : `${formatCount(nodes)} nodes`;
  return milliseconds < 50 ? count : `${count} in ${(milliseconds / 1000).toFixed(1)} s`;
}

/** "Build one-side-9x9-6: 324.5 MB, about 17 s". */
export function buildText({ name, tables, fileBytes, seconds }: BuildableTable): string {
  const what = tables > 1 ? `${name} (${tables.toLocaleString("en")} tables)` : name;
  return `Build ${what}: ${formatBytes(fileBytes)}${seconds === null ? "" : `, about ${formatDuration(seconds)}`}`;
}

/** "Try to prove this position and its moves: at most 1.1 GB of memory and 30 min". */
export function proofText({ memoryBytes, seconds }: ProvablePosition): string {
  return `Try to prove this position and its moves: at most ${formatBytes(memoryBytes)} of memory and ${formatDuration(seconds)}`;
}

/**
 * Analysed positions show the evaluation of their analysis. A ply has lost value if the points of the graph, which are comparable, and the shown
 * values agree; if its value is exact now, that decides.
 */
export function withAnalyses(
  points: readonly GraphPoint[],
  analysisAt: (ply: number) => Pick<AnalysisDocument, "evaluation" | "source"> | null,
): GraphPoint[] {
  const shown = points.map((point) => {
    const { evaluation, source } = analysisAt(point.ply) ?? { evaluation: null };
    if (!evaluation) return point;
    return { ...point, value: evaluation.share, text: evaluation.text, exact: evaluation.exact, source: source?.text };
  });
  return shown.map((point, i) => {
    const before = shown[i - 1];
    if (point === points[i] && before === points[i - 1]) return point;
    const seen = judged(point.side, before?.value ?? null, point.value);
    return (point.exact && point !== points[i]) || seen.lost < point.lost ? { ...point, ...seen } : point;
  });
}
