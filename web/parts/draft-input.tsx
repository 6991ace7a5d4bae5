/** An input that keeps its draft while the user types, across re-renders, and commits when the input is done. */
import { useSignal } from "@preact/signals";
import type { TargetedEvent, VNode } from "preact";

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
  const field = {
    ...rest,
    value: draft.value ?? value,
    onInput: (event: TargetedEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      draft.value = event.currentTarget.value;
    },
    onChange: (event: TargetedEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      draft.value = null;
      onCommit(event.currentTarget.value);
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
