/** Captures, and defences against captures. Their order depends on the material at stake. */
import { type Analysis, type Threat, trapControl } from "../analysis.ts";
import { bestOf, type ScoredTurn, endOf } from "../category.ts";
import { nearestTrap } from "../features.ts";
import { GONE } from "../constants.ts";
import type { Outcome } from "../outcomes.ts";
import { pieceText, type PlanContext, type PlanKind, stepsText } from "../plan.ts";
import { isEnemy, landingScore, valueOf } from "../evaluate.ts";

export const capture: PlanKind = {
  name: "capture",
  category: "captures",
  about: "something can be captured with the steps that are left",
  consider: ({ analysis, keep, seed, extensions }) => {
    const [first] = analysis.captures;
    if (!first) return null;
    return {
      reason: `captures the ${pieceText(analysis, first.square)} in ${stepsText(first.steps)}`,
      moves: () =>
        bestOf(analysis.node, captureScore, {
          keep,
          seed,
          extensions,
          lists: "captures",
          sacrifices: true,
          key: capturedBy,
        }),
    };
  },
};

/** The weight of a possible recapture, less than that of the capture: it may not be possible. */
const RECAPTURE_WEIGHT = 4;

export function captureScore(outcome: Outcome): number {
  return landingScore(outcome) - RECAPTURE_WEIGHT * maxEndangered(outcome);
}

/** The most valuable own piece that may be capturable. */
function maxEndangered(outcome: Outcome): number {
  let most = 0;
  for (const square of outcome.inDanger()) most = Math.max(most, valueOf(outcome.after[square]!));
  return most;
}

/** A key: the captured pieces and the number of steps. */
export function capturedBy({ moved, from, to, piece, steps }: Outcome): number {
  let key = steps;
  for (let i = 0; i < moved; i++) if (to[i] === GONE && isEnemy(piece[i]!)) key = key * 64 + from[i]!;
  return key;
}

/** The number of defences checked against the exact list of captures. */
const CHECKED = 12;

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

/** Preselects by the upper bound on endangered pieces and by guards at the trap; checks the best of both exactly. */
function defences({ analysis, keep, seed, extensions, stopped }: PlanContext, worst: Threat): ScoredTurn[] {
  const { node } = analysis;
  const trap = nearestTrap(worst.square);
  const guarding = bestOf(
    node,
    (outcome) => {
      const gained = trapControl(outcome.after, trap).own - trapControl(outcome.before, trap).own;
      return gained > 0 || endOf(outcome, worst.square) !== worst.square ? landingScore(outcome) + 2 * gained : null;
    },
    { keep: CHECKED / 2, seed, extensions },
  );
  const safe = bestOf(
    node,
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
    { keep: CHECKED, seed, extensions, lists: "risks" },
  );
  const preselected = [...safe, ...guarding.filter(({ turn }) => !safe.some((each) => each.turn === turn))];
  return preselected
    .map((candidate) => ({ candidate, loss: stopped() ? worst.value : lossAfter(analysis, candidate) }))
    .filter(({ loss }) => loss < worst.value)
    .sort((a, b) => a.loss - b.loss || b.candidate.orderScore - a.candidate.orderScore)
    .slice(0, keep)
    .map(({ candidate }) => candidate);
}

/** The most valuable capture of the other side after a turn. */
function lossAfter({ node }: Analysis, { turn, steps }: ScoredTurn): number {
  let most = 0;
  node
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
