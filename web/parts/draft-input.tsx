/** A field that is left alone while somebody types in it, whatever is drawn anew around it; told when the typing is done. */
import { useSignal } from "@preact/signals";
import type { TargetedEvent, VNode } from "preact";

interface DraftInputProps {
  /** `lines`: text of several lines. */
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

/** A text of more lines is scrolled. */
const MOST_LINES = 12;

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
    const rows = Math.min(MOST_LINES, Math.max(2, String(field.value).split("\n").length));
    return <textarea {...field} rows={rows} spellcheck={false} wrap="off" />;
  }
  return type === "number" ? <input {...field} type="number" /> : <input {...field} type="text" />;
}

/** What was typed as a number within bounds; null where it is none. */
export function numberOf(text: string, least: number, most: number): number | null {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(number) ? Math.min(most, Math.max(least, number)) : null;
}
