/** What players thought of their chances, ply by ply, as columns for a curve. Pure. */
import { provenPlies } from "../../engine/search/values.ts";
import type { KeptThought } from "../session/saved-game.ts";

export interface CurveData {
  readonly plies: readonly number[];
  /** By seat: a value where it thought, else null. */
  readonly values: readonly (readonly (number | null)[])[];
  /** By seat: the unit of its values. */
  readonly units: readonly string[];
}

export function curveData(thoughts: Readonly<Record<number, KeptThought>>, seats: number): CurveData {
  const list = Object.entries(thoughts)
    .map(([ply, thought]) => ({ ply: Number(ply) + 1, thought }))
    .filter(({ thought }) => thought.value !== null)
    .toSorted((a, b) => a.ply - b.ply);
  // What is proven lies just beyond all that is not: the bare number would leave the rest of the curve flat.
  const beyond =
    1.1 *
    Math.max(
      1,
      ...list.map(({ thought }) => (provenPlies(thought.value ?? 0) === null ? Math.abs(thought.value ?? 0) : 0)),
    );
  const shown = (value: number | null): number | null =>
    value === null || provenPlies(value) === null ? value : Math.sign(value) * beyond;
  const each = Array.from({ length: seats }, (_, seat) => seat);
  return {
    plies: list.map(({ ply }) => ply),
    values: each.map((seat) => list.map(({ thought }) => (thought.seat === seat ? shown(thought.value) : null))),
    units: each.map((seat) => list.findLast(({ thought }) => thought.seat === seat)?.thought.unit ?? ""),
  };
}
