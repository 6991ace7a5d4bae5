/** Several moves have the same squares: choose one. */
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { MoveDocument } from "../../service/api.ts";
import type { MoveValues } from "./values.ts";

interface ChoicesProps {
  readonly choices: readonly MoveDocument[];
  readonly values: MoveValues | null;
  /** How a move is written. */
  readonly moveText: (text: string) => string;
  readonly onChoose: (move: MoveDocument) => void;
  readonly onCancel: () => void;
}

export function Choices({ choices, values, moveText, onChoose, onCancel }: ChoicesProps): VNode {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div class="choices" role="group" aria-label="Choose a move">
      <span>Choose a move:</span>
      {choices.map((move, index) => (
        <button type="button" key={move.text} ref={index === 0 ? first : null} onClick={() => onChoose(move)}>
          {moveText(move.text)}
          {values?.get(move.text) && <small> {values.get(move.text)?.label}</small>}
        </button>
      ))}
      <button type="button" class="quiet" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}
