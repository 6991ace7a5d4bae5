/** A move of the first position of the default variant on its board, for the rules. Games without a board have none. */
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import type { GameDocument } from "../../service/api.ts";
import { cellLabels } from "../board/cell-names.ts";
import { Drawing, viewBoxOf } from "../board/drawing.tsx";
import { exampleMove } from "../board/example-move.ts";
import { moveArrows } from "../board/move-arrows.ts";
import { pieceSet } from "../board/pieces/sets.ts";
import { clients } from "../client/clients.ts";
import { useLoaded } from "./loaded.ts";
import { moveText } from "./plain-text.ts";

export type PicturedGame = Pick<GameDocument, "id" | "seats">;

export function RulesPicture({ document }: { readonly document: PicturedGame }): VNode | null {
  const { id, seats } = document;
  const loaded = useLoaded(id, async (signal) => {
    const start = { variant: {}, start: null, moves: [], seat: null };
    return (await clients.call("position", id, start, { signal })).answer;
  });
  const position = loaded.value.state === "ready" ? loaded.value.value : null;
  const example = useMemo(() => position && exampleMove(position.moves), [position]);
  if (!position || !example || position.view.cells.length === 0) return null;
  const { view } = position;
  const { move, from, targets } = example;
  return (
    <figure class="rules-picture">
      <svg class={`board ${view.shape} ${pieceSet(id, seats).ground}`} viewBox={viewBoxOf(view)} aria-hidden="true">
        <Drawing
          view={view}
          set={pieceSet(id, seats)}
          flipped={false}
          overlay={{ selected: from, targets, arrows: moveArrows(move, "hint") }}
        />
      </svg>
      <figcaption>
        {from === null ? "A first move: " : "Where a piece can go at the start; the arrow is the move "}
        <code>{moveText(move.text, cellLabels(view))}</code>
      </figcaption>
    </figure>
  );
}
