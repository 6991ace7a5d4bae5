/** A policy made of features: which moves playouts choose from. It is made once for a propnet, and placed for each thread. */
import { Regions } from "../../engine/kernel/regions.ts";
import { WORD_BYTES } from "../propnet/layout.ts";
import type { PropnetWorkspace, PlacedPropnet } from "../propnet/propnet-memory.ts";
import type { Propnet } from "../propnet/propnet.ts";
import { valueOf, type Pattern } from "./feature.ts";
import { featureCode, relocated, SCRATCH_BASE, type FeatureClass, type FeatureCode } from "./feature-gates.ts";
import { MAX_WEIGHED, UNSUGGESTED_WEIGHT, SCRATCH_BYTES, STAGE_AVOID, STAGE_TAKE } from "./policy-layout.ts";

export interface PolicyOptions {
  /**
   * How moves below 100 are chosen. «best»: among those of the highest value, which is what a Boltzmann distribution comes to on values up to
   * 100; «scaled»: by that distribution on values up to 1, those that nothing suggests with the value 0.
   */
  readonly choice: "best" | "scaled";
  /** The distribution's temperature, for «scaled». */
  readonly temperature: number;
  /** What the gates may cost, as a share of what the propnet and the choice of moves cost; features past it are left out. */
  readonly maxCost: number;
}

export const DEFAULT_POLICY: PolicyOptions = { choice: "best", temperature: 0.5, maxCost: 0.4 };

/** What a step costs beside the propnet, in numbers of code: choosing among the moves of a role in 128 lanes. */
const CHOICE_COST = 700;
const COST_OF_MOVE = 4;
/** And what a word of suggestions costs. */
const COST_OF_SUGGESTION = 6;

// Ranks of classes: offensive ones of the end, what to avoid, defensive ones of the end, then by value.
const FIRST = 0;
const AVOID = 1;
const SECOND = 2;

export class GiflPolicy {
  readonly placed: PlacedPropnet;
  readonly options: PolicyOptions;
  readonly #code: FeatureCode;
  readonly #levels: ReadonlyMap<number, number>;
  /** Features that are in it: fewer than were given where they would cost too much. */
  readonly used: number;

  /** Features in the order of their worth: those at the end are left out first. */
  constructor(placed: PlacedPropnet, features: readonly Pattern[], options: Partial<PolicyOptions> = {}) {
    this.placed = placed;
    this.options = { ...DEFAULT_POLICY, ...options };
    const { used, code } = withinCost(placed, features, this.options.maxCost, (some) => this.#made(some));
    this.used = used;
    this.#code = code;
    this.#levels = new Map(features.map((feature) => [rankOf(feature), feature.level]));
  }

  /** What it costs, and a step without it, in numbers of code. */
  get cost(): { readonly gates: number; readonly step: number } {
    return { gates: costOf(this.#code), step: stepCost(this.placed) };
  }

  #made(features: readonly Pattern[]): FeatureCode {
    const { propnet, code } = this.placed;
    return featureCode(
      propnet,
      code,
      classesOf(propnet, features),
      this.options.choice === "scaled" ? SECOND + 1 : Infinity,
    );
  }

  /** Room for one thread; until it is freed, its workspace chooses moves by this policy. Each role follows it with its own chance, 0 to 1. */
  place(workspace: PropnetWorkspace, chances: readonly number[]): PlacedPolicy {
    const regions = new Regions(workspace.placed.kernel.memory);
    const { memory } = workspace.placed.kernel;
    const put = (numbers: ArrayLike<number>): number => {
      const at = regions.allocate(4 * numbers.length);
      memory.words(at, numbers.length).set(numbers);
      return at;
    };
    const { code, classes, words } = this.#code;
    const room = regions.allocate(WORD_BYTES * words);
    const moved = (offset: number): number =>
      offset >= SCRATCH_BASE ? offset - SCRATCH_BASE + room - workspace.words : offset;
    const from = put(relocated(code, moved));
    const isWeighed = (rank: number): boolean => this.options.choice === "scaled" && rank > SECOND;
    const actors = this.placed.code.roles.flatMap((own, role) => {
      const stage = ({ moves, words: first, rank }: (typeof classes)[number]): number[] => [
        rank === AVOID ? STAGE_AVOID : STAGE_TAKE,
        this.#weight(rank),
        put(moves.map((move) => own.legal + WORD_BYTES * move)),
        moves.length,
        moved(first),
      ];
      const mine = classes.filter((each) => each.role === role).toSorted((a, b) => a.rank - b.rank);
      const taken = mine.filter(({ rank }) => !isWeighed(rank));
      const weighed = mine.filter(({ rank }) => isWeighed(rank)).slice(0, MAX_WEIGHED);
      return [256, put(taken.flatMap(stage)), taken.length, put(weighed.flatMap(stage)), weighed.length];
    });
    const list = put(actors);
    const record = put([from, from + 4 * code.length, list, regions.allocate(SCRATCH_BYTES)]);
    const placed = new PlacedPolicy(workspace, record, list, regions);
    placed.setFollowProbabilities(chances);
    workspace.policy = record;
    return placed;
  }

  #weight(rank: number): number {
    const value = valueOf({ level: this.#levels.get(rank) ?? 0 } as Pattern) / 100;
    return Math.round(UNSUGGESTED_WEIGHT * Math.exp(value / this.options.temperature));
  }
}

const ACTOR_NUMBERS = 5;

/** A policy in one thread's room. */
export class PlacedPolicy {
  readonly record: number;
  readonly #workspace: PropnetWorkspace;
  readonly #list: number;
  readonly #regions: Regions;

  constructor(workspace: PropnetWorkspace, record: number, list: number, regions: Regions) {
    this.#workspace = workspace;
    this.record = record;
    this.#list = list;
    this.#regions = regions;
  }

  setFollowProbabilities(chances: readonly number[]): void {
    const { memory } = this.#workspace.placed.kernel;
    chances.forEach((chance, role) => {
      memory.words(this.#list + 4 * ACTOR_NUMBERS * role, 1)[0] = Math.round(256 * Math.min(1, Math.max(0, chance)));
    });
  }

  /** The workspace chooses among all legal moves again. */
  free(): void {
    this.#workspace.policy = 0;
    this.#regions.free();
  }
}

/** The chance of each role to follow a policy: the player's own always, the others half the time, as the paper has it. */
export function followProbabilities(roles: number, own: number, others = 0.5): number[] {
  return Array.from({ length: roles }, (_, role) => (role === own ? 1 : others));
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

/** As many features, from the first on, as may be had for a share of what a step costs without them. */
export function withinCost<T extends Pattern>(
  placed: PlacedPropnet,
  features: readonly T[],
  maxCost: number,
  made: (features: readonly T[]) => FeatureCode,
): { readonly used: number; readonly code: FeatureCode } {
  const most = maxCost * stepCost(placed);
  let used = features.length;
  let code = made(features);
  // Costs grow with the number of features, not quite evenly.
  while (costOf(code) > most && used > 0) {
    used = Math.min(used - 1, Math.floor((used * most) / costOf(code)));
    code = made(features.slice(0, used));
  }
  return { used, code };
}

function costOf({ code, suggestions }: FeatureCode): number {
  return code.length + COST_OF_SUGGESTION * suggestions;
}

/** The propnet's code for legal moves and the next state, and what choosing costs beside; goals are looked at when games end. */
function stepCost({ propnet, code }: PlacedPropnet): number {
  const moves = propnet.roles.reduce((sum, { moves: own }) => sum + own.length, 0);
  return code.legalCode.length + code.nextCode.length + CHOICE_COST * propnet.roles.length + COST_OF_MOVE * moves;
}
