/** Points of the evaluation graph, with blunders. Pure. */
import type { PlyDocument, EvaluationGraphDocument } from "../../service/api.ts";

/** A move that loses this much value, on the scale from -1 to 1, is a blunder. */
const BLUNDER = 0.4;

export interface GraphPoint {
  /** Plies played: 0 is the start. */
  readonly ply: number;
  readonly value: number | null;
  readonly text: string;
  readonly exact: boolean;
  /** Where the value comes from, if not from the graph's source. */
  readonly source?: string | undefined;
  /** The ply that led here was a blunder. */
  readonly blunder: boolean;
}

export function graphPoints(graph: EvaluationGraphDocument, plies: readonly PlyDocument[]): GraphPoint[] {
  return graph.points.map((point, index) => {
    const before = graph.points[index - 1]?.value ?? null;
    const mover = plies[point.ply - 1]?.actors;
    const loss = before === null || point.value === null ? 0 : before - point.value;
    // Chance moves and simultaneous moves are not blunders.
    const only = mover?.length === 1 ? (mover[0] as number) : -1;
    const cost = graph.own.includes(only) ? loss : graph.against.includes(only) ? -loss : 0;
    return { ...point, blunder: cost >= BLUNDER };
  });
}

/** The plies that were blunders. */
export function blundersOf(points: readonly GraphPoint[]): Set<number> {
  return new Set(points.filter((point) => point.blunder).map((point) => point.ply - 1));
}
