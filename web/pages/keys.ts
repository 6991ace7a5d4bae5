/**
 * Keys of the game page. Arrow keys go through the moves, unless the board shows its cursor: then the board uses them and this module
 * does not see them. Nothing happens while a field has the focus or a dialog is open.
 */
import { useEffect, useRef } from "preact/hooks";

export type Command = "back" | "forward" | "first" | "last" | "best" | "flip" | "values" | "help";

/** By key, in the order of the help sheet. */
export const KEYS: readonly { readonly keys: readonly string[]; readonly command: Command; readonly text: string }[] = [
  { keys: ["ArrowLeft"], command: "back", text: "One move back" },
  { keys: ["ArrowRight"], command: "forward", text: "One move forward" },
  { keys: ["ArrowUp", "Home"], command: "first", text: "Start of the game" },
  { keys: ["ArrowDown", "End"], command: "last", text: "Latest position" },
  { keys: [" "], command: "best", text: "Play the best move shown, or the next move of the game" },
  { keys: ["f"], command: "flip", text: "Flip the board" },
  { keys: ["x"], command: "values", text: "Show or hide values and arrows" },
  { keys: ["?"], command: "help", text: "This list" },
];

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly defaultPrevented: boolean;
}

/** What has the focus: a field to type in, a control that Space presses, or something else. */
export type Focus = "field" | "control" | "other";

export function commandOf(event: Pressed, focus: Focus): Command | null {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || focus === "field") return null;
  if (event.key === " " && focus === "control") return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return KEYS.find(({ keys }) => keys.includes(key))?.command ?? null;
}

function focusOf(target: EventTarget | null): Focus {
  if (!(target instanceof Element)) return "other";
  if (target.closest("textarea, select, input:not([type=checkbox], [type=button]), [contenteditable]")) return "field";
  return target.closest("button, a, summary, input") ? "control" : "other";
}

export function useKeys(run: (command: Command) => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (document.querySelector("dialog[open]")) return;
      const command = commandOf(event, focusOf(event.target));
      if (command === null) return;
      event.preventDefault();
      latest.current(command);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
