/** Evaluations of states by a net: what the kernel needs for one, in the room of one thread. */
import type { Regions } from "../../engine/search/regions.ts";
import { valueOf, type Pattern } from "../gifl/feature.ts";
import { featureCode, relocated, ROOM, type FeatureCode } from "../gifl/feature-gates.ts";
import { withinCost } from "../gifl/policy.ts";
import { LANE_COUNT, WORD_BYTES } from "../layout.ts";
import type { NetReasoner } from "../net-reasoner.ts";
import type { NetSpace } from "../net-space.ts";
import {
  COUNTER_BYTES,
  EVAL_FEATURES,
  EVAL_GOAL_VALUES,
  EVAL_MOBILITY,
  EVAL_NONE,
  EVAL_RECORD_BYTES,
} from "./layout.ts";
import { turnFacts } from "./turns.ts";

export const EVALUATIONS = ["features", "mobility", "goals", "none"] as const;
export type EvaluationName = (typeof EVALUATIONS)[number];

const KINDS: Readonly<Record<EvaluationName, number>> = {
  features: EVAL_FEATURES,
  mobility: EVAL_MOBILITY,
  goals: EVAL_GOAL_VALUES,
  none: EVAL_NONE,
};

/** Who is to move takes a win at once: nothing else counts as much. */
const WIN_AT_HAND = 50;
/** Ranks of classes: offensive ones by level, then those to avoid. */
const AVOID = 100;

/** Features as gates, once for all threads. */
export class FeatureEvaluation {
  readonly code: FeatureCode;
  /** Features that are in it: fewer than were given where they would cost too much. */
  readonly used: number;

  /** Features in the order of their worth: those at the end are left out first. */
  constructor(reasoner: NetReasoner, features: readonly Pattern[], mostCost: number) {
    const { placed } = reasoner;
    const turns = turnFacts(reasoner);
    // One that needs nothing but the turn says nothing.
    const telling = features.filter(
      ({ kind, role, facts }) => kind !== "defensive" && facts.some((fact) => !turns[role]?.has(fact)),
    );
    const made = (some: readonly Pattern[]): FeatureCode => {
      const classes = reasoner.roles.flatMap((_, role) => {
        const own = Map.groupBy(
          some.filter((feature) => feature.role === role),
          rankOf,
        );
        return [...own].toSorted(([a], [b]) => a - b).map(([rank, list]) => ({ role, rank, features: list }));
      });
      return featureCode(placed.net, placed.code, classes, 0, turns);
    };
    const { used, code } = withinCost(placed, telling, mostCost, made);
    this.used = used;
    this.code = code;
  }

  /** By class: what a move of it is worth to its role while that is to move, and while the other is. */
  weights(index: number): readonly [moving: number, waiting: number] {
    const level = this.code.classes[index]?.rank as number;
    if (level === AVOID) return [-valueOf({ level: 0 } as Pattern), 0];
    const value = Math.round(valueOf({ level } as Pattern));
    return [level === 0 ? WIN_AT_HAND * value : value, value];
  }
}

function rankOf({ kind, level }: Pattern): number {
  return kind === "avoid" ? AVOID : level;
}

/** Puts an evaluation into the room of a thread; returns the address of its record. */
export function placeEvaluation(
  space: NetSpace,
  regions: Regions,
  name: EvaluationName,
  features: FeatureEvaluation | null,
): number {
  const { memory } = space.placed.kernel;
  const put = (numbers: ArrayLike<number>): number => {
    const at = regions.allocate(4 * numbers.length);
    memory.words(at, numbers.length).set(numbers);
    return at;
  };
  const found = features?.code ?? { code: new Int32Array(0), classes: [], words: 0 };
  const room = regions.allocate(WORD_BYTES * Math.max(1, found.words));
  const moved = (offset: number): number => (offset >= ROOM ? offset - ROOM + room - space.words : offset);
  const code = put(relocated(found.code, moved));
  const classes = put(
    found.classes.flatMap(({ role, words, moves }, i) => [
      role,
      ...(features?.weights(i) ?? []),
      moved(words),
      moves.length,
    ]),
  );
  const count = found.classes.length;
  const record = regions.allocate(EVAL_RECORD_BYTES);
  memory
    .words(record, EVAL_RECORD_BYTES / 4)
    .set([
      KINDS[name],
      code,
      code + 4 * found.code.length,
      classes,
      count,
      regions.allocate(COUNTER_BYTES * Math.max(2, count)),
      regions.allocate(2 * LANE_COUNT * Math.max(2, count)),
      regions.allocate(8 * LANE_COUNT),
    ]);
  return record;
}
