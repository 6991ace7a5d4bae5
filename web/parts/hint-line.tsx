/** A hint in words, with a button that plays it. */
import type { VNode } from "preact";
import type { MoveDocument } from "../../service/api.ts";
import type { Hint } from "../session/hint.ts";
import { plainText } from "./plain-text.ts";

interface HintLineProps {
  readonly hint: Hint;
  readonly onPlay: (move: MoveDocument) => void;
}

export function HintLine({ hint: { move, text, detail }, onPlay }: HintLineProps): VNode {
  return (
    <div class="hint">
      <p>
        <strong role="status">Hint: {text}</strong>
        {detail === "" ? "" : ` · ${detail}`}
      </p>
      {move && (
        <button type="button" onClick={() => onPlay(move)}>
          Play {plainText(move.text)}
        </button>
      )}
    </div>
  );
}
