/** Samples random games from any state of a propnet, in its own workspace. */
import { SampleSums } from "../../build/layouts/gdl/propnet/propnet.ts";
import { Regions } from "../../engine/kernel/regions.ts";
import { addressAfter, type Address } from "../../engine/kernel/memory.ts";
import { LANE_COUNT } from "../propnet/constants.ts";
import { PropnetWorkspace, type PlacedPropnet } from "../propnet/propnet-memory.ts";
import type { Facts } from "../reasoner.ts";

/** Games with the same first move. */
export interface Sample {
  readonly ended: number;
  /** Games cut off at the maximum length; they have no goals. */
  readonly cutOff: number;
  /** Mean goal of each role in the finished games. */
  readonly goals: readonly number[];
}

interface SampleRequest {
  readonly from: Facts;
  /** A role and its first moves; null for random first moves. */
  readonly first: { readonly role: number; readonly moves: readonly number[] } | null;
  /** Number of games for each first move. */
  readonly each: number;
  readonly seed: number;
  /** Limit of passes over the propnet; a pass advances 128 games by a step. */
  readonly maxPasses: number;
}

export class PlayoutSampler {
  readonly #workspace: PropnetWorkspace;
  readonly #lanes: Address;
  readonly #moves: Address;
  readonly #sums: Address;

  constructor(placed: PlacedPropnet, regions: Regions = new Regions(placed.kernel.memory)) {
    this.#workspace = new PropnetWorkspace(placed, regions);
    const most = Math.max(1, ...placed.code.roles.map(({ moves }) => moves));
    this.#lanes = regions.allocate(4 * LANE_COUNT);
    this.#moves = regions.allocate(4 * most);
    this.#sums = regions.allocate(most * this.#sumBytes);
  }

  /** A sample for each first move; null if the games exceed the passes. Deterministic for a request. */
  play({ from, first, each, seed, maxPasses }: SampleRequest): { samples: Sample[]; steps: number } | null {
    const { kernel, code } = this.#workspace.placed;
    const moves = first?.moves ?? [0];
    this.#workspace.seed(seed);
    this.#workspace.startWith(from);
    this.#workspace.results().fill(0);
    kernel.memory.words(this.#moves, moves.length).set(moves);
    kernel.memory.bytes(this.#sums, moves.length * this.#sumBytes).fill(0);
    const { record } = this.#workspace;
    const role = first?.role ?? -1;
    const done = kernel.exports.sampleGames(
      record,
      role,
      this.#moves,
      moves.length,
      each,
      this.#lanes,
      this.#sums,
      maxPasses,
    );
    if (!done) return null;
    const samples = moves.map((_, i): Sample => {
      const sums = new SampleSums(kernel.memory, addressAfter(this.#sums, i * this.#sumBytes));
      const { ended, cutOff } = sums;
      return { ended, cutOff, goals: Array.from(sums.goals(code.roles.length), (sum) => sum / ended) };
    });
    return { samples, steps: this.#workspace.results()[2] as number };
  }

  get #sumBytes(): number {
    return SampleSums.BYTES + 8 * this.#workspace.placed.code.roles.length;
  }
}
