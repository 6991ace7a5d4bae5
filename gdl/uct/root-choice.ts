/** From what the trees found at the root to a move. */
import type { SeededRandom } from "../../engine/random/seeded.ts";
import type { RootMove } from "./search.ts";

const BEST_GOAL = 100;
/** Of a move, against the most visited one, where several choose at once: those that were visited less are not played. */
const MIN_VISIT_SHARE = 0.1;

/** Visits and goals are added up, and what one tree has proven holds. All trees have the same moves, or none. */
export function mergeTrees(trees: readonly (readonly RootMove[])[]): readonly RootMove[] {
  const [first = [], ...others] = trees.filter(({ length }) => length > 0);
  return first.map((move, i) =>
    others.reduce<RootMove>((sum, other) => {
      const { visits, points, proven } = other[i] as RootMove;
      return {
        move: move.move,
        visits: sum.visits + visits,
        points: sum.points + points,
        proven: sum.proven ?? proven,
      };
    }, move),
  );
}

/**
 * The move that is proven to be best, or the most visited one. Where several choose at once there may be no best one: it is drawn by
 * visits. The value is from 0 to 1.
 */
export function chooseMove(
  moves: readonly RootMove[],
  random: SeededRandom | null,
): { move: number; value: number } | null {
  const open = moves.filter(({ proven }) => proven === null);
  const known = moves.filter(({ proven }) => proven !== null);
  const most = open.reduce<RootMove | null>((best, each) => (best && !isMore(each, best) ? best : each), null);
  // Of equal goals the most visited one: it is the hardest to refute, or takes longest.
  const sure = known.reduce<RootMove | null>((best, each) => (best && !isBetter(each, best) ? best : each), null);
  if (sure && (!most || (sure.proven as number) >= BEST_GOAL || (sure.proven as number) / BEST_GOAL >= meanOf(most)))
    return { move: sure.move, value: meanOf(sure) };
  if (!most) return null;
  const chosen = random ? drawn(open, most.visits, random) : most;
  return { move: chosen.move, value: meanOf(chosen) };
}

/** The moves as a player tells of them: the most visited first, but what is surely best before them. */
export function rankedMoves(
  moves: readonly RootMove[],
): { move: number; value: number; count: number; reason?: string }[] {
  const isSure = ({ proven }: RootMove): boolean => proven !== null && proven >= BEST_GOAL;
  return moves
    .toSorted((a, b) => Number(isSure(b)) - Number(isSure(a)) || b.visits - a.visits || meanOf(b) - meanOf(a))
    .map((each) => ({
      move: each.move,
      value: meanOf(each),
      count: each.visits,
      ...(each.proven === null ? {} : { reason: `${each.proven} points for certain` }),
    }));
}

function drawn(moves: readonly RootMove[], most: number, random: SeededRandom): RootMove {
  const likely = moves.filter(({ visits }) => visits >= MIN_VISIT_SHARE * most);
  let left = random.fraction() * likely.reduce((sum, { visits }) => sum + visits, 0);
  for (const move of likely) {
    left -= move.visits;
    if (left < 0) return move;
  }
  return likely.at(-1) as RootMove;
}

function isMore(move: RootMove, than: RootMove): boolean {
  return move.visits === than.visits ? meanOf(move) > meanOf(than) : move.visits > than.visits;
}

function isBetter(move: RootMove, than: RootMove): boolean {
  return move.proven === than.proven ? move.visits > than.visits : (move.proven as number) > (than.proven as number);
}

function meanOf({ visits, points, proven }: RootMove): number {
  if (proven !== null) return proven / BEST_GOAL;
  return visits === 0 ? 0.5 : points / visits / BEST_GOAL;
}
