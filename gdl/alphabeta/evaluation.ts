/** Evaluations of states by a propnet: what the kernel needs for one, in the room of one thread. */
import type { Regions } from "../../engine/kernel/regions.ts";
import { valueOf, type Feature, type Pattern } from "../gifl/feature.ts";
import { featureCode, relocated, SCRATCH_BASE, type FeatureCode } from "../gifl/feature-gates.ts";
import { withinCost } from "../gifl/policy.ts";
import { LANE_COUNT, WORD_BYTES } from "../propnet/layout.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import type { PropnetWorkspace } from "../propnet/propnet-memory.ts";
import {
  CLASS_BYTES,
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
const WIN_AT_HAND = 5_000;
/** A feature is taken for a win if its move was made this often, and this share of the games was won. */
const OFTEN = 5;
const SURE = 0.95;
/** Ranks of classes: wins, other offensive ones by level, then those to avoid. */
const WIN = -1;
const AVOID = 100;

/** Words of equal worth to the first role: while it is to move, while the second is. */
interface WeighedWords {
  readonly first: number;
  readonly second: number;
  readonly words: readonly number[];
}

/** Features as gates and what they are worth, once for all threads. */
export class FeatureEvaluation {
  readonly code: FeatureCode;
  readonly weighed: readonly WeighedWords[];
  /** Features that are in it: fewer than were given where they would cost too much. */
  readonly used: number;

  /** Features in the order of their worth: those at the end are left out first. */
  constructor(reasoner: PropnetReasoner, features: readonly Feature[], maxCost: number) {
    const { placed } = reasoner;
    const turns = turnFacts(reasoner);
    // One that needs nothing but the turn says nothing.
    const telling = features.filter(
      ({ kind, role, facts }) => kind !== "defensive" && facts.some((fact) => !turns[role]?.has(fact)),
    );
    const made = (some: readonly Feature[]): FeatureCode => {
      const classes = reasoner.roles.flatMap((_, role) => {
        const own = Map.groupBy(
          some.filter((feature) => feature.role === role),
          rankOf,
        );
        return [...own].toSorted(([a], [b]) => a - b).map(([rank, list]) => ({ role, rank, features: list }));
      });
      return featureCode(placed.propnet, placed.code, classes, 0, turns);
    };
    const { used, code } = withinCost(placed, telling, maxCost, made);
    this.used = used;
    this.code = code;
    this.weighed = byValues(code);
  }
}

function rankOf({ kind, level, right, tried }: Feature): number {
  if (kind === "avoid") return AVOID;
  return level === 0 && tried >= OFTEN && right >= SURE * tried ? WIN : level;
}

function wordsOf({ words, moves }: FeatureCode["classes"][number]): number[] {
  return moves.map((_, i) => words + WORD_BYTES * i);
}

/** Each move by the value of its best feature. */
function byValues(code: FeatureCode): WeighedWords[] {
  return code.classes.map((own) => {
    const level = own.rank === AVOID || own.rank === WIN ? 0 : own.rank;
    const value = Math.round(valueOf({ level } as Pattern));
    const moving = own.rank === WIN ? WIN_AT_HAND : own.rank === AVOID ? -value : value;
    const waiting = own.rank === AVOID ? 0 : value;
    const [first, second] = own.role === 0 ? [moving, waiting] : [-waiting, -moving];
    return { first, second, words: wordsOf(own) };
  });
}

/** Puts an evaluation into the room of a thread; returns the address of its record. */
export function placeEvaluation(
  workspace: PropnetWorkspace,
  regions: Regions,
  name: EvaluationName,
  features: FeatureEvaluation | null,
): number {
  const { memory } = workspace.placed.kernel;
  const put = (numbers: ArrayLike<number>): number => {
    const at = regions.allocate(4 * Math.max(1, numbers.length));
    memory.words(at, numbers.length).set(numbers);
    return at;
  };
  const code = features?.code.code ?? new Int32Array(0);
  const room = regions.allocate(WORD_BYTES * Math.max(1, features?.code.words ?? 0));
  const moved = (offset: number): number =>
    offset >= SCRATCH_BASE ? offset - SCRATCH_BASE + room - workspace.words : offset;
  const from = put(relocated(code, moved));
  const classes = (features?.weighed ?? []).flatMap(({ first, second, words }) => [
    first,
    second,
    put(words.map(moved)),
    words.length,
  ]);
  const count = classes.length / (CLASS_BYTES / 4);
  const record = regions.allocate(EVAL_RECORD_BYTES);
  memory
    .words(record, EVAL_RECORD_BYTES / 4)
    .set([
      KINDS[name],
      from,
      from + 4 * code.length,
      put(classes),
      count,
      regions.allocate(COUNTER_BYTES * Math.max(2, count)),
      regions.allocate(2 * LANE_COUNT * Math.max(2, count)),
      regions.allocate(8 * LANE_COUNT),
    ]);
  return record;
}
