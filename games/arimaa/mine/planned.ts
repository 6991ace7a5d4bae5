/** What the plans would do in a position: the one thing that the miner asks of them. */
import type { Position } from "../../../engine/contracts/game.ts";
import { stepsInTurn, type Board, type Turn } from "../board.ts";
import { graphNames, loadGraph } from "../graphs/files.ts";
import { kernelTurns } from "../graphs/kernel-turn.ts";
import { matchGraph } from "../graphs/match.ts";
import { END_TURN, SIDE } from "../layout.ts";
import { parseMoves } from "../moves.ts";
import { lettersOf } from "../squares.ts";
import { cellsOf } from "./replayed.ts";

export interface PlanSource {
  readonly name: string;
  /** Whole turns, or the first steps of turns. */
  plannedTurns(position: Position): readonly Turn[];
}

/** What the graphs suggest. */
export function graphPlans(board: Board): PlanSource {
  const graphs = graphNames().map(loadGraph);
  const begin = kernelTurns(board);
  return {
    name: "the graphs",
    plannedTurns: (position) => {
      const seen = { cells: cellsOf(lettersOf(position)), side: position[SIDE] === 0 ? "gold" : "silver" } as const;
      const texts = graphs.flatMap((graph) =>
        matchGraph(graph, seen, begin).suggestions.flatMap(({ steps }) => (steps ? [steps.join(" ")] : [])),
      );
      return [...new Set(texts)].flatMap((text) => turnOf(board, position, text) ?? []);
    },
  };
}

function turnOf(board: Board, position: Position, text: string): Turn | null {
  const read = parseMoves(board, position, text);
  if (!read.ok) return null;
  const steps = read.value.moves.filter((move) => move < END_TURN);
  return steps.reduce((turn, step, i) => turn + step * 256 ** i, 0);
}

export type Verdict = "same" | "contained" | "missed";

/**
 * How a turn that was played stands to planned ones: one of them leads to the same board; or what one of them changes was done, and
 * something else beside it; or neither.
 */
export function compareTurns(board: Board, position: Position, after: Uint8Array, planned: readonly Turn[]): Verdict {
  const before = cellsOf(lettersOf(position));
  let verdict: Verdict = "missed";
  for (const turn of planned) {
    const reached = cellsOf(lettersOf(stepsInTurn(turn).reduce((now, step) => board.play(now, step), position)));
    if (reached.every((content, square) => content === after[square])) return "same";
    const done = reached.every((content, square) => content === before[square] || content === after[square]);
    if (done) verdict = "contained";
  }
  return verdict;
}
