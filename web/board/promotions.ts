/** Promotions: moves that share `from` and `to` and differ by the resulting piece. Pure. */
import type { MoveDocument } from "../../service/api.ts";
import type { View } from "../../engine/contracts/view.ts";
import { boxOf, placed } from "./geometry.ts";
import type { Face, PieceSet } from "./pieces/piece-set.ts";
import { sameSpot } from "./spots.ts";

export interface PromotionChoice {
  readonly move: MoveDocument;
  readonly face: Face;
}

/** The choices, the most common first; null if they do not differ by exactly one piece on one cell. */
export function promotionChoices(
  choices: readonly MoveDocument[],
  set: Pick<PieceSet, "order">,
): readonly PromotionChoice[] | null {
  const [first] = choices;
  if (!first || choices.some((move) => !move.becomes || !sameSpot(move.to, first.to))) return null;
  const promotions = choices.map((move) => ({ move, face: move.becomes as Face }));
  if (new Set(promotions.map(({ face }) => `${face.owner} ${face.letter}`)).size < promotions.length) return null;
  const rank = ({ face }: PromotionChoice): number => {
    const at = (set.order ?? "").indexOf(face.letter.toLowerCase());
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  };
  return promotions.toSorted((a, b) => rank(a) - rank(b) || 0);
}

/** Vertical offsets of the choices from the target cell, in cells, towards the middle of the board. */
export function promotionOffsets(view: View, cell: number, count: number, flipped: boolean): readonly number[] {
  const box = boxOf(view.cells);
  const target = view.cells[cell];
  if (!target) return [];
  const above = placed(target, box, flipped).y - 0.5 - box.y;
  const below = box.height - 1 - above;
  const sign = below >= above ? 1 : -1;
  const missing = Math.max(0, count - 1 - Math.max(above, below));
  return Array.from({ length: count }, (_, i) => sign * (i - Math.min(missing, Math.min(above, below))));
}
