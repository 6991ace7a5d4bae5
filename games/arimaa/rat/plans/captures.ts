/** Captures, and defences against those of the other side. Which of them comes first is a question of what is at stake. */
import { type Analysis, type Threat, trapControl } from "../analysis.ts";
import { bestOf, type ScoredTurn, endOf } from "../category.ts";
import { nearestTrap } from "../features.ts";
import { GONE } from "../outcome-layout.ts";
import type { Outcome } from "../outcomes.ts";
import { pieceText, type PlanContext, type PlanKind, stepsText } from "../plan.ts";
import { isEnemy, landingScore, valueOf } from "../evaluate.ts";

export const capture: PlanKind = {
  name: "capture",
  category: "captures",
  about: "something can be captured with the steps that are left",
  consider: ({ analysis, keep, seed }) => {
    const [first] = analysis.captures;
    if (!first) return null;
    return {
      reason: `captures the ${pieceText(analysis, first.square)} in ${stepsText(first.steps)}`,
      moves: () =>
        bestOf(analysis.node, captureScore, {
          keep,
          seed,
          lists: "captures",
          sacrifices: true,
          key: capturedBy,
        }),
    };
  },
};

/** What may be taken back counts against a capture, though less than what it wins: it only may. */
const TAKEN_BACK = 4;

export function captureScore(outcome: Outcome): number {
  return landingScore(outcome) - TAKEN_BACK * dearest(outcome);
}

/** The dearest own piece that may be in danger. */
function dearest(outcome: Outcome): number {
  let most = 0;
  for (const square of outcome.inDanger()) most = Math.max(most, valueOf(outcome.after[square]!));
  return most;
}

/** What is captured and how many steps it takes: of equal ones the best will do. */
export function capturedBy({ moved, from, to, piece, steps }: Outcome): number {
  let key = steps;
  for (let i = 0; i < moved; i++) if (to[i] === GONE && isEnemy(piece[i]!)) key = key * 64 + from[i]!;
  return key;
}

/** So many defences are tried out against the exact list of captures. */
const TRIED = 12;

export const defence: PlanKind = {
  name: "defence",
  category: "defences",
  about: "the other side could capture something in its next turn",
  consider: (context) => {
    const { analysis } = context;
    const [first] = analysis.losses;
    if (!first) return null;
    return {
      reason: `the ${pieceText(analysis, first.square)} would be captured in ${stepsText(first.steps)}`,
      moves: () => defences(context, first),
    };
  },
};

/** First by a bound on what may be in danger, then by guards at the trap; the most promising of both are tried out. */
function defences({ analysis, keep, seed, stopped }: PlanContext, worst: Threat): ScoredTurn[] {
  const { node: scene } = analysis;
  const trap = nearestTrap(worst.square);
  const guarding = bestOf(
    scene,
    (outcome) => {
      const gained = trapControl(outcome.after, trap).own - trapControl(outcome.before, trap).own;
      return gained > 0 || endOf(outcome, worst.square) !== worst.square ? landingScore(outcome) + 2 * gained : null;
    },
    { keep: TRIED / 2, seed },
  );
  const safe = bestOf(
    scene,
    (outcome) => {
      let most = 0;
      let all = 0;
      for (const square of outcome.inDanger()) {
        const value = valueOf(outcome.after[square]!);
        most = Math.max(most, value);
        all += value;
      }
      return landingScore(outcome) - 4 * most - all;
    },
    { keep: TRIED, seed, lists: "risks" },
  );
  const promising = [...safe, ...guarding.filter(({ turn }) => !safe.some((each) => each.turn === turn))];
  return promising
    .map((candidate) => ({ candidate, loss: stopped() ? worst.value : lossAfter(analysis, candidate) }))
    .filter(({ loss }) => loss < worst.value)
    .sort((a, b) => a.loss - b.loss || b.candidate.orderScore - a.candidate.orderScore)
    .slice(0, keep)
    .map(({ candidate }) => candidate);
}

/** The dearest piece that the other side can capture after a turn. */
export function lossAfter({ node: scene }: Analysis, { turn, steps }: ScoredTurn): number {
  let most = 0;
  scene
    .after(turn, steps)
    .endTurn()
    .captures()
    ?.each(({ moved, to, piece }) => {
      let value = 0;
      for (let i = 0; i < moved; i++) if (to[i] === GONE && isEnemy(piece[i]!)) value += valueOf(piece[i]!);
      most = Math.max(most, value);
    });
  return most;
}
