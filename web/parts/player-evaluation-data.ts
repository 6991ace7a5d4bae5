/** The players' own evaluations by ply. Pure. */
import { inWholeUnits, provenPlies } from "../../engine/search/values.ts";
import type { StoredInfo } from "../session/saved-game.ts";

export interface SeatEvaluations {
  readonly seat: string;
  readonly unit: string;
  readonly points: readonly (readonly [ply: number, value: number])[];
}

/** By seat. */
export function playerEvaluationData(
  infos: Readonly<Record<number, StoredInfo>>,
  seats: readonly string[],
): readonly SeatEvaluations[] {
  const list = Object.entries(infos)
    .flatMap(([ply, { seat, unit, value }]) =>
      value === null ? [] : [{ ply: Number(ply) + 1, seat, ...inWholeUnits(value, unit) }],
    )
    .toSorted((a, b) => a.ply - b.ply);
  // Proven values are huge numbers: draw them just beyond the largest estimate.
  const estimates = list.filter(({ value }) => provenPlies(value) === null).map(({ value }) => Math.abs(value));
  const beyond = 1.1 * Math.max(1, ...estimates);
  return seats.map((name, number) => {
    const own = list.filter(({ seat }) => seat === number);
    return {
      seat: name,
      unit: inWholeUnits(0, own.at(-1)?.unit ?? "").unit,
      points: own.map(({ ply, value }) => [ply, provenPlies(value) === null ? value : Math.sign(value) * beyond]),
    };
  });
}
