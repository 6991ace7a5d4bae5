/** A view as a small picture that nobody presses. */
import type { VNode } from "preact";
import type { View } from "../../engine/contracts/view.ts";
import { Card, Domino, itemKind } from "./cards.tsx";
import { Drawing, viewBoxOf } from "./drawing.tsx";
import { pieceSet } from "./pieces/sets.ts";

interface PictureProps {
  readonly game: string;
  readonly seats: readonly string[];
  readonly view: View | null;
}

export function Picture({ game, seats, view }: PictureProps): VNode {
  const set = pieceSet(game, seats);
  if (view && view.cells.length > 0)
    return (
      <svg class={`picture board ${view.shape} ${set.ground}`} viewBox={viewBoxOf(view)} aria-hidden="true">
        <Drawing view={view} set={set} flipped={false} names={false} />
      </svg>
    );
  const items = (view?.rows ?? []).flatMap((row) => row.items).filter((item) => item !== null);
  const shown = items.filter((item) => itemKind(item) !== "text").slice(0, 5);
  if (shown.length === 0)
    return (
      <div class="picture words" aria-hidden="true">
        {(view?.notes ?? []).slice(0, 4).join("\n")}
      </div>
    );
  return (
    <div class="picture fan" aria-hidden="true">
      {shown.map((item) =>
        itemKind(item) === "card" ? <Card key={item} sign={item} /> : <Domino key={item} sign={item} upright />,
      )}
    </div>
  );
}
