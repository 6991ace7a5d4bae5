/** A playout policy from features. Built once for a propnet and placed for each thread. */
import { PolicyRecord, PolicyRole, PolicyStage } from "../../build/layouts/gdl/gifl/policy.ts";
import { Regions } from "../../engine/kernel/regions.ts";
import { NULL_ADDRESS, addressAfter, type Address } from "../../engine/kernel/memory.ts";
import { WORD_BYTES } from "../propnet/constants.ts";
import type { PropnetWorkspace, PlacedPropnet } from "../propnet/propnet-memory.ts";
import type { Propnet } from "../propnet/propnet.ts";
import { valueOf, type Pattern } from "./feature.ts";
import { featureCode, relocated, SCRATCH_BASE, type FeatureClass, type FeatureCode } from "./feature-gates.ts";
import {
  COUNT_BITS,
  MAX_WEIGHED,
  UNSUGGESTED_WEIGHT,
  SCRATCH_BYTES,
  STAGE_AVOID,
  STAGE_TAKE,
} from "./policy-constants.ts";

export interface PolicyOptions {
  /**
   * How moves with values below 100 are chosen. "best": among those of the highest value, the limit of a Boltzmann distribution over values up
   * to 100; "scaled": by a Boltzmann distribution over values up to 1, with 0 for unsuggested moves.
   */
  readonly choice: "best" | "scaled";
  /** The temperature for "scaled". */
  readonly temperature: number;
  /** Maximum cost of the gates relative to a step without them; features beyond it are dropped. */
  readonly maxCost: number;
}

/** Lower temperatures are indistinguishable from "best". */
export const MIN_TEMPERATURE = 0.1;

export const DEFAULT_POLICY: PolicyOptions = { choice: "best", temperature: 0.5, maxCost: 0.4 };

/** Cost of choosing a move of a role in 128 lanes, in words of code. */
const CHOICE_COST = 700;
const COST_OF_MOVE = 4;
/** Cost of a word of suggestions. */
const COST_OF_SUGGESTION = 6;

// Ranks of classes: offensive of level 0, avoid, defensive of level 0, then by value.
const FIRST = 0;
const AVOID = 1;
const SECOND = 2;

export class GiflPolicy {
  readonly placed: PlacedPropnet;
  readonly options: PolicyOptions;
  readonly #code: FeatureCode;
  readonly #levels: ReadonlyMap<number, number>;
  /** Number of features used: fewer than given if they exceed the cost limit. */
  readonly used: number;

  /** Features in descending order of usefulness: the last ones are dropped first. */
  constructor(placed: PlacedPropnet, features: readonly Pattern[], options: Partial<PolicyOptions> = {}) {
    this.placed = placed;
    this.options = { ...DEFAULT_POLICY, ...options };
    const { used, code } = withinCost(placed, features, this.options.maxCost, (some) => this.#generateCode(some));
    this.used = used;
    this.#code = code;
    this.#levels = new Map(features.map((feature) => [rankOf(feature), feature.level]));
  }

  /** Cost of the gates and of a step without them, in words of code. */
  get cost(): { readonly gates: number; readonly step: number } {
    return { gates: costOf(this.#code), step: stepCost(this.placed) };
  }

  #generateCode(features: readonly Pattern[]): FeatureCode {
    const { propnet, code } = this.placed;
    return featureCode(
      propnet,
      code,
      classesOf(propnet, features),
      this.options.choice === "scaled" ? SECOND + 1 : Infinity,
    );
  }

  /** Places the policy in a workspace, which follows it until it is freed. Each role follows it with its own probability. */
  place(workspace: PropnetWorkspace, probabilities: readonly number[]): PlacedPolicy {
    const regions = new Regions(workspace.placed.kernel.memory);
    const { memory } = workspace.placed.kernel;
    const put = (numbers: ArrayLike<number>): Address => {
      const at = regions.allocate(4 * numbers.length);
      memory.words(at, numbers.length).set(numbers);
      return at;
    };
    const { code, classes, words } = this.#code;
    const scratch = regions.allocate(WORD_BYTES * words);
    const relocate = (offset: number): number =>
      offset >= SCRATCH_BASE ? offset - SCRATCH_BASE + scratch - workspace.words : offset;
    const from = put(relocated(code, relocate));
    const isWeighed = (rank: number): boolean => this.options.choice === "scaled" && rank > SECOND;
    const { roles } = this.placed.code;
    const record = new PolicyRecord(memory, regions.allocate(PolicyRecord.BYTES));
    record.code = from;
    record.codeEnd = addressAfter(from, 4 * code.length);
    record.unsuggested = this.#unsuggested;
    record.scratch = regions.allocate(SCRATCH_BYTES);
    record.roles = regions.allocate(PolicyRole.BYTES * roles.length);
    const policyRoles = PolicyRole.list(memory, record.roles, roles.length);
    policyRoles.forEach((policyRole, role) => {
      const { legal } = roles[role] as (typeof roles)[number];
      const putStages = (own: typeof classes): Address => {
        const address = regions.allocate(PolicyStage.BYTES * own.length);
        PolicyStage.list(memory, address, own.length).forEach((stage, i) => {
          const { moves, words: first, rank } = own[i] as (typeof classes)[number];
          stage.kind = rank === AVOID ? STAGE_AVOID : STAGE_TAKE;
          stage.weight = this.#weight(rank);
          stage.moves = put(moves.map((move) => legal + WORD_BYTES * move));
          stage.moveCount = moves.length;
          stage.words = relocate(first);
        });
        return address;
      };
      const mine = classes.filter((each) => each.role === role).toSorted((a, b) => a.rank - b.rank);
      const taken = mine.filter(({ rank }) => !isWeighed(rank));
      const weighed = mine.filter(({ rank }) => isWeighed(rank)).slice(0, MAX_WEIGHED);
      policyRole.probability = 256;
      policyRole.stages = putStages(taken);
      policyRole.stageCount = taken.length;
      policyRole.weighed = putStages(weighed);
      policyRole.weighedCount = weighed.length;
    });
    const placed = new PlacedPolicy(workspace, record.address, policyRoles, regions);
    placed.setFollowProbabilities(probabilities);
    workspace.policy = record.address;
    return placed;
  }

  /** Weight of an unsuggested move: the weights of all moves must add up to less than 2^32. */
  get #unsuggested(): number {
    const highest = Math.exp(valueOf({ level: 1 } as Pattern) / 100 / this.options.temperature);
    return Math.min(UNSUGGESTED_WEIGHT, Math.floor(2 ** (32 - COUNT_BITS) / highest));
  }

  #weight(rank: number): number {
    const value = valueOf({ level: this.#levels.get(rank) ?? 0 } as Pattern) / 100;
    // Stages of level 0 are not drawn by weight.
    return value === 1 ? 0 : Math.round(this.#unsuggested * Math.exp(value / this.options.temperature));
  }
}

/** A policy in one thread's workspace. */
export class PlacedPolicy {
  readonly record: Address;
  readonly #workspace: PropnetWorkspace;
  readonly #roles: readonly PolicyRole[];
  readonly #regions: Regions;

  constructor(workspace: PropnetWorkspace, record: Address, roles: readonly PolicyRole[], regions: Regions) {
    this.#workspace = workspace;
    this.record = record;
    this.#roles = roles;
    this.#regions = regions;
  }

  setFollowProbabilities(probabilities: readonly number[]): void {
    probabilities.forEach((probability, role) => {
      (this.#roles[role] as PolicyRole).probability = Math.round(256 * Math.min(1, Math.max(0, probability)));
    });
  }

  /** Removes the policy from the workspace. */
  free(): void {
    this.#workspace.policy = NULL_ADDRESS;
    this.#regions.free();
  }
}

/** The probability of each role to follow a policy: by default 1 for the player's own and 0.5 for the others, as in the paper. */
export function followProbabilities(roles: number, player: number, others = 0.5, own = 1): number[] {
  return Array.from({ length: roles }, (_, role) => (role === player ? own : others));
}

function classesOf(propnet: Propnet, features: readonly Pattern[]): FeatureClass[] {
  return propnet.roles.flatMap((_, role) => {
    const byRank = Map.groupBy(
      features.filter((feature) => feature.role === role),
      rankOf,
    );
    return [...byRank].toSorted(([a], [b]) => a - b).map(([rank, own]) => ({ role, rank, features: own }));
  });
}

function rankOf({ kind, level }: Pattern): number {
  if (kind === "avoid") return AVOID;
  if (level > 0) return SECOND + level;
  return kind === "offensive" ? FIRST : SECOND;
}

/** The longest prefix of the features within the cost limit. */
export function withinCost<T extends Pattern>(
  placed: PlacedPropnet,
  features: readonly T[],
  maxCost: number,
  generate: (features: readonly T[]) => FeatureCode,
): { readonly used: number; readonly code: FeatureCode } {
  const most = maxCost * stepCost(placed);
  let used = features.length;
  let code = generate(features);
  // Costs grow with the number of features, but not linearly.
  while (costOf(code) > most && used > 0) {
    used = Math.min(used - 1, Math.floor((used * most) / costOf(code)));
    code = generate(features.slice(0, used));
  }
  return { used, code };
}

function costOf({ code, suggestions }: FeatureCode): number {
  return code.length + COST_OF_SUGGESTION * suggestions;
}

/** Cost of the code for legal moves and the next state and of choosing; goals are evaluated only at the end of games. */
function stepCost({ propnet, code }: PlacedPropnet): number {
  const moves = propnet.roles.reduce((sum, { moves: own }) => sum + own.length, 0);
  return code.legalCode.length + code.nextCode.length + CHOICE_COST * propnet.roles.length + COST_OF_MOVE * moves;
}
