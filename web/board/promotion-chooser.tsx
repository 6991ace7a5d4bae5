/** Which piece shall it be? Drawn over the board, from the cell where the move ends. */
import type { VNode } from "preact";
import type { View } from "../../engine/contracts/view.ts";
import { BadgeMark } from "./badge.tsx";
import { placeOf, viewBoxOf } from "./drawing.tsx";
import { type Landing, landingOffsets } from "./promotions.ts";
import type { PieceSet } from "./pieces/piece-set.ts";
import type { MoveValues } from "./values.ts";

interface ChooserProps {
  readonly id: string;
  readonly view: View;
  readonly set: PieceSet;
  readonly seats: readonly string[];
  readonly flipped: boolean;
  readonly landings: readonly Landing[];
  readonly picked: number;
  readonly values: MoveValues | null;
  readonly onChoose: (landing: Landing) => void;
  readonly onLeave: () => void;
}

const CELL = 100;
/** Around the ground of the board. */
const FRAME = 6;

export function Chooser(props: ChooserProps): VNode | null {
  const { id, view, set, seats, flipped, landings, picked, values, onChoose, onLeave } = props;
  const to = landings[0]?.move.to ?? null;
  if (to === null || !("cell" in to)) return null;
  const target = placeOf(view, flipped)(to.cell);
  const offsets = landingOffsets(view, to.cell, landings.length, flipped);
  const [x = 0, y = 0, width = 0, height = 0] = viewBoxOf(view).split(" ").map(Number);
  return (
    <g class="chooser" role="group" aria-label="Which piece?">
      <rect
        class="veil"
        x={x + FRAME}
        y={y + FRAME}
        width={width - 2 * FRAME}
        height={height - 2 * FRAME}
        rx="10"
        onClick={onLeave}
      />
      {landings.map((landing, index) => {
        const { move, face } = landing;
        const valued = values?.get(move.text);
        return (
          <g
            key={move.text}
            id={`${id}-landing-${index}`}
            class={index === picked ? "landing-choice picked" : "landing-choice"}
            role="button"
            aria-label={[set.name(face, seats), move.text, valued?.after.text].filter(Boolean).join(", ")}
            data-move={move.text}
            transform={`translate(${target.x} ${target.y + CELL * (offsets[index] ?? 0)})`}
            onClick={() => onChoose(landing)}
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
