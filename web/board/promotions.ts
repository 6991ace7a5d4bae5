/** Moves that share where they begin and end, told apart by the piece that stands there afterwards: promotions. Pure. */
import type { MoveDocument } from "../../service/api.ts";
import type { View } from "../../engine/contracts/view.ts";
import { boxOf, placed } from "./geometry.ts";
import type { Face, PieceSet } from "./pieces/piece-set.ts";
import { sameSpot } from "./spots.ts";

export interface Landing {
  readonly move: MoveDocument;
  readonly face: Face;
}

/** What can be chosen on the board, the usual choice first; null if the choices do not differ by one piece on one cell. */
export function landingsOf(choices: readonly MoveDocument[], set: Pick<PieceSet, "order">): readonly Landing[] | null {
  const [first] = choices;
  if (!first || choices.some((move) => !move.becomes || !sameSpot(move.to, first.to))) return null;
  const landings = choices.map((move) => ({ move, face: move.becomes as Face }));
  if (new Set(landings.map(({ face }) => `${face.owner} ${face.letter}`)).size < landings.length) return null;
  const rank = ({ face }: Landing): number => {
    const at = (set.order ?? "").indexOf(face.letter.toLowerCase());
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  };
  return landings.toSorted((a, b) => rank(a) - rank(b) || 0);
}

/** How far from the target each of so many choices is drawn, in cells; they go towards the middle of the board and stay on it. */
export function landingOffsets(view: View, cell: number, count: number, flipped: boolean): readonly number[] {
  const box = boxOf(view.cells);
  const target = view.cells[cell];
  if (!target) return [];
  const above = placed(target, box, flipped).y - 0.5 - box.y;
  const below = box.height - 1 - above;
  const sign = below >= above ? 1 : -1;
  const missing = Math.max(0, count - 1 - Math.max(above, below));
  return Array.from({ length: count }, (_, i) => sign * (i - Math.min(missing, Math.min(above, below))));
}
