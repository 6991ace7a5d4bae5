/** Move categories: all turns of a kind are listed and scored by where the moved pieces land; the best few are kept. */
import type { Turn } from "../board.ts";
import { GONE } from "./outcome-layout.ts";
import type { Outcome, OutcomeFlags } from "./outcomes.ts";
import type { SearchNode } from "./search-node.ts";
import type { Cells } from "./rat-kernel.ts";
import { troubles, isOwn } from "./evaluate.ts";

/** A turn, or the first steps of one, that a plan would make. */
export interface ScoredTurn {
  readonly turn: Turn;
  readonly steps: number;
  /** In points, comparable within its category only. */
  readonly orderScore: number;
}

/** What a turn is worth to a category; null where it does not belong to it. */
export type Scorer = (outcome: Outcome) => number | null;

export interface CategoryOptions {
  readonly keep: number;
  /** Breaks ties, so that other seeds play other games. */
  readonly seed: number;
  readonly lists?: OutcomeFlags;
  /** Turns that lose own pieces are left out unless this says otherwise. */
  readonly sacrifices?: boolean;
  /** Of turns with the same key only the best is kept: else the best three are often one with three endings. */
  readonly key?: (outcome: Outcome) => number;
  /** What a step costs, in points: what a plan does not need is left to other plans. */
  readonly stepCost?: number;
}

const TIE = 0.05;
const STEP_COST = 0.7;
/** So many are looked at a second time: what they leave in trouble, moved or not. */
const LOOKED_AT_TWICE = 12;

interface Ranked extends ScoredTurn {
  readonly key: number;
  readonly after: Cells;
}

export function bestOf(scene: SearchNode, score: Scorer, options: CategoryOptions): ScoredTurn[] {
  const { keep, seed, lists = "all", sacrifices = false, key, stepCost = STEP_COST } = options;
  const best: Ranked[] = [];
  const pool = Math.max(keep, LOOKED_AT_TWICE);
  scene.outcomes(lists).each((outcome) => {
    if (!sacrifices && losesOwn(outcome)) return;
    const points = score(outcome);
    if (points === null) return;
    const exact = points - stepCost * outcome.steps + TIE * noise(outcome.turn, seed);
    const last = best.at(-1);
    if (best.length === pool && exact <= last!.orderScore) return;
    const mark = key ? key(outcome) : outcome.turn;
    const same = best.findIndex((each) => each.key === mark);
    if (same >= 0) {
      if (best[same]!.orderScore >= exact) return;
      best.splice(same, 1);
    } else if (best.length === pool) best.pop();
    const place = best.findIndex((each) => each.orderScore < exact);
    best.splice(place < 0 ? best.length : place, 0, {
      turn: outcome.turn,
      steps: outcome.steps,
      orderScore: exact,
      key: mark,
      after: outcome.after.slice(),
    });
  });
  const before = troubles(scene.cells);
  return best
    .map(({ turn, steps, orderScore: first, after }) => ({ turn, steps, score: first + before - troubles(after) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, keep);
}

export function losesOwn({ moved, to, piece }: Outcome): boolean {
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

/** Where the piece that stood on a square ends; the same square where it does not move. */
export function endOf({ moved, from, to }: Outcome, square: number): number {
  for (let i = 0; i < moved; i++) if (from[i] === square) return to[i]!;
  return square;
}

/** A key by which turns that move the same piece to the same square are one. */
export function byPiece(square: number): (outcome: Outcome) => number {
  return (outcome) => endOf(outcome, square);
}
