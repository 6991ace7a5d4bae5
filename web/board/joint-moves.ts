/**
 * Moves of several pieces, composed step by step. A draft is the steps chosen so far; it can become any legal move that contains them, and is
 * complete when it equals one. Pure.
 */
import type { View } from "../../engine/contracts/view.ts";
import type { MoveDocument, StepDocument, ValuedMove } from "../../service/api.ts";
import type { MoveValues } from "./values.ts";

export type Draft = readonly StepDocument[];

export const NO_STEPS: Draft = [];

/** Whether some moves must be composed. */
export function areJoint(moves: readonly MoveDocument[]): boolean {
  return moves.some((move) => move.steps !== undefined);
}

function stepsOf({ from, to, steps = [] }: MoveDocument): readonly StepDocument[] {
  return from !== null && to !== null && "cell" in from && "cell" in to ? [[from.cell, to.cell]] : steps;
}

function contains(steps: readonly StepDocument[], draft: Draft): boolean {
  return draft.every(([from, to]) => steps.some((step) => step[0] === from && step[1] === to));
}

/** The moves that the draft can still become. */
function within(moves: readonly MoveDocument[], draft: Draft): MoveDocument[] {
  return moves.filter((move) => contains(stepsOf(move), draft));
}

/** The move with exactly these steps. */
export function completed(moves: readonly MoveDocument[], draft: Draft): MoveDocument | null {
  return moves.find((move) => stepsOf(move).length === draft.length && contains(stepsOf(move), draft)) ?? null;
}

/** A new step of a piece replaces its earlier one; a step back to its own cell removes it. */
export function withStep(draft: Draft, [from, to]: StepDocument): Draft {
  const others = draft.filter((step) => step[0] !== from);
  return from === to ? others : [...others, [from, to]];
}

/** The possible next steps as moves of one piece each; a piece with a step can change or withdraw it. */
export function nextSteps(moves: readonly MoveDocument[], draft: Draft, view: View): MoveDocument[] {
  const actor = moves[0]?.actor ?? 0;
  const name = (cell: number): string => view.cells[cell]?.name ?? "";
  const single = ([from, to]: StepDocument): MoveDocument => ({
    text: stepText(from, to),
    actor,
    from: { cell: from },
    to: { cell: to },
  });
  const pieces = new Set(moves.flatMap((move) => stepsOf(move).map(([from]) => from)));
  return [...pieces]
    .toSorted((a, b) => name(a).localeCompare(name(b), "en", { numeric: true }))
    .flatMap((piece) => {
      const open = within(moves, withStep(draft, [piece, piece]));
      const ends = new Set(open.flatMap((move) => stepsOf(move).flatMap(([from, to]) => (from === piece ? [to] : []))));
      const isMoved = draft.some(([from]) => from === piece);
      return [...ends, ...(isMoved ? [piece] : [])].map((to) => single([piece, to]));
    });
}

function stepText(from: number, to: number): string {
  return `${from}-${to}`;
}

/** The value of a step is that of the best move that contains it. */
export function stepValues(
  moves: readonly MoveDocument[],
  draft: Draft,
  steps: readonly MoveDocument[],
  values: MoveValues,
): MoveValues {
  const best = new Map<string, ValuedMove>();
  for (const step of steps) {
    const [[from, to]] = stepsOf(step) as [StepDocument];
    const open = from === to ? [] : within(moves, withStep(draft, [from, to]));
    for (const { text } of open) {
      const valued = values.get(text);
      const known = best.get(step.text);
      if (valued && (!known || valued.after.score > known.after.score)) best.set(step.text, valued);
    }
  }
  return best;
}

/** States why a draft is not a legal move yet: pieces that must also move. */
export function missing(moves: readonly MoveDocument[], draft: Draft, view: View): string {
  const [first, ...rest] = within(moves, draft).map((move) => stepsOf(move).map(([from]) => from));
  const moved = new Set(draft.map(([from]) => from));
  const common = (first ?? []).filter((piece) => !moved.has(piece) && rest.every((pieces) => pieces.includes(piece)));
  const names = common.map((piece) => view.cells[piece]?.name);
  if (names.length === 0) return "Not a legal move yet: another piece must also move.";
  return `Not a legal move yet: the piece${names.length > 1 ? "s" : ""} on ${names.join(", ")} must also move.`;
}

export function draftText(draft: Draft, view: View): string {
  return draft.map(([from, to]) => `${view.cells[from]?.name}-${view.cells[to]?.name}`).join(", ");
}
