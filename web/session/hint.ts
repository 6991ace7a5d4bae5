/** A hint: the first move of the analysis; without one, the choice of the strongest player. */
import type { AnalysisDocument } from "../../service/analysis-documents.ts";
import type { MoveDocument } from "../../service/api.ts";
import type { Clients } from "../client/clients.ts";
import { isSolved, moveOf } from "./analyses.ts";
import { stateOf } from "./saved-game.ts";
import type { Session } from "./session.ts";

export interface Hint {
  readonly move: MoveDocument | null;
  /** The move, or why there is none. */
  readonly text: string;
  /** Its evaluation, which changes while the search deepens. */
  readonly detail: string;
}

/** Time of a search for a hint. */
export const HINT_MILLISECONDS = 1000;
/** A running analysis is good enough for a hint after this time. */
const ENOUGH_MILLISECONDS = 700;

/** Null if the analysis has no move that can be played. */
export function hintOf(analysis: AnalysisDocument, moves: readonly MoveDocument[], actor: number): Hint | null {
  if (analysis.strategies.length > 0) return likeliest(analysis, moves);
  const [line] = analysis.lines;
  const move = moveOf(moves, line?.moves[0], actor);
  if (!line || !move) return null;
  return { move, text: move.text, detail: `${line.evaluation.text} (${analysis.source.text})` };
}

/** With simultaneous moves: the most likely move of the mixed strategy. */
function likeliest({ strategies, source }: AnalysisDocument, moves: readonly MoveDocument[]): Hint | null {
  const own = strategies.find(({ player }) => player === moves[0]?.actor);
  const best = own?.moves[0];
  const move = moveOf(moves, best?.text, own?.player ?? -1);
  if (!best || !move) return null;
  const share = best.probability > 0.995 ? "always" : `${Math.round(100 * best.probability)} % of the time`;
  const value = best.evaluation === null ? "" : `, ${best.evaluation.text}`;
  return { move, text: move.text, detail: `best played ${share}${value} (${source.text})` };
}

export function isEnoughForHint(analysis: AnalysisDocument): boolean {
  return analysis.done || isSolved(analysis) || analysis.milliseconds >= ENOUGH_MILLISECONDS;
}

export async function chosenHint(session: Session, clients: Clients, signal: AbortSignal): Promise<Hint> {
  const saved = session.saved.peek();
  const moves = session.open();
  const actor = moves[0]?.actor ?? 0;
  const request = {
    ...stateOf(saved),
    player: session.document.best,
    limits: { milliseconds: HINT_MILLISECONDS },
    seed: saved.seed,
    actor,
  };
  const { answer } = await clients.call("choose", saved.game, request, { signal });
  return { move: moveOf(moves, answer.move, actor), text: answer.move, detail: `by ${answer.player}` };
}
