/** What every legal move is worth, best first, and where that is known from. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { MoveDocument, ValuesDocument } from "../../server/api.ts";
import { OutcomeSign } from "../board/badge.tsx";
import type { Where } from "../client/clients.ts";
import { plainText } from "./plain-text.ts";

interface ValuesPanelProps {
  readonly values: ValuesDocument;
  readonly where: Where;
  readonly moves: readonly MoveDocument[];
  readonly onPlay?: (move: MoveDocument) => void;
  /** Takes the best line onto the board, to be gone through. */
  readonly onFollow?: (line: readonly string[]) => void;
}

const SHOWN = 14;

export function ValuesPanel({ values, where, moves, onPlay, onFollow }: ValuesPanelProps): VNode {
  const all = useSignal(false);
  const shown = all.value ? values.moves : values.moves.slice(0, SHOWN);
  return (
    <section class="values" aria-label="Values of the moves">
      {values.value && (
        <p class={`verdict ${values.value.outcome ?? "estimate"}`}>
          <OutcomeSign outcome={values.value.outcome} />
          <strong>{values.value.text}</strong>
        </p>
      )}
      <p class="source">
        {values.source.text}
        {values.source.kind !== "none" && (where === "page" ? " · computed in this page" : " · computed by the server")}
      </p>
      {values.line.length > 0 && (
        <p class="line">
          Best line: <span>{values.line.map(plainText).join(" ")}</span>
          {onFollow && (
            <button type="button" class="link" onClick={() => onFollow(values.line)}>
              go through it
            </button>
          )}
        </p>
      )}
      <ol>
        {shown.map((valued) => {
          const move = moves.find((candidate) => candidate.text === valued.text);
          return (
            <li key={valued.text} class={`${valued.outcome ?? "estimate"}${valued.best ? " best" : ""}`}>
              <button type="button" class="quiet" disabled={!move || !onPlay} onClick={() => move && onPlay?.(move)}>
                <OutcomeSign outcome={valued.outcome} />
                <span class="move">{plainText(valued.text)}</span>
                <span class="label">{valued.label}</span>
                <span class="text">{valued.after.text}</span>
                {valued.best && (
                  <span class="star" aria-label="best">
                    ★
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ol>
      {values.moves.length > SHOWN && (
        <button type="button" class="link" onClick={() => (all.value = !all.value)}>
          {all.value ? "fewer" : `all ${values.moves.length} moves`}
        </button>
      )}
    </section>
  );
}
