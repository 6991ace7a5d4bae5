/** Composing a move of several pieces: the steps that the board shows instead of whole moves, and the buttons. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { View } from "../../engine/contracts/view.ts";
import type { MoveDocument } from "../../service/api.ts";
import type { Arrow } from "../board/arrow.tsx";
import {
  areJoint,
  completed,
  type Draft,
  draftText,
  missing,
  nextSteps,
  NO_STEPS,
  stepValues,
  withStep,
} from "../board/joint-moves.ts";
import type { MoveValues } from "../board/values.ts";

export interface JointDraft {
  /** Moves for the board: single steps, or the moves themselves if nothing is composed. */
  readonly moves: readonly MoveDocument[];
  readonly values: MoveValues | null;
  readonly arrows: readonly Arrow[];
  readonly onPlay: (move: MoveDocument) => void;
  /** Returns whether the key was used. */
  readonly onKey: (key: string) => boolean;
  readonly panel: VNode | null;
}

/** The draft is discarded when `position` changes. */
export function useJointDraft(
  position: { readonly view: View } | null,
  moves: readonly MoveDocument[],
  values: MoveValues | null,
  play: (move: MoveDocument) => void,
): JointDraft {
  const drafted = useSignal<Draft>(NO_STEPS);
  const actor = moves[0]?.actor;
  useEffect(() => {
    drafted.value = NO_STEPS;
  }, [position, actor]);
  const view = position?.view;
  const joint = view !== undefined && areJoint(moves);
  const draft = drafted.value;
  const steps = useMemo(() => (joint ? nextSteps(moves, draft, view) : []), [moves, draft, view, joint]);
  const shownValues = useMemo(
    () => (joint && values ? stepValues(moves, draft, steps, values) : values),
    [moves, draft, steps, values],
  );
  if (!joint) return { moves, values, arrows: [], onPlay: play, onKey: () => false, panel: null };
  const complete = completed(moves, draft);
  const undo = (): void => {
    drafted.value = draft.slice(0, -1);
  };
  const playDraft = (): void => {
    if (complete) play(complete);
  };
  return {
    moves: steps,
    values: shownValues,
    arrows: draft.map(([from, to]) => ({ from, to, kind: "step" })),
    onPlay: ({ from, to }) => {
      if (from && to && "cell" in from && "cell" in to) drafted.value = withStep(draft, [from.cell, to.cell]);
    },
    onKey: (key) => {
      if (key === "Backspace" && draft.length > 0) undo();
      else if (key === "p" && complete) playDraft();
      else return false;
      return true;
    },
    panel: (
      <div class="joint-draft" role="group" aria-label="Composed move">
        <p role="status">
          {draft.length === 0
            ? "Move the pieces one by one, then press Play."
            : `${draftText(draft, view)}${complete ? "" : `. ${missing(moves, draft, view)}`}`}
        </p>
        <p class="actions">
          <button
            type="button"
            class="primary"
            disabled={complete === null}
            title="Shortcut: p, with the board focused"
            onClick={playDraft}
          >
            {draft.length === 0 && complete ? "Pass" : "Play"}
          </button>
          <button
            type="button"
            disabled={draft.length === 0}
            title="Shortcut: Backspace, with the board focused"
            onClick={undo}
          >
            Undo step
          </button>
          <button type="button" disabled={draft.length === 0} onClick={() => (drafted.value = NO_STEPS)}>
            Clear
          </button>
        </p>
      </div>
    ),
  };
}
