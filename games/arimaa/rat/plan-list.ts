/**
 * The positional evaluation: the plans whose conditions are met, in order. The order is fixed but for two things: captures or defences come
 * first by what is at stake, and flags found in the position put some plans behind the others.
 */
import type { Analysis } from "./analysis.ts";
import type { Plan, PlanContext, PlanKind, PlanName } from "./plan.ts";
import { centralisation, goalPreparation } from "./plans/advances.ts";
import { capture, defence } from "./plans/captures.ts";
import { goal, goalDefence } from "./plans/goal.ts";
import { fork, frame, hostage } from "./plans/holds.ts";
import { camelHunting, flip, retreat } from "./plans/hunts.ts";
import { pattern } from "./plans/pattern.ts";
import { attack, trapClearing, trapDefence } from "./plans/traps.ts";
import { strengthOf } from "../graphs/board.ts";
import { ELEPHANT, HORSE } from "./worth.ts";

export const PLAN_KINDS: readonly PlanKind[] = [
  goal,
  goalDefence,
  capture,
  defence,
  pattern,
  frame,
  hostage,
  fork,
  camelHunting,
  retreat,
  trapDefence,
  goalPreparation,
  flip,
  attack,
  trapClearing,
  centralisation,
];

interface Flag {
  /** What is told of a plan that comes later because of it. */
  readonly reason: string;
  readonly plans: readonly PlanName[];
  isSet(analysis: Analysis): boolean;
}

/** What puts plans behind the others, and which. */
const FLAGS: readonly Flag[] = [
  {
    reason: "the elephant holds a hostage",
    plans: ["elephant to the middle", "attack", "camel hunt"],
    isSet: ({ hostages, cells }) => hostages.some(({ ours, holder }) => !ours && cells[holder] === ELEPHANT),
  },
  {
    reason: "a horse or the camel of ours is held",
    plans: ["flip", "attack", "goal preparation"],
    isSet: ({ hostages }) => hostages.some(({ ours, piece }) => ours && strengthOf(piece) >= HORSE),
  },
  {
    reason: "something of ours can be captured",
    plans: ["pattern", "flip", "goal preparation", "attack", "fork"],
    isSet: ({ losses }) => losses.some(({ value }) => value >= 2),
  },
  {
    reason: "in the opening rabbits stay at home",
    plans: ["goal preparation"],
    isSet: ({ phase }) => phase === "opening",
  },
];

/** Plans that are not among those tried already, in the order in which they are to be tried. */
export function listPlans(context: PlanContext, tried: ReadonlySet<PlanName> = new Set()): Plan[] {
  const { analysis } = context;
  const found = ordered(analysis).flatMap((kind) => {
    const plan = tried.has(kind.name) ? null : kind.consider(context);
    return plan ? [{ kind, plan }] : [];
  });
  const plans = found.map(({ kind, plan }): Plan => {
    const flag = FLAGS.find((each) => each.plans.includes(kind.name) && each.isSet(analysis));
    return { name: kind.name, category: kind.category, demoted: flag?.reason ?? null, ...plan };
  });
  return [...plans.filter(({ demoted }) => demoted === null), ...plans.filter(({ demoted }) => demoted !== null)];
}

/** A defence comes before a capture where more would be lost than can be won. */
function ordered(analysis: Analysis): readonly PlanKind[] {
  const most = (threats: Analysis["captures"]): number => threats[0]?.value ?? 0;
  if (most(analysis.losses) <= most(analysis.captures)) return PLAN_KINDS;
  return PLAN_KINDS.map((kind) => (kind === capture ? defence : kind === defence ? capture : kind));
}
