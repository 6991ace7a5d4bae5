/**
 * An input that keeps its draft while the user types, across re-renders, and commits when the input is done. A number is also committed while
 * it is typed: a commit on blur would change the page between the press and the release of the mouse, and the click would be lost.
 */
import { useSignal } from "@preact/signals";
import type { TargetedEvent, VNode } from "preact";
import { useRef } from "preact/hooks";

interface DraftInputProps {
  /** `lines`: multi-line text. */
  readonly type: "text" | "number" | "lines";
  readonly value: string | number;
  readonly onCommit: (text: string) => void;
  readonly id?: string;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly step?: number | string;
  readonly placeholder?: string;
  readonly "aria-describedby"?: string;
}

/** Longer text scrolls. */
const MAX_LINES = 12;

export function DraftInput({ type, value, onCommit, ...rest }: DraftInputProps): VNode {
  const draft = useSignal<string | null>(null);
  const committed = useRef<string | null>(null);
  const commit = (text: string): void => {
    if (committed.current === text) return;
    committed.current = text;
    onCommit(text);
  };
  const field = {
    ...rest,
    value: draft.value ?? value,
    onInput: (event: TargetedEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const { value: text, validity } = event.currentTarget;
      draft.value = text;
      if (type === "number" && text !== "" && validity.valid) commit(text);
    },
    onChange: (event: TargetedEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      commit(event.currentTarget.value);
      committed.current = null;
      draft.value = null;
    },
  };
  if (type === "lines") {
    const rows = Math.min(MAX_LINES, Math.max(2, String(field.value).split("\n").length));
    return <textarea {...field} rows={rows} spellcheck={false} wrap="off" />;
  }
  return type === "number" ? <input {...field} type="number" /> : <input {...field} type="text" />;
}

/** The input as a number within bounds; null if it is not a number. */
export function numberOf(text: string, min: number, max: number): number | null {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(number) ? Math.min(max, Math.max(min, number)) : null;
}
