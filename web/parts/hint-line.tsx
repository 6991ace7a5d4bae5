/** A hint in words, with a button that plays it. */
import type { VNode } from "preact";
import type { MoveDocument } from "../../service/api.ts";
import type { Hint } from "../session/hint.ts";
import { useMoveText } from "./move-text.ts";

interface HintLineProps {
  readonly hint: Hint;
  readonly onPlay: (move: MoveDocument) => void;
}

export function HintLine({ hint: { move, text, detail }, onPlay }: HintLineProps): VNode {
  const moveText = useMoveText();
  return (
    <div class="hint">
      <p>
        <strong role="status">Hint: {moveText(text)}</strong>
        {detail === "" ? "" : ` · ${detail}`}
      </p>
      {move && (
        <button type="button" onClick={() => onPlay(move)}>
          Play {moveText(move.text)}
        </button>
      )}
    </div>
  );
}
