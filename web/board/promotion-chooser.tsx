/** The promotion chooser, drawn over the board from the target cell. */
import type { VNode } from "preact";
import type { View } from "../../engine/contracts/view.ts";
import { BadgeMark } from "./badge.tsx";
import { viewBoxOf } from "./drawing.tsx";
import { placeOf } from "./place.ts";
import { type PromotionChoice, promotionOffsets } from "./promotions.ts";
import type { PieceSet } from "./pieces/piece-set.ts";
import { type MoveValues, valueText } from "./values.ts";

interface PromotionChooserProps {
  readonly id: string;
  readonly view: View;
  readonly set: PieceSet;
  readonly seats: readonly string[];
  readonly flipped: boolean;
  readonly choices: readonly PromotionChoice[];
  readonly picked: number;
  readonly values: MoveValues | null;
  readonly moveText: (text: string) => string;
  readonly onChoose: (choice: PromotionChoice) => void;
  readonly onCancel: () => void;
}

const CELL = 100;
/** The board's frame. */
const FRAME = 6;

export function PromotionChooser(props: PromotionChooserProps): VNode | null {
  const { id, view, set, seats, flipped, choices, picked, values, moveText, onChoose, onCancel } = props;
  const to = choices[0]?.move.to ?? null;
  if (to === null || !("cell" in to)) return null;
  const target = placeOf(view, flipped)(to.cell);
  const offsets = promotionOffsets(view, to.cell, choices.length, flipped);
  const [x = 0, y = 0, width = 0, height = 0] = viewBoxOf(view).split(" ").map(Number);
  return (
    <g class="chooser" role="group" aria-label="Promote to">
      <rect
        class="veil"
        x={x + FRAME}
        y={y + FRAME}
        width={width - 2 * FRAME}
        height={height - 2 * FRAME}
        rx="10"
        onClick={onCancel}
      />
      {choices.map((choice, index) => {
        const { move, face } = choice;
        const valued = values?.get(move.text);
        return (
          <g
            key={move.text}
            id={`${id}-promotion-${index}`}
            class={index === picked ? "promotion-choice picked" : "promotion-choice"}
            role="button"
            aria-label={[set.name(face, seats), moveText(move.text), valued && valueText(valued)]
              .filter(Boolean)
              .join(", ")}
            data-move={move.text}
            transform={`translate(${target.x} ${target.y + CELL * (offsets[index] ?? 0)})`}
            onClick={() => onChoose(choice)}
          >
            <rect x="-48" y="-48" width="96" height="96" rx="14" />
            {set.draw(face)}
            {valued && (
              <BadgeMark
                corner
                badge={{ spot: to, label: valued.label, text: "", outcome: valued.outcome, best: valued.best }}
              />
            )}
          </g>
        );
      })}
    </g>
  );
}
