/**
 * The ordered list of applicable plans. The order is fixed with two exceptions: captures and defences are ordered by the material at stake, and
 * flags of the position promote or demote some plans.
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
import { distance, strengthOf, TRAPS } from "./graphs/board.ts";
import { CAMEL, DOG, ELEPHANT, HORSE, isEnemy } from "./evaluate.ts";

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

const HOME_TRAPS: readonly number[] = TRAPS.slice(2);

interface Flag {
  /** The reason given for a demoted plan. */
  readonly reason: string;
  readonly plans: readonly PlanName[];
  isSet(analysis: Analysis): boolean;
}

/** Flags that demote plans. */
const FLAGS: readonly Flag[] = [
  {
    reason: "the elephant holds a hostage",
    plans: ["elephant to the middle", "attack", "camel hunt"],
    isSet: ({ hostages, cells }) =>
      hostages.some(
        ({ ours, holder, piece, trap }) =>
          !ours && cells[holder] === ELEPHANT && strengthOf(piece) >= HORSE && HOME_TRAPS.includes(trap),
      ),
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

/** Flags that promote plans before all but goals, captures and defences. */
const URGENT: readonly Flag[] = [
  {
    reason: "in the endgame rabbits decide",
    plans: ["goal preparation"],
    isSet: ({ phase, material, hostages }) =>
      phase === "endgame" && material > -2 && !hostages.some(({ ours, piece }) => ours && strengthOf(piece) >= CAMEL),
  },
  {
    reason: "the camel comes before everything else",
    plans: ["retreat"],
    isSet: ({ exposed, cells }) => exposed.some((square) => cells[square] === CAMEL),
  },
  { reason: "a home trap is nearly lost", plans: ["trap defence"], isSet: isBesieged },
];
/** Two enemies of dog strength or more within two squares of a home trap that we do not hold with two guards. */
function isBesieged({ cells, traps }: Analysis): boolean {
  return traps.some(({ square, home, own, ownStrength, enemyStrength }) => {
    if (!home || (own >= 2 && ownStrength >= enemyStrength)) return false;
    let attackers = 0;
    for (let at = 0; at < cells.length; at++)
      if (isEnemy(cells[at]!) && strengthOf(cells[at]!) >= DOG && distance(at, square) <= 2) attackers++;
    return attackers >= 2;
  });
}

/** Urgent plans come before this one. */
const BEFORE: PlanName = "pattern";

/** The applicable plans that were not tried already, in order. */
export function listPlans(context: PlanContext, tried: ReadonlySet<PlanName> = new Set()): Plan[] {
  const { analysis } = context;
  const found = urgentFirst(ordered(analysis), analysis).flatMap((kind) => {
    const plan = tried.has(kind.name) || context.stopped() ? null : kind.consider(context);
    return plan ? [{ kind, plan }] : [];
  });
  const plans = found.map(({ kind, plan }): Plan => {
    const flag = FLAGS.find((each) => each.plans.includes(kind.name) && each.isSet(analysis));
    return { name: kind.name, category: kind.category, demoted: flag?.reason ?? null, ...plan };
  });
  const inOrder = [
    ...plans.filter(({ demoted }) => demoted === null),
    ...plans.filter(({ demoted }) => demoted !== null),
  ];
  // A winning plan comes first; checked at the root only, since it is expensive.
  const winning =
    context.ply === 0 && !context.stopped() ? inOrder.find((plan) => plan.name !== "goal" && plan.wins?.()) : undefined;
  if (!winning || inOrder[0]?.name === "goal") return inOrder;
  return [{ ...winning, demoted: null }, ...inOrder.filter((plan) => plan !== winning)];
}

function urgentFirst(kinds: readonly PlanKind[], analysis: Analysis): readonly PlanKind[] {
  const urgent = kinds.filter(({ name }) => URGENT.some(({ plans, isSet }) => plans.includes(name) && isSet(analysis)));
  if (urgent.length === 0) return kinds;
  const place = kinds.findIndex(({ name }) => name === BEFORE);
  const others = (list: readonly PlanKind[]): readonly PlanKind[] => list.filter((kind) => !urgent.includes(kind));
  return [...others(kinds.slice(0, place)), ...urgent, ...others(kinds.slice(place))];
}

/** A defence comes before a capture if more would be lost than won. */
function ordered(analysis: Analysis): readonly PlanKind[] {
  const most = (threats: Analysis["captures"]): number => threats[0]?.value ?? 0;
  if (most(analysis.losses) <= most(analysis.captures)) return PLAN_KINDS;
  return PLAN_KINDS.map((kind) => (kind === capture ? defence : kind === defence ? capture : kind));
}
