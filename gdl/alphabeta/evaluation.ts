/** Evaluation functions over a propnet and their kernel memory in a workspace. */
import { EvaluationRecord, FeatureClass } from "../../build/layouts/gdl/alphabeta/alphabeta.ts";
import { addressAfter, type Address } from "../../engine/kernel/memory.ts";
import type { Regions } from "../../engine/kernel/regions.ts";
import { valueOf, type Feature, type Pattern } from "../gifl/feature.ts";
import { featureCode, relocated, SCRATCH_BASE, type FeatureCode } from "../gifl/feature-gates.ts";
import { withinCost } from "../gifl/policy.ts";
import { LANE_COUNT, WORD_BYTES } from "../propnet/constants.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import type { PropnetWorkspace } from "../propnet/propnet-memory.ts";
import { COUNTER_BYTES, EVAL_FEATURES, EVAL_GOAL_VALUES, EVAL_MOBILITY, EVAL_NONE } from "./constants.ts";
import type { PieceValue } from "./material.ts";
import { turnFacts } from "./turns.ts";

export const EVALUATIONS = ["features", "pieces", "mobility", "goals", "none"] as const;
export type EvaluationName = (typeof EVALUATIONS)[number];

const KINDS: Readonly<Record<EvaluationName, number>> = {
  features: EVAL_FEATURES,
  pieces: EVAL_FEATURES,
  mobility: EVAL_MOBILITY,
  goals: EVAL_GOAL_VALUES,
  none: EVAL_NONE,
};

/** The player to move can win at once: this outweighs everything else. */
const IMMEDIATE_WIN = 5_000;
/** A feature counts as an immediate win if its move was tried this often and won this share of the games. */
const MIN_TRIED = 5;
const MIN_WIN_SHARE = 0.95;
/** Ranks of classes: wins, other offensive features by level, then moves to avoid. */
const WIN = -1;
const AVOID = 100;

/** Words of equal value for the first role: if it is to move, and if the second role is. */
interface ValuedWords {
  readonly first: number;
  readonly second: number;
  readonly words: readonly number[];
}

/** Features as gates with their values, shared by all threads. */
export class FeatureEvaluation {
  readonly code: FeatureCode;
  readonly weighed: readonly ValuedWords[];
  /** Number of features used: fewer than given if they exceed the cost limit. */
  readonly used: number;

  /** Features in descending order of usefulness: the last ones are dropped first. */
  constructor(
    reasoner: PropnetReasoner,
    features: readonly Feature[],
    maxCost: number,
    pieces: readonly PieceValue[] = [],
    pieceValue = 0,
  ) {
    const { placed } = reasoner;
    const turns = turnFacts(reasoner);
    // A feature that needs only the turn is not informative.
    const informative = features.filter(
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
    const { used, code } = withinCost(placed, informative, maxCost, made);
    this.used = used;
    this.code = code;
    this.weighed = [
      ...classValues(code),
      ...pieces.map(({ facts, value }) => {
        const points = Math.round(pieceValue * value);
        return { first: points, second: points, words: facts.map((fact) => WORD_BYTES * fact) };
      }),
    ];
  }
}

function rankOf({ kind, level, right, tried }: Feature): number {
  if (kind === "avoid") return AVOID;
  return level === 0 && tried >= MIN_TRIED && right >= MIN_WIN_SHARE * tried ? WIN : level;
}

function wordsOf({ words, moves }: FeatureCode["classes"][number]): number[] {
  return moves.map((_, i) => words + WORD_BYTES * i);
}

/** A move counts by the value of its best feature. */
function classValues(code: FeatureCode): ValuedWords[] {
  return code.classes.map((own) => {
    const level = own.rank === AVOID || own.rank === WIN ? 0 : own.rank;
    const value = Math.round(valueOf({ level } as Pattern));
    const moving = own.rank === WIN ? IMMEDIATE_WIN : own.rank === AVOID ? -value : value;
    const waiting = own.rank === AVOID ? 0 : value;
    const [first, second] = own.role === 0 ? [moving, waiting] : [-waiting, -moving];
    return { first, second, words: wordsOf(own) };
  });
}

/** Places an evaluation in a workspace; returns the address of its record. */
export function placeEvaluation(
  workspace: PropnetWorkspace,
  regions: Regions,
  name: EvaluationName,
  features: FeatureEvaluation | null,
): Address {
  const { memory } = workspace.placed.kernel;
  const put = (numbers: ArrayLike<number>): Address => {
    const at = regions.allocate(4 * Math.max(1, numbers.length));
    memory.words(at, numbers.length).set(numbers);
    return at;
  };
  const code = features?.code.code ?? new Int32Array(0);
  const scratch = regions.allocate(WORD_BYTES * Math.max(1, features?.code.words ?? 0));
  const moved = (offset: number): number =>
    offset >= SCRATCH_BASE ? offset - SCRATCH_BASE + scratch - workspace.words : offset;
  const from = put(relocated(code, moved));
  const weighed = features?.weighed ?? [];
  const count = weighed.length;
  const record = new EvaluationRecord(memory, regions.allocate(EvaluationRecord.BYTES));
  record.kind = KINDS[name];
  record.code = from;
  record.codeEnd = addressAfter(from, 4 * code.length);
  record.classes = regions.allocate(FeatureClass.BYTES * Math.max(1, count));
  record.classCount = count;
  record.counters = regions.allocate(COUNTER_BYTES * Math.max(2, count));
  record.counts = regions.allocate(2 * LANE_COUNT * Math.max(2, count));
  record.goals = regions.allocate(8 * LANE_COUNT);
  FeatureClass.list(memory, record.classes, count).forEach((each, i) => {
    const { first, second, words } = weighed[i] as (typeof weighed)[number];
    each.first = first;
    each.second = second;
    each.words = put(words.map(moved));
    each.wordCount = words.length;
  });
  return record.address;
}
