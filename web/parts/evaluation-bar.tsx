/** The evaluation of the position as a bar in the players' colours: solid if exact, hatched if estimated. */
import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import type { EvaluationDocument } from "../../service/analysis-documents.ts";
import type { PieceSet } from "../board/pieces/piece-set.ts";
import { partOf } from "./evaluations.ts";

interface EvaluationBarProps {
  /** Null while there is none. */
  readonly evaluation: EvaluationDocument | null;
  readonly player: number;
  readonly seats: readonly string[];
  readonly set: PieceSet;
  /** The player's part is at the top. */
  readonly flipped: boolean;
}

/** Labels longer than this are written upwards. */
const SHORT_LABEL = 6;

export function EvaluationBar({ evaluation, player, seats, set, flipped }: EvaluationBarProps): VNode {
  // The bar stays where it was until the next evaluation arrives.
  const last = useRef(0.5);
  if (evaluation) last.current = partOf(evaluation);
  const part = last.current;
  const other = seats.length === 2 ? ` ${set.side(1 - player)}` : "";
  // In Chinese Dark Chess nobody has a colour at first.
  const alike = seats.length === 2 && set.side(player) === set.side(1 - player) ? " alike" : "";
  const kind = evaluation === null ? "pending" : evaluation.exact ? "exact" : "estimate";
  const text = evaluation ? `${evaluation.text}, ${evaluation.exact ? "exact" : "estimated"}` : "not known yet";
  const isLong = evaluation !== null && (evaluation.exact || evaluation.label.length > SHORT_LABEL);
  return (
    <div
      class={`evaluation-bar ${kind}${flipped ? " flipped" : ""}${part < 0.5 ? " behind" : ""}${alike}`}
      role="img"
      aria-label={`Evaluation: ${text}`}
      title={evaluation ? text : undefined}
    >
      <span class={`part own ${set.side(player)}`} style={{ flexGrow: part }} />
      <span class={`part other${other}`} style={{ flexGrow: 1 - part }} />
      <span class="middle" />
      {evaluation && (
        <span class={isLong ? "label long" : "label"}>
          {evaluation.label}
          {evaluation.exact && <small> exact</small>}
        </span>
      )}
    </div>
  );
}
