/** Move categories: the turns of a category, scored by where the moved pieces land; the best few are kept. */
import type { Turn } from "../board.ts";
import { GONE } from "./constants.ts";
import type { Outcome, OutcomeFlags } from "./outcomes.ts";
import type { SearchNode } from "./search-node.ts";
import type { Cells } from "./rat-kernel.ts";
import { positionalPenalty, isOwn } from "./evaluate.ts";

/** A turn, or the first steps of one, that a plan suggests. */
export interface ScoredTurn {
  readonly turn: Turn;
  readonly steps: number;
  /** The move-ordering score in points, comparable within its category only. */
  readonly orderScore: number;
}

/** The score of a turn in a category; null if it does not belong to it. */
export type Scorer = (outcome: Outcome) => number | null;

export interface CategoryOptions {
  readonly keep: number;
  /** Breaks ties, so that different seeds play different games. */
  readonly seed: number;
  /** Whether the best dozen are scored again by the positional penalty of the whole board. The paper scores moved pieces only. */
  readonly extensions: boolean;
  readonly lists?: OutcomeFlags;
  /** Whether turns that lose own pieces are allowed. */
  readonly sacrifices?: boolean;
  /** Of turns with the same key only the best is kept: otherwise the best three are often one turn with three endings. */
  readonly key?: (outcome: Outcome) => number;
  /** The cost of a step in points: unneeded steps are left to other plans. */
  readonly stepCost?: number;
}

const TIE = 0.05;
const STEP_COST = 0.7;
/** This many turns are scored again. */
const RESCORED = 12;

interface Ranked extends ScoredTurn {
  readonly key: number;
  readonly after: Cells;
}

export function bestOf(node: SearchNode, score: Scorer, options: CategoryOptions): ScoredTurn[] {
  const { keep, seed, extensions, lists = "all", sacrifices = false, key, stepCost = STEP_COST } = options;
  const best: Ranked[] = [];
  const pool = extensions ? Math.max(keep, RESCORED) : keep;
  node.outcomes(lists).each((outcome) => {
    if (!sacrifices && losesOwn(outcome)) return;
    const points = score(outcome);
    if (points === null) return;
    const exact = points - stepCost * outcome.steps + TIE * noise(outcome.turn, seed);
    const last = best.at(-1);
    if (best.length === pool && exact <= last!.orderScore) return;
    const turnKey = key ? key(outcome) : outcome.turn;
    const same = best.findIndex((each) => each.key === turnKey);
    if (same >= 0) {
      if (best[same]!.orderScore >= exact) return;
      best.splice(same, 1);
    } else if (best.length === pool) best.pop();
    const place = best.findIndex((each) => each.orderScore < exact);
    best.splice(place < 0 ? best.length : place, 0, {
      turn: outcome.turn,
      steps: outcome.steps,
      orderScore: exact,
      key: turnKey,
      after: outcome.after.slice(),
    });
  });
  if (!extensions) return best;
  const before = positionalPenalty(node.cells);
  return best
    .map(({ turn, steps, orderScore, after }) => ({
      turn,
      steps,
      orderScore: orderScore + before - positionalPenalty(after),
    }))
    .sort((a, b) => b.orderScore - a.orderScore)
    .slice(0, keep);
}

function losesOwn({ moved, to, piece }: Outcome): boolean {
  for (let i = 0; i < moved; i++) if (to[i] === GONE && isOwn(piece[i]!)) return true;
  return false;
}

/** From 0 to 1, different for every turn and seed. */
function noise(turn: number, seed: number): number {
  let hash = Math.imul(turn ^ Math.imul(seed + 1, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Own pieces that a turn moves. */
export function ownMoved({ moved, piece }: Outcome): number {
  let count = 0;
  for (let i = 0; i < moved; i++) if (isOwn(piece[i]!)) count++;
  return count;
}

/** The square on which the piece from `square` ends; the same square if it does not move. */
export function endOf({ moved, from, to }: Outcome, square: number): number {
  for (let i = 0; i < moved; i++) if (from[i] === square) return to[i]!;
  return square;
}

/** A key that identifies turns that move the same piece to the same square. */
export function byPiece(square: number): (outcome: Outcome) => number {
  return (outcome) => endOf(outcome, square);
}
