/** The dragged piece or card, under the pointer. */
import type { VNode } from "preact";
import type { Spot } from "../../service/api.ts";
import type { View } from "../../engine/contracts/view.ts";
import { Card, Domino, itemKind } from "./cards.tsx";
import type { PieceSet } from "./pieces/piece-set.ts";

interface GhostProps {
  readonly view: View;
  readonly set: PieceSet;
  readonly spot: Spot;
  readonly x: number;
  readonly y: number;
}

export function Ghost({ view, set, spot, x, y }: GhostProps): VNode {
  return (
    <div class="ghost" style={{ transform: `translate(${x}px, ${y}px)` }} aria-hidden="true">
      {draw(view, set, spot)}
    </div>
  );
}

function draw(view: View, set: PieceSet, spot: Spot): VNode | null {
  if ("cell" in spot) {
    const piece = view.pieces.find((candidate) => candidate.cell === spot.cell);
    return piece ? <svg viewBox="-50 -50 100 100">{set.draw(piece)}</svg> : null;
  }
  const row = view.rows?.[spot.row];
  const item = row?.items[spot.item] ?? null;
  if (item === null || !row) return null;
  const kind = itemKind(item);
  if (kind === "card") return <Card sign={item} />;
  if (kind === "domino") return <Domino sign={item} upright />;
  return <svg viewBox="-50 -50 100 100">{set.draw({ letter: item, owner: row.owner })}</svg>;
}
