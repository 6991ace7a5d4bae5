/** Moves that no place on the board stands for, as buttons; many of them with a field to find one. */
import { type Signal, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { MoveDocument } from "../../service/api.ts";
import { OutcomeSign } from "../board/badge.tsx";
import { spokenMoves } from "../board/state.ts";
import type { MoveValues } from "../board/values.ts";
import { combine, type Parts } from "./combinations.ts";
import { plainText } from "./plain-text.ts";

const MANY = 24;
const SHOWN = 80;

interface SpokenMovesProps {
  readonly moves: readonly MoveDocument[];
  readonly values: MoveValues | null;
  readonly onPlay: (move: MoveDocument) => void;
}

export function SpokenMoves({ moves, values, onPlay }: SpokenMovesProps): VNode | null {
  const wanted = useSignal("");
  const chosen = useSignal<readonly string[]>([]);
  const spoken = inOrder(spokenMoves(moves));
  if (spoken.length === 0) return null;
  const parts = spoken.length > MANY ? combine(spoken, chosen.value) : null;
  if (parts) return <PartList parts={parts} chosen={chosen} onPlay={onPlay} />;
  const fitting = spoken.filter((move) => move.text.toLowerCase().includes(wanted.value.toLowerCase()));
  return (
    <div class="spoken" role="group" aria-label="Moves to choose from">
      {spoken.length > MANY && (
        <input
          type="search"
          aria-label="Find a move"
          placeholder={`find one of ${spoken.length} moves`}
          value={wanted.value}
          onInput={(event) => (wanted.value = event.currentTarget.value)}
        />
      )}
      <div class="spoken-list">
        {fitting.slice(0, SHOWN).map((move) => {
          const valued = values?.get(move.text);
          return (
            <button
              type="button"
              key={`${move.actor} ${move.text}`}
              class={valued ? (valued.outcome ?? "estimate") : ""}
              onClick={() => onPlay(move)}
            >
              {valued && <OutcomeSign outcome={valued.outcome} />}
              {plainText(move.text)}
              {valued && <small>{valued.label}</small>}
              {valued?.best && (
                <span class="star" aria-label="best">
                  ★
                </span>
              )}
            </button>
          );
        })}
        {fitting.length > SHOWN && <span class="none">and {fitting.length - SHOWN} more</span>}
      </div>
    </div>
  );
}

/** Moves that differ in numbers alone are read by their numbers; others stay as the game lists them. */
function inOrder(moves: readonly MoveDocument[]): readonly MoveDocument[] {
  const forms = new Set(moves.map(({ text }) => text.replaceAll(/\d+/g, "#")));
  return forms.size === 1 ? moves.toSorted((a, b) => a.text.localeCompare(b.text, "en", { numeric: true })) : moves;
}

interface PartListProps {
  readonly parts: Parts;
  readonly chosen: Signal<readonly string[]>;
  readonly onPlay: (move: MoveDocument) => void;
}

/** Parts to be pressed one after the other; when they make a move, it can be made. */
function PartList({ parts, chosen, onPlay }: PartListProps): VNode {
  const { made } = parts;
  const turn = (part: string): void => {
    chosen.value = chosen.value.includes(part) ? chosen.value.filter((each) => each !== part) : [...chosen.value, part];
  };
  return (
    <div class="spoken" role="group" aria-label="Parts of the move to choose">
      <div class="spoken-list">
        {parts.all.map((part) => (
          <button
            type="button"
            key={part}
            aria-pressed={chosen.value.includes(part)}
            disabled={!parts.open.has(part)}
            onClick={() => turn(part)}
          >
            {part}
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
        {made === null ? "choose …" : made.text}
      </button>
    </div>
  );
}
