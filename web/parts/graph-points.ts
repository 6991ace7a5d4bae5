/** Points of the evaluation graph, with blunders. Pure. */
import type { PlyDocument, EvaluationGraphDocument } from "../../service/api.ts";

/** A move that loses this much value, on the scale from -1 to 1, is a blunder. */
const BLUNDER = 0.3;
/** Less is within the error of a short search. */
const LOSS = 0.15;

export interface GraphPoint {
  /** Plies played: 0 is the start. */
  readonly ply: number;
  readonly value: number | null;
  readonly text: string;
  readonly exact: boolean;
  /** Where the value comes from, if not from the graph's source. */
  readonly source?: string | undefined;
  /** What the ply that led here lost, if it is more than an error of the evaluation; else 0. */
  readonly lost: number;
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
    return { ...point, lost: cost >= LOSS ? cost : 0, blunder: cost >= BLUNDER };
  });
}

/** The plies that were blunders. */
export function blundersOf(points: readonly GraphPoint[]): Set<number> {
  return new Set(points.filter((point) => point.blunder).map((point) => point.ply - 1));
}
