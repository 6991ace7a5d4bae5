/** Moves without squares as buttons; a long list has a search field. */
import { type Signal, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { MoveDocument } from "../../service/api.ts";
import { OutcomeSign } from "../board/badge.tsx";
import { buttonMoves } from "../board/state.ts";
import type { MoveValues } from "../board/values.ts";
import { combine, MANY, type Parts } from "./combinations.ts";
import { useMoveText } from "./move-text.ts";

const SHOWN = 80;

interface MoveButtonsProps {
  readonly moves: readonly MoveDocument[];
  readonly values: MoveValues | null;
  /** The chosen parts of a move that is composed of several. */
  readonly chosen: Signal<readonly string[]>;
  readonly onPlay: (move: MoveDocument) => void;
}

export function MoveButtons({ moves, values, chosen, onPlay }: MoveButtonsProps): VNode | null {
  const text = useMoveText();
  const query = useSignal("");
  const listed = inOrder(buttonMoves(moves));
  if (listed.length === 0) return null;
  const parts = listed.length > MANY ? combine(listed, chosen.value) : null;
  if (parts) return <PartList parts={parts} chosen={chosen} onPlay={onPlay} />;
  // Simultaneous moves name their player; the moves of one player need not.
  const own = listed.every((move) => move.actor === listed[0]?.actor) ? /^[^\s:]+: / : /^(?!)/;
  const moveText = (move: string): string => text(move).replace(own, "");
  const matching = listed.filter((move) => moveText(move.text).toLowerCase().includes(query.value.toLowerCase()));
  return (
    <div class="move-buttons" role="group" aria-label="Moves">
      {listed.length > MANY && (
        <input
          type="search"
          aria-label="Find a move"
          placeholder={`search ${listed.length} moves`}
          value={query.value}
          onInput={(event) => (query.value = event.currentTarget.value)}
        />
      )}
      <div class="move-button-list">
        {matching.slice(0, SHOWN).map((move) => {
          const valued = values?.get(move.text);
          return (
            <button
              type="button"
              key={`${move.actor} ${move.text}`}
              class={valued ? (valued.outcome ?? "estimate") : ""}
              onClick={() => onPlay(move)}
            >
              {valued && <OutcomeSign outcome={valued.outcome} />}
              {moveText(move.text)}
              {valued && <small>{valued.label}</small>}
              {valued?.best && (
                <span class="star" aria-label="best">
                  ★
                </span>
              )}
            </button>
          );
        })}
        {matching.length > SHOWN && <span class="none">and {matching.length - SHOWN} more</span>}
      </div>
    </div>
  );
}

/** Moves that differ only in numbers or letters are sorted by them; others keep the game's order. */
function inOrder(moves: readonly MoveDocument[]): readonly MoveDocument[] {
  const forms = new Set(moves.map(({ text }) => text.replaceAll(/\d+|\b[a-z]\b/g, "#")));
  return forms.size === 1 ? moves.toSorted((a, b) => a.text.localeCompare(b.text, "en", { numeric: true })) : moves;
}

interface PartListProps {
  readonly parts: Parts;
  readonly chosen: Signal<readonly string[]>;
  readonly onPlay: (move: MoveDocument) => void;
}

/** Buttons for the parts of a move; once they form a move, it can be played. */
function PartList({ parts, chosen, onPlay }: PartListProps): VNode {
  const { made } = parts;
  const moveText = useMoveText();
  const toggle = (part: string): void => {
    chosen.value = chosen.value.includes(part) ? chosen.value.filter((each) => each !== part) : [...chosen.value, part];
  };
  return (
    <div class="move-buttons" role="group" aria-label="Parts of the move">
      <div class="move-button-list">
        {parts.all.map((part) => (
          <button
            type="button"
            key={part}
            aria-pressed={chosen.value.includes(part)}
            disabled={!parts.open.has(part)}
            onClick={() => toggle(part)}
          >
            {moveText(part)}
          </button>
        ))}
      </div>
      <button
        type="button"
        class="primary"
        disabled={made === null}
        onClick={() => {
          chosen.value = [];
          if (made) onPlay(made);
        }}
      >
        {made === null ? "choose …" : moveText(made.text)}
      </button>
    </div>
  );
}
