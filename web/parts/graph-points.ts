/** The value over a game, and where somebody threw something away. Pure. */
import type { PlyDocument, StripDocument } from "../../service/api.ts";

/** From -1 to 1: a move that costs as much as this is called a blunder. */
const BLUNDER = 0.4;

export interface StripPoint {
  /** Plies played: 0 is the start. */
  readonly ply: number;
  readonly value: number | null;
  readonly text: string;
  readonly exact: boolean;
  /** The ply that led here was a blunder. */
  readonly blunder: boolean;
}

export function stripPoints(strip: StripDocument, plies: readonly PlyDocument[]): StripPoint[] {
  return strip.points.map((point, index) => {
    const before = strip.points[index - 1]?.value ?? null;
    const mover = plies[point.ply - 1]?.actors;
    const loss = before === null || point.value === null ? 0 : before - point.value;
    // What chance does is nobody's blunder.
    const only = mover?.length === 1 ? (mover[0] as number) : -1;
    const cost = strip.own.includes(only) ? loss : strip.against.includes(only) ? -loss : 0;
    return { ...point, blunder: cost >= BLUNDER };
  });
}

/** Numbers of the plies that were blunders. */
export function blundersOf(points: readonly StripPoint[]): Set<number> {
  return new Set(points.filter((point) => point.blunder).map((point) => point.ply - 1));
}
