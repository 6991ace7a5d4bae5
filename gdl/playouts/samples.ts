/** Random games from any state of a net, with what each role got in them, in room of its own. */
import { Regions } from "../../engine/kernel/regions.ts";
import { LANE_COUNT, SAMPLE_GOALS } from "../propnet/layout.ts";
import { NetSpace, type PlacedNet } from "../propnet/propnet-memory.ts";
import type { Facts } from "../reasoner.ts";

/** Games that began with the same move. */
export interface Sample {
  readonly ended: number;
  /** Games that were longer than can be waited for; no goals are known of them. */
  readonly cutOff: number;
  /** For each role the mean of its goals in the games that ended. */
  readonly goals: readonly number[];
}

export interface SampleRequest {
  readonly from: Facts;
  /** The role and those of its moves that games begin with; without it, they begin with any moves. */
  readonly first: { readonly role: number; readonly moves: readonly number[] } | null;
  /** Games for each first move. */
  readonly each: number;
  readonly seed: number;
  /** Passes over the net, which moves 128 games a step. */
  readonly mostPasses: number;
}

export class Samples {
  readonly #space: NetSpace;
  readonly #lanes: number;
  readonly #moves: number;
  readonly #sums: number;

  constructor(placed: PlacedNet, regions: Regions = new Regions(placed.kernel.memory)) {
    this.#space = new NetSpace(placed, regions);
    const most = Math.max(1, ...placed.code.roles.map(({ moves }) => moves));
    this.#lanes = regions.allocate(4 * LANE_COUNT);
    this.#moves = regions.allocate(4 * most);
    this.#sums = regions.allocate(most * this.#sumBytes);
  }

  /** One for each first move; null where the games take more passes than they may. The same for the same request. */
  play({ from, first, each, seed, mostPasses }: SampleRequest): { samples: Sample[]; steps: number } | null {
    const { kernel } = this.#space.placed;
    const moves = first?.moves ?? [0];
    this.#space.seed(seed);
    this.#space.startWith(from);
    this.#space.results().fill(0);
    kernel.memory.words(this.#moves, moves.length).set(moves);
    const numbers = this.#sumBytes / 8;
    const sums = new Float64Array(kernel.memory.memory.buffer, this.#sums, moves.length * numbers).fill(0);
    const { record } = this.#space;
    const role = first?.role ?? -1;
    const done = kernel.call(
      "sampleGames",
      record,
      role,
      this.#moves,
      moves.length,
      each,
      this.#lanes,
      this.#sums,
      mostPasses,
    );
    if (!done) return null;
    const samples = moves.map((_, i): Sample => {
      const [ended = 0, cutOff = 0, ...goals] = sums.subarray(i * numbers, (i + 1) * numbers);
      return { ended, cutOff, goals: goals.map((sum) => sum / ended) };
    });
    return { samples, steps: this.#space.results()[2] as number };
  }

  get #sumBytes(): number {
    return SAMPLE_GOALS + 8 * this.#space.placed.code.roles.length;
  }
}
