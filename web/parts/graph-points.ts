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
  /** Whose ply led here: 1 of the player whose value it is or a partner, -1 of an opponent, 0 if it cannot be a blunder; "all" with simultaneous moves. */
  readonly side: 1 | -1 | 0 | "all";
  /** What the ply that led here lost, for either player if they moved simultaneously, if it is more than an error of the evaluation; else 0. */
  readonly lost: number;
  /** The ply that led here was a blunder. */
  readonly blunder: boolean;
}

export function graphPoints(graph: EvaluationGraphDocument, plies: readonly PlyDocument[]): GraphPoint[] {
  return graph.points.map((point, index) => {
    const mover = plies[point.ply - 1]?.actors;
    // Chance moves and simultaneous moves are not blunders.
    const only = mover?.length === 1 ? (mover[0] as number) : -1;
    const isJoint = (mover?.length ?? 0) > 1;
    const side = isJoint ? "all" : graph.own.includes(only) ? 1 : graph.against.includes(only) ? -1 : 0;
    return { ...point, side, ...judged(side, graph.points[index - 1]?.value ?? null, point.value) };
  });
}

/** What a ply lost for the side that made it. */
export function judged(
  side: GraphPoint["side"],
  before: number | null,
  after: number | null,
): Pick<GraphPoint, "lost" | "blunder"> {
  const change = before === null || after === null ? 0 : before - after;
  const cost = side === "all" ? Math.abs(change) : side * change;
  return { lost: cost >= LOSS ? cost : 0, blunder: side !== "all" && cost >= BLUNDER };
}

/** The plies that were blunders. */
export function blundersOf(points: readonly GraphPoint[]): Set<number> {
  return new Set(points.filter((point) => point.blunder).map((point) => point.ply - 1));
}
