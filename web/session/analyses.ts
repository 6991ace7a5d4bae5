/** Analyses of positions: which of two is better, and the moves that they mark. Pure. */
import type { AnalysisDocument, AnalysisLine } from "../../service/analysis-documents.ts";
import type { MoveDocument, ValuedMove } from "../../service/api.ts";
import type { Arrow } from "../board/arrow.tsx";
import { moveArrows } from "../board/move-arrows.ts";

export const MAX_LINES = 5;
const DEFAULT_LINES = 3;

/** The stored number of lines; the default if there is none. */
export function linesSetting(stored: string | null): number {
  const lines = Number(stored ?? DEFAULT_LINES);
  return Number.isInteger(lines) && lines >= 1 && lines <= MAX_LINES ? lines : DEFAULT_LINES;
}

/** From a table or a solver: it cannot change. */
export function isSolved({ source }: Pick<AnalysisDocument, "source">): boolean {
  return source.kind === "table" || source.kind === "solved";
}

/** Whether an analysis replaces an earlier one of the same position: a search that starts again must first reach its depth. */
export function replaces(next: AnalysisDocument, before: AnalysisDocument | undefined): boolean {
  if (!before || isSolved(next) || before.evaluation === null) return true;
  if (isSolved(before)) return false;
  if (next.evaluation === null || next.lines.length < before.lines.length) return false;
  if (next.depth !== null && before.depth !== null) return next.depth >= before.depth;
  if (next.playouts !== null && before.playouts !== null) return next.playouts >= before.playouts;
  return next.nodes >= before.nodes;
}

/** Of several moves with the same estimate only the first is marked best: the one that a hint shows. */
export function withOneBest(analysis: AnalysisDocument): AnalysisDocument {
  if (isSolved(analysis) || analysis.moves.filter(({ best }) => best).length < 2) return analysis;
  const [first] = analysis.lines[0]?.moves ?? [];
  return { ...analysis, moves: analysis.moves.map((move) => ({ ...move, best: move.best && move.text === first })) };
}

/** The move of an actor with which a line begins. */
export function moveOf(moves: readonly MoveDocument[], text: string | undefined, actor: number): MoveDocument | null {
  return moves.find((move) => move.text === text && move.actor === actor) ?? null;
}

/** Arrows for the first moves of the lines, the strongest last: it is drawn on top. Moves known to be worse in outcome have none. */
export function lineArrows(analysis: AnalysisDocument, moves: readonly MoveDocument[], actor: number): Arrow[] {
  const outcomes = new Map(analysis.moves.map(({ text, outcome }) => [text, outcome]));
  const outcomeOf = (line: AnalysisLine | undefined): ValuedMove["outcome"] =>
    outcomes.get(line?.moves[0] ?? "") ?? null;
  const best = outcomeOf(analysis.lines[0]);
  const arrows = analysis.lines.flatMap((line, rank) => {
    const outcome = outcomeOf(line);
    if (best !== null && outcome !== null && outcome !== best) return [];
    return moveArrows(moveOf(moves, line.moves[0], actor), "best").map((arrow) => ({ ...arrow, rank }));
  });
  // Promotions share their squares.
  const isFirst = ({ from, to }: Arrow, index: number): boolean =>
    arrows.findIndex((other) => other.from === from && other.to === to) === index;
  return arrows.filter(isFirst).toReversed();
}
