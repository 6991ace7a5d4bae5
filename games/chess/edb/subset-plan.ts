/** A plan in kernel format: the subsets to look up in positions of one material, with their weights. */
import { materialOf, type Material } from "../tables/material.ts";
import type { Subset } from "./choices.ts";
import { NO_PIECE, PLAN_COUNT, PLAN_DRAWN, PLAN_SUBSET_BYTES, PLAN_SUBSETS, WEIGHT_ONE } from "./edb-layout.ts";

/** A subset without a loaded table is abstracted further: its weight is divided among its subsets with one piece less. */
export function withoutMissing(subsets: readonly Subset[], isLoaded: (material: Material) => boolean): Subset[] {
  const found = new Map<string, Subset>();
  const add = (subset: Subset): void => {
    const { pieces, material, weight } = subset;
    if (pieces.length > 0 && !isLoaded(material)) {
      for (const i of pieces.keys()) add({ ...without(subset, i), weight: weight / pieces.length });
      return;
    }
    const key = pieces.join();
    found.set(key, { pieces, material, weight: weight + (found.get(key)?.weight ?? 0) });
  };
  for (const subset of subsets) add(subset);
  return [...found.values()];
}

/** Pieces are ordered by colour and from pawn to queen, as in the kernel. */
function without({ pieces, material: [white, black] }: Subset, left: number): Omit<Subset, "weight"> {
  const ascending = (kinds: readonly number[]): number[] => kinds.toSorted((a, b) => a - b);
  const isWhite = left < white.length;
  const rest = (kinds: readonly number[], from: number): number[] =>
    ascending(kinds).filter((_, i) => from + i !== left);
  return {
    pieces: pieces.filter((_, i) => i !== left),
    material: isWhite ? materialOf(rest(white, 0), black) : materialOf(white, rest(black, white.length)),
  };
}

export function planBytes(subsets: readonly Subset[]): Uint8Array {
  const weightOf = ({ weight }: Subset): number => Math.round(weight * WEIGHT_ONE);
  const looked = subsets.filter(({ pieces }) => pieces.length > 0);
  const bytes = new Uint8Array(PLAN_SUBSETS + PLAN_SUBSET_BYTES * looked.length);
  const view = new DataView(bytes.buffer);
  view.setInt32(PLAN_COUNT, looked.length, true);
  const drawn = subsets.filter(({ pieces }) => pieces.length === 0);
  view.setInt32(
    PLAN_DRAWN,
    drawn.reduce((sum, subset) => sum + weightOf(subset), 0),
    true,
  );
  for (const [n, subset] of looked.entries()) {
    const at = PLAN_SUBSETS + PLAN_SUBSET_BYTES * n;
    for (let i = 0; i < 3; i++) view.setUint8(at + i, subset.pieces[i] ?? NO_PIECE);
    view.setInt32(at + 4, weightOf(subset), true);
  }
  return bytes;
}
