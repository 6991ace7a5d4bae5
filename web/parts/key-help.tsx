/** The help sheet: all keys. */
import type { VNode } from "preact";
import { Dialog } from "./dialog.tsx";

interface KeyHelpProps {
  readonly keys: readonly { readonly keys: readonly string[]; readonly text: string }[];
  readonly onClose: () => void;
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  " ": "Space",
};

const BOARD: KeyHelpProps["keys"] = [
  { keys: ["Tab"], text: "To the board; arrow keys then move its cursor" },
  { keys: ["Enter"], text: "Select the piece at the cursor, or play to the square" },
  { keys: ["Escape"], text: "Cancel the selection; again: leave the board" },
  { keys: ["Backspace"], text: "Undo a step of a move of several pieces" },
  { keys: ["p"], text: "Play a move of several pieces" },
];

export function KeyHelp({ keys, onClose }: KeyHelpProps): VNode {
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <div class="key-help">
        <Keys title="The game" keys={keys} />
        <Keys title="On the board" keys={BOARD} />
      </div>
      <p class="none">
        Arrow keys go through the game, also after a click on the board. They move the board's cursor if you reach the
        board with Tab.
      </p>
    </Dialog>
  );
}

function Keys({ title, keys }: { readonly title: string; readonly keys: KeyHelpProps["keys"] }): VNode {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {keys.map((each) => (
          <div key={each.text}>
            <dt>
              {each.keys.map((key) => (
                <kbd key={key}>{NAMES[key] ?? key}</kbd>
              ))}
            </dt>
            <dd>{each.text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
