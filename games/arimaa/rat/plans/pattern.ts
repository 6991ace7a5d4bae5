/** Plans from pattern matching: suggestions of the directed position graphs, realized by the legal turns. */
import { imageOfSteps, type Image, TRAPS, distance, EMPTY, NEIGHBOURS, sideOf } from "../graphs/board.ts";
import { type Condition, has, holds, mirrored, mirroredSquares, type Pattern } from "../graphs/conditions.ts";
import type { Aim, Move } from "../graphs/graph.ts";
import { matchGraph, type Suggestion } from "../graphs/match.ts";
import { stepOf } from "../graphs/parse-move.ts";
import type { Analysis } from "../analysis.ts";
import { bestOf, type ScoredTurn, ownMoved, type Scorer } from "../category.ts";
import type { Cells } from "../rat-kernel.ts";
import type { Knowledge } from "../knowledge.ts";
import { GONE } from "../constants.ts";
import type { Outcome } from "../outcomes.ts";
import type { PlanContext, PlanKind } from "../plan.ts";
import { landingScore } from "../evaluate.ts";

/** Graphs are matched at the root and at the reply. */
const PLIES_WITH_PATTERNS = 2;
/** The maximum number of suggestions that are realized. */
const MAX_SUGGESTIONS = 8;

export const pattern: PlanKind = {
  name: "pattern",
  category: "moves of the graphs",
  about: "a position graph matches",
  consider: (context) => {
    const { analysis, ply, knowledge } = context;
    if (ply >= PLIES_WITH_PATTERNS || knowledge.graphs.length === 0) return null;
    const matched = suggestionsFor(analysis, knowledge);
    if (matched.length === 0) return null;
    let cached: readonly Realized[] | null = null;
    const realized = (): readonly Realized[] => (cached ??= movesFor(matched, context));
    // At the root the reason is that of the first suggestion that can be realized.
    const [first] = ply === 0 ? realized() : matched;
    if (!first) return null;
    const why = first.suggestion.move.because ?? first.suggestion.path.join(" > ");
    return { reason: `${first.graph}: ${why}`, moves: () => realized().map(({ candidate }) => candidate) };
  },
};

export interface Matched {
  readonly graph: string;
  readonly suggestion: Suggestion;
}

interface Realized extends Matched {
  readonly candidate: ScoredTurn;
}

/** The suggestions of all graphs, by priority, then by graph. */
function suggestionsFor({ cells }: Analysis, { graphs }: Knowledge): Matched[] {
  return graphs
    .flatMap(({ name, graph }) =>
      matchGraph(graph, { cells, side: "gold" }).suggestions.map((suggestion) => ({ graph: name, suggestion })),
    )
    .sort((a, b) => a.suggestion.move.priority - b.suggestion.move.priority);
}

/** The best turn for each suggestion, up to `keep`. */
function movesFor(matched: readonly Matched[], { analysis, keep, seed, extensions, stopped }: PlanContext): Realized[] {
  const found: Realized[] = [];
  for (const each of matched.slice(0, MAX_SUGGESTIONS)) {
    if (stopped()) break;
    const { move, image } = each.suggestion;
    const score = scorerFor(move, image, analysis.cells);
    const [best] = bestOf(analysis.node, score, { keep: 1, seed, extensions, sacrifices: move.sacrifice });
    if (!best || found.some(({ candidate }) => candidate.turn === best.turn)) continue;
    found.push({ ...each, candidate: best });
    if (found.length >= keep) break;
  }
  return found;
}

/** Fewest steps first, then by landing score. */
function scorerFor({ aim, keeping }: Move, image: Image, cells: Cells): Scorer {
  const squares = (list: readonly number[]): readonly number[] => (image.leftRight ? mirroredSquares(list) : list);
  const conditions = (list: readonly Condition[]): readonly Condition[] =>
    image.leftRight ? list.map(mirrored) : list;
  const kept = conditions(keeping);
  const does = achieves(aim, image, cells, squares, conditions);
  return (outcome) =>
    does(outcome) && kept.every((condition) => holds(condition, outcome.after))
      ? -2 * outcome.steps - ownMoved(outcome) + 0.5 * landingScore(outcome)
      : null;
}

function achieves(
  aim: Aim,
  image: Image,
  cells: Cells,
  squares: (list: readonly number[]) => readonly number[],
  conditions: (list: readonly Condition[]) => readonly Condition[],
): (outcome: Outcome) => boolean {
  switch (aim.kind) {
    case "play": {
      const target = cellsAfter(
        cells,
        aim.steps.map((step) => imageOfSteps(step, image)),
      );
      return ({ after }) => after.every((content, square) => content === target[square]);
    }
    case "bring": {
      const piece: Pattern = { contents: aim.piece.contents, squares: squares(aim.piece.squares) };
      const to = squares(aim.to);
      return (outcome) => outcome.steps <= aim.within && brings(outcome, piece, to);
    }
    case "reach": {
      const target = conditions(aim.conditions);
      if (target.every((condition) => holds(condition, cells))) return () => false;
      return ({ after, steps }) => steps <= aim.within && target.every((condition) => holds(condition, after));
    }
    case "capture": {
      const traps = squares(aim.traps);
      return (outcome) => outcome.steps <= aim.within && captures(outcome, aim.contents, traps);
    }
  }
}

function brings({ moved, from, to, piece }: Outcome, target: Pattern, ends: readonly number[]): boolean {
  for (let i = 0; i < moved; i++)
    if (has(target.contents, piece[i]!) && ends.includes(to[i]!) && target.squares.includes(from[i]!)) return true;
  return false;
}

/** A captured piece counts as captured on its nearest trap. */
function captures({ moved, from, to, piece }: Outcome, contents: number, traps: readonly number[]): boolean {
  for (let i = 0; i < moved; i++) {
    if (to[i] !== GONE || !has(contents, piece[i]!)) continue;
    const nearest = Math.min(...TRAPS.map((trap) => distance(trap, from[i]!)));
    if (traps.some((trap) => distance(trap, from[i]!) === nearest)) return true;
  }
  return false;
}

/** The squares after the steps; captures follow from the traps. */
function cellsAfter(cells: Cells, steps: readonly string[]): Cells {
  const now = cells.slice();
  for (const text of steps) {
    const { from, to } = stepOf(text);
    if (to === null) continue;
    now[to] = now[from]!;
    now[from] = EMPTY;
    for (const trap of TRAPS) {
      const own = sideOf(now[trap]!);
      if (own !== 0 && !NEIGHBOURS[trap]!.some((next) => has(own, now[next]!))) now[trap] = EMPTY;
    }
  }
  return now;
}
