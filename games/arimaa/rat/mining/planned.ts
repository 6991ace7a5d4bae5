/** Planned turns of a position: the interface of the miner to the plans. */
import type { Position } from "../../../../engine/contracts/position.ts";
import { stepsInTurn, type Board, type Turn } from "../../board.ts";
import { Analysis } from "../analysis.ts";
import { RatKernel } from "../rat-kernel.ts";
import { loadKnowledge } from "../knowledge.ts";
import { nodeOf } from "../legal-turn.ts";
import { listPlans } from "../plan-list.ts";
import { lettersOf } from "../../squares.ts";
import { cellsOf } from "./replayed.ts";

export interface PlanSource {
  readonly name: string;
  /** Whole turns, or the first steps of turns. */
  plannedTurns(position: Position): readonly Turn[];
}

/** The moves of Rat's plans, before any search. */
export function ratPlans(board: Board, keep: number): PlanSource {
  const kernel = new RatKernel(board);
  const knowledge = loadKnowledge("all", true);
  return {
    name: "Rat's plans",
    plannedTurns: (position) => {
      const analysis = new Analysis(nodeOf(kernel, position));
      const plans = listPlans({ analysis, ply: 0, knowledge, keep, seed: 1, extensions: true, stopped: () => false });
      return [...new Set(plans.flatMap((plan) => plan.moves().map(({ turn }) => turn)))];
    },
  };
}

export type Verdict = "same" | "contained" | "missed";

/**
 * Compares a played turn with planned ones: one of them leads to the same board; or the played turn contains all changes of one; or
 * neither.
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
