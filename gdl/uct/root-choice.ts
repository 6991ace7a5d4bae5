/** Chooses a move from the root statistics of the trees. */
import { plural } from "../../engine/contracts/quantities.ts";
import type { SeededRandom } from "../../engine/random/seeded.ts";
import type { RootMove } from "./search.ts";

const BEST_GOAL = 100;
/** With simultaneous moves, moves with a smaller share of the visits of the best move are not played. */
const MIN_VISIT_SHARE = 0.1;

/** Sums visits and goals; a proof of one tree holds for all. All trees have the same moves, or none. */
export function mergeTrees(trees: readonly (readonly RootMove[])[]): readonly RootMove[] {
  const [first = [], ...others] = trees.filter(({ length }) => length > 0);
  return first.map((move, i) =>
    others.reduce<RootMove>((sum, other) => {
      const { visits, points, proven } = other[i] as RootMove;
      return {
        ...move,
        visits: sum.visits + visits,
        points: sum.points + points,
        proven: sum.proven ?? proven,
      };
    }, move),
  );
}

/**
 * The proven best move, or the most visited one. With simultaneous moves a mixed strategy may be best: the move is drawn by visits.
 * The value is from 0 to 1; it is proven if that of the position is.
 */
export function chooseMove(
  moves: readonly RootMove[],
  random: SeededRandom | null,
): { move: number; value: number; proven: boolean } | null {
  const open = moves.filter(({ proven }) => proven === null);
  const known = moves.filter(({ proven }) => proven !== null);
  const most = open.reduce<RootMove | null>((best, each) => (best && !hasMoreVisits(each, best) ? best : each), null);
  // Of equal goals the most visited move: it is the hardest to refute, or loses last.
  const provenBest = known.reduce<RootMove | null>((best, each) => (best && !isBetter(each, best) ? best : each), null);
  if (
    provenBest &&
    (!most || (provenBest.proven as number) >= BEST_GOAL || (provenBest.proven as number) / BEST_GOAL >= meanOf(most))
  )
    return {
      move: provenBest.move,
      value: meanOf(provenBest),
      proven: open.length === 0 || (provenBest.proven as number) >= BEST_GOAL,
    };
  if (!most) return null;
  const chosen = random ? drawByVisits(open, most.visits, random) : most;
  return { move: chosen.move, value: meanOf(chosen), proven: false };
}

/** By visits, with proven wins first. */
export function rankedMoves(
  moves: readonly RootMove[],
): { move: number; value: number; count: number; reason?: string; proven?: boolean }[] {
  const isProvenWin = ({ proven }: RootMove): boolean => proven !== null && proven >= BEST_GOAL;
  return moves
    .toSorted((a, b) => Number(isProvenWin(b)) - Number(isProvenWin(a)) || b.visits - a.visits || meanOf(b) - meanOf(a))
    .map((each) => ({
      move: each.move,
      value: meanOf(each),
      count: each.visits,
      ...(each.proven === null ? {} : { reason: `${plural(each.proven, "point")}, proven`, proven: true }),
    }));
}

/** The mixed strategy of a role: its moves by their share of the visits, without those that would not be played. */
export function strategyOf(moves: readonly RootMove[]): { move: number; probability: number; value: number }[] {
  const most = Math.max(0, ...moves.map(({ visits }) => visits));
  const isEligible = ({ visits }: RootMove): boolean => visits >= MIN_VISIT_SHARE * most;
  const total = moves.filter(isEligible).reduce((sum, { visits }) => sum + visits, 0);
  return moves
    .map((each) => ({
      move: each.move,
      probability: total > 0 && isEligible(each) ? each.visits / total : 0,
      value: meanOf(each),
    }))
    .toSorted((a, b) => b.probability - a.probability || b.value - a.value);
}

function drawByVisits(moves: readonly RootMove[], most: number, random: SeededRandom): RootMove {
  const eligible = moves.filter(({ visits }) => visits >= MIN_VISIT_SHARE * most);
  let left = random.fraction() * eligible.reduce((sum, { visits }) => sum + visits, 0);
  for (const move of eligible) {
    left -= move.visits;
    if (left < 0) return move;
  }
  return eligible.at(-1) as RootMove;
}

function hasMoreVisits(move: RootMove, than: RootMove): boolean {
  return move.visits === than.visits ? meanOf(move) > meanOf(than) : move.visits > than.visits;
}

function isBetter(move: RootMove, than: RootMove): boolean {
  return move.proven === than.proven ? move.visits > than.visits : (move.proven as number) > (than.proven as number);
}

function meanOf({ visits, points, proven }: RootMove): number {
  if (proven !== null) return proven / BEST_GOAL;
  return visits === 0 ? 0.5 : points / visits / BEST_GOAL;
}
