/** Rabbits brought nearer to goal, and the elephant to the middle. */
import { EMPTY, isFrozen, strengthOf } from "../../graphs/board.ts";
import type { Analysis } from "../analysis.ts";
import { bestOf, type Candidate, endOf, ownMoved } from "../category.ts";
import { MAX_STEPS } from "../../layout.ts";
import { GONE } from "../outcome-layout.ts";
import type { Outcome } from "../outcomes.ts";
import { pieceText, type PlanKind } from "../plan.ts";
import { ELEPHANT, isEnemy, landingScore, placeOf, RABBIT, rowOf } from "../worth.ts";

export const goalPreparation: PlanKind = {
  name: "goal preparation",
  category: "rabbit advancements",
  about: "a rabbit is far up the board, or so few pieces are left that rabbits decide",
  consider: ({ analysis, keep, seed }) => {
    const runner = runnerOf(analysis);
    if (runner === null) return null;
    return {
      reason: `the ${pieceText(analysis, runner)} may run for goal`,
      moves: () => advances(analysis, keep, seed),
    };
  },
};

/** So many are looked at more closely: whether they threaten goal. */
const TRIED = 40;
const THREAT = 6;

/** Rabbits that advance; those that threaten to reach goal in the next turn come first. */
function advances({ scene }: Analysis, keep: number, seed: number): Candidate[] {
  const promising = bestOf(scene, advanceScore, { keep: TRIED, seed, key: leader });
  const best = promising.slice(0, 1).map(({ score }) => score)[0] ?? 0;
  return promising
    .map((candidate) => {
      // The goal of the turn after: the other side is taken to pass.
      const { ground, side } = scene;
      const after = ground.after(scene.position, candidate.turn, side);
      const threat = candidate.score > best - THREAT && ground.goalTurn(after, side, MAX_STEPS) !== null;
      return threat ? { ...candidate, score: candidate.score + THREAT } : candidate;
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, keep);
}

/** The foremost rabbit that can move: beyond the fifth row; in the endgame, or with a free road, from the third. */
function runnerOf({ rabbits, phase, cells }: Analysis): number | null {
  const runner = rabbits.find(
    ({ row, frozen, square }) =>
      !frozen && row < 8 && (row >= 6 || (phase === "endgame" && row >= 2) || (row >= 4 && roadIsFree(cells, square))),
  );
  return runner?.square ?? null;
}

/** Nobody of the other side within two squares of the files ahead who is stronger than a rabbit. */
function roadIsFree(cells: Uint8Array, square: number): boolean {
  const file = square & 7;
  return !cells.some(
    (content, at) =>
      isEnemy(content) && strengthOf(content) > RABBIT && at < square + 8 && Math.abs((at & 7) - file) <= 2,
  );
}

/** Where the foremost rabbit of a turn ends, and who else moves. */
function leader({ moved, from, to, piece }: Outcome): number {
  let best = GONE;
  let others = 0;
  for (let i = 0; i < moved; i++) {
    if (piece[i] === RABBIT && to[i]! < best) best = to[i]!;
    else others = (others * 64 + from[i]!) & 0xffff;
  }
  return best + 128 * others;
}

/** The nearer to goal the better; not beside who would hold it, and rather with a friend. */
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
  // The places of rabbits are those of the opening: here they shall leave them.
  return score === null ? null : score + 0.4 * landingScore(outcome);
}

/** c4 to f5: from here the elephant is near to everything. */
function isMiddle(square: number): boolean {
  const file = square & 7;
  return file >= 2 && file <= 5 && (rowOf(square) === 4 || rowOf(square) === 5);
}

export const centralisation: PlanKind = {
  name: "elephant to the middle",
  category: "elephant moves",
  about: "the elephant is not in the middle",
  consider: ({ analysis, keep, seed }) => {
    const { cells } = analysis;
    const elephant = cells.indexOf(ELEPHANT);
    if (elephant < 0 || isMiddle(elephant)) return null;
    return {
      reason: `the ${pieceText(analysis, elephant)} is away from the middle`,
      moves: () => bestOf(analysis.scene, (outcome) => centralScore(outcome, elephant), { keep, seed }),
    };
  },
};

function centralScore(outcome: Outcome, elephant: number): number | null {
  const end = endOf(outcome, elephant);
  if (end === elephant || end === GONE || ownMoved(outcome) > 1) return null;
  const gain = placeOf(ELEPHANT, end) - placeOf(ELEPHANT, elephant);
  return gain <= 0 ? null : landingScore(outcome) + gain;
}
