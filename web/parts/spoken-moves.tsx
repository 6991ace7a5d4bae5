/** Moves that no place on the board stands for, as buttons; many of them with a field to find one. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { MoveDocument } from "../../server/api.ts";
import { OutcomeSign } from "../board/badge.tsx";
import { spokenMoves } from "../board/state.ts";
import type { MoveValues } from "../board/values.ts";

const MANY = 24;
const SHOWN = 80;

interface SpokenMovesProps {
  readonly moves: readonly MoveDocument[];
  readonly values: MoveValues | null;
  readonly onPlay: (move: MoveDocument) => void;
}

export function SpokenMoves({ moves, values, onPlay }: SpokenMovesProps): VNode | null {
  const wanted = useSignal("");
  const spoken = spokenMoves(moves);
  if (spoken.length === 0) return null;
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
              {move.text}
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
