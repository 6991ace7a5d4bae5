/** A move of several pieces at once, while it is put together: what the board shows instead of whole moves, and the buttons that end it. */
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
  /** What can be pressed on the board: single steps, or the moves themselves where nothing is put together. */
  readonly moves: readonly MoveDocument[];
  readonly values: MoveValues | null;
  readonly arrows: readonly Arrow[];
  readonly onPlay: (move: MoveDocument) => void;
  /** Whether the key meant something. */
  readonly onKey: (key: string) => boolean;
  readonly panel: VNode | null;
}

/** `position`: the draft is given up when it changes. */
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
  const worth = useMemo(
    () => (joint && values ? stepValues(moves, draft, steps, values) : values),
    [moves, draft, steps, values],
  );
  if (!joint) return { moves, values, arrows: [], onPlay: play, onKey: () => false, panel: null };
  const made = completed(moves, draft);
  const undo = (): void => {
    drafted.value = draft.slice(0, -1);
  };
  const playDraft = (): void => {
    if (made) play(made);
  };
  return {
    moves: steps,
    values: worth,
    arrows: draft.map(([from, to]) => ({ from, to, kind: "step" })),
    onPlay: ({ from, to }) => {
      if (from && to && "cell" in from && "cell" in to) drafted.value = withStep(draft, [from.cell, to.cell]);
    },
    onKey: (key) => {
      if (key === "Backspace" && draft.length > 0) undo();
      else if (key === "p" && made) playDraft();
      else return false;
      return true;
    },
    panel: (
      <div class="joint-draft" role="group" aria-label="The move that is put together">
        <p role="status">
          {draft.length === 0
            ? "Move pieces one by one, then press Play."
            : `${draftText(draft, view)}${made ? "" : `. ${missing(moves, draft, view)}`}`}
        </p>
        <p class="actions">
          <button type="button" class="primary" disabled={made === null} title="or p on the board" onClick={playDraft}>
            {draft.length === 0 && made ? "All stay" : "Play"}
          </button>
          <button type="button" disabled={draft.length === 0} title="or Backspace on the board" onClick={undo}>
            Take back a step
          </button>
          <button type="button" disabled={draft.length === 0} onClick={() => (drafted.value = NO_STEPS)}>
            Clear
          </button>
        </p>
      </div>
    ),
  };
}
