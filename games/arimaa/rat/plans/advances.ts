/** Plans that advance rabbits, and the elephant to the middle. */
import { distance, EMPTY, isFrozen, strengthOf } from "../graphs/board.ts";
import type { Analysis } from "../analysis.ts";
import { bestOf, type ScoredTurn, endOf, ownMoved } from "../category.ts";
import { MAX_STEPS } from "../../constants.ts";
import { GONE } from "../constants.ts";
import type { Outcome } from "../outcomes.ts";
import { pieceText, type PlanContext, type PlanKind } from "../plan.ts";
import type { SearchNode } from "../search-node.ts";
import { ELEPHANT, isEnemy, landingScore, pieceSquareValue, RABBIT, rowOf } from "../evaluate.ts";

export const goalPreparation: PlanKind = {
  name: "goal preparation",
  category: "rabbit advancements",
  about: "a rabbit is far up the board, or so few pieces are left that rabbits decide",
  consider: (context) => {
    const { analysis } = context;
    const runner = runnerOf(analysis);
    if (runner === null) return null;
    let cached: readonly ScoredTurn[] | null = null;
    const moves = (): readonly ScoredTurn[] => (cached ??= advances(context));
    return {
      reason: `the ${pieceText(analysis, runner)} may run for goal`,
      moves,
      ...(context.extensions && { wins: () => (moves()[0]?.orderScore ?? 0) > UNSTOPPABLE / 2 }),
    };
  },
};

/** The numbers of advancing and of supporting turns that are checked for goal threats. */
const ADVANCES = 60;
const SUPPORTING = 120;
const THREAT = 6;
/** The bonus of a goal threat that no reply stops. */
const UNSTOPPABLE = 100;

/** Rabbit advances; with extensions also supporting turns, and those that threaten goal in the next turn come first. */
function advances({ analysis, keep, seed, extensions, stopped }: PlanContext): ScoredTurn[] {
  const { node } = analysis;
  const advancing = bestOf(node, advanceScore, { keep: extensions ? ADVANCES : keep, seed, extensions, key: leader });
  if (!extensions) return advancing;
  const best = advancing[0]?.orderScore ?? 0;
  const scored = advancing.map((candidate) => {
    const threat = candidate.orderScore > best - THREAT && !stopped() ? threatOf(node, candidate) : 0;
    return { ...candidate, orderScore: candidate.orderScore + threat };
  });
  const supportingThreats = (stopped() ? [] : supporting(analysis, seed))
    .map((candidate) => ({ candidate, threat: stopped() ? 0 : threatOf(node, candidate) }))
    .filter(({ threat, candidate }) => threat > 0 && !advancing.some(({ turn }) => turn === candidate.turn))
    .map(({ candidate, threat }) => ({ ...candidate, orderScore: 0.4 * candidate.orderScore + threat }));
  return [...scored, ...supportingThreats].sort((a, b) => b.orderScore - a.orderScore).slice(0, keep);
}

/** Turns of pieces that end near a rabbit beyond the fifth row. */
function supporting({ node, rabbits }: Analysis, seed: number): ScoredTurn[] {
  const runners = rabbits.filter(({ row }) => row >= 6).map(({ square }) => square);
  if (runners.length === 0) return [];
  const near = ({ moved, to }: Outcome): boolean => {
    for (let i = 0; i < moved; i++)
      if (to[i] !== GONE && runners.some((runner) => distance(runner, to[i]!) <= 3)) return true;
    return false;
  };
  return bestOf(node, (outcome) => (near(outcome) ? landingScore(outcome) : null), {
    keep: SUPPORTING,
    seed,
    extensions: true,
  });
}

/** The bonus of a goal threat after a null move of the other side; higher if no reply stops it. */
function threatOf({ kernel, side, position }: SearchNode, { turn }: ScoredTurn): number {
  if (kernel.goalTurn(kernel.after(position, turn, side), side, MAX_STEPS) === null) return 0;
  const reply = kernel.after(position, turn, 1 - side);
  const stopped =
    kernel.goalTurn(reply, 1 - side, MAX_STEPS) !== null ||
    kernel.goalDefences(reply, 1 - side, MAX_STEPS, 1).length > 0;
  return stopped ? THREAT : UNSTOPPABLE;
}

/** The most advanced mobile rabbit: beyond the fifth row; in the endgame from the second, with a free path from the fourth. */
function runnerOf({ rabbits, phase, cells }: Analysis): number | null {
  const runner = rabbits.find(
    ({ row, frozen, square }) =>
      !frozen && row < 8 && (row >= 6 || (phase === "endgame" && row >= 2) || (row >= 4 && pathIsFree(cells, square))),
  );
  return runner?.square ?? null;
}

/** No enemy stronger than a rabbit ahead within two files. */
function pathIsFree(cells: Uint8Array, square: number): boolean {
  const file = square & 7;
  return !cells.some(
    (content, at) =>
      isEnemy(content) && strengthOf(content) > RABBIT && at < square + 8 && Math.abs((at & 7) - file) <= 2,
  );
}

/** A key: where the most advanced rabbit of the turn ends, and which other pieces move. */
function leader({ moved, from, to, piece }: Outcome): number {
  let best = GONE;
  let others = 0;
  for (let i = 0; i < moved; i++) {
    if (piece[i] === RABBIT && to[i]! < best) best = to[i]!;
    else others = (others * 64 + from[i]!) & 0xffff;
  }
  return best + 128 * others;
}

/** Nearer to goal is better; frozen is bad, a free square ahead good. */
function advanceScore(outcome: Outcome): number | null {
  const { moved, from, to, piece, after } = outcome;
  let score: number | null = null;
  for (let i = 0; i < moved; i++) {
    if (piece[i] !== RABBIT) continue;
    const rows = rowOf(to[i]!) - rowOf(from[i]!);
    if (rows <= 0) continue;
    score = (score ?? 0) + rows * (0.5 + 0.25 * rowOf(to[i]!));
    if (isFrozen(after, to[i]!)) score -= 3;
    if (after[to[i]! - 8] === EMPTY) score += 0.5;
  }
  // The piece-square table keeps rabbits at home, so it counts less here.
  return score === null ? null : score + 0.4 * landingScore(outcome);
}

/** c4 to f5. */
function isMiddle(square: number): boolean {
  const file = square & 7;
  return file >= 2 && file <= 5 && (rowOf(square) === 4 || rowOf(square) === 5);
}

export const centralisation: PlanKind = {
  name: "elephant to the middle",
  category: "elephant moves",
  about: "the elephant is not in the middle",
  consider: ({ analysis, keep, seed, extensions }) => {
    const { cells } = analysis;
    const elephant = cells.indexOf(ELEPHANT);
    if (elephant < 0 || isMiddle(elephant)) return null;
    return {
      reason: `the ${pieceText(analysis, elephant)} is away from the middle`,
      moves: () => bestOf(analysis.node, (outcome) => centralScore(outcome, elephant), { keep, seed, extensions }),
    };
  },
};

function centralScore(outcome: Outcome, elephant: number): number | null {
  const end = endOf(outcome, elephant);
  if (end === elephant || end === GONE || ownMoved(outcome) > 1) return null;
  const gain = pieceSquareValue(ELEPHANT, end) - pieceSquareValue(ELEPHANT, elephant);
  return gain <= 0 ? null : landingScore(outcome) + gain;
}
