/** Root parallelization of UCT: independent trees from one position share a limit, and their results are merged. */
import type { Move } from "../contracts/position.ts";
import type { UctResult, UctRootMove } from "./request.ts";

/** The share of tree number `tree`: shares differ by at most 1 and sum to the limit. */
export function shareOfLimit(limit: number, trees: number, tree: number): number {
  return Math.floor(limit / trees) + (tree < limit % trees ? 1 : 0);
}

export interface MergedResult {
  readonly move: Move;
  /** Mean points of the move, from 0 to 1. */
  readonly mean: number;
  readonly pv: readonly Move[];
  readonly expansions: number;
  readonly playouts: number;
  /** All moves, the best first. */
  readonly moves: readonly MergedMove[];
}

export interface MergedMove {
  readonly move: Move;
  readonly mean: number;
  readonly visits: number;
  readonly proof: UctRootMove["proof"];
}

/**
 * Sums visits and points of each root move; a proof of one tree holds for all. The move is then selected as in a single
 * tree: won, not lost, most visits, highest mean.
 */
export function mergeTrees(answers: readonly UctResult[]): MergedResult {
  const merged = (answers[0] as UctResult).rootMoves.map((_, i) =>
    answers.map(({ rootMoves }) => rootMoves[i] as UctRootMove).reduce(mergeMoves),
  );
  const best = merged.reduce((chosen, move) => (isBetter(move, chosen) ? move : chosen));
  const agreeing = answers.filter(({ move }) => move === best.move);
  const pv = agreeing.reduce<readonly Move[]>(
    (longest, each) => (each.pv.length > longest.length ? each.pv : longest),
    [best.move],
  );
  return {
    move: best.move,
    mean: meanOf(best),
    pv,
    expansions: answers.reduce((sum, { expansions }) => sum + expansions, 0),
    playouts: answers.reduce((sum, { playouts }) => sum + playouts, 0),
    moves: merged
      .toSorted((a, b) => (isBetter(a, b) ? -1 : isBetter(b, a) ? 1 : 0))
      .map((each) => ({ move: each.move, mean: meanOf(each), visits: each.visits, proof: each.proof })),
  };
}

function mergeMoves(a: UctRootMove, b: UctRootMove): UctRootMove {
  return {
    move: a.move,
    visits: a.visits + b.visits,
    points: a.points + b.points,
    proof: a.proof === "open" ? b.proof : a.proof,
  };
}

function isBetter(move: UctRootMove, than: UctRootMove): boolean {
  if ((move.proof === "won") !== (than.proof === "won")) return move.proof === "won";
  if ((move.proof === "lost") !== (than.proof === "lost")) return than.proof === "lost";
  return move.visits === than.visits ? meanOf(move) > meanOf(than) : move.visits > than.visits;
}

const PROVEN_POINTS = { lost: 0, drawn: 0.5, won: 1 };

function meanOf({ proof, visits, points }: UctRootMove): number {
  if (proof !== "open") return PROVEN_POINTS[proof];
  return visits === 0 ? 0.5 : points / visits;
}
