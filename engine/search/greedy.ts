/** The player `greedy`: the legal move with the greatest order score, ties broken at random. */
import type { Move, Position } from "../contracts/position.ts";
import type { Choice, Player, PlayerKind } from "../contracts/player.ts";
import type { Address } from "../kernel/memory.ts";
import type { StateExports } from "../kernel/state-kernel.ts";
import type { SearchContext } from "./context.ts";
import { legalMovesOf } from "./legal.ts";
import { Regions } from "../kernel/regions.ts";
import { SeededRandom } from "../random/seeded.ts";

interface GreedyExports extends StateExports {
  orderScore(state: Address, move: number): number;
}

type GreedyContext = Pick<SearchContext<GreedyExports>, "rules" | "kernel">;

export function greedyKind(context: GreedyContext): PlayerKind {
  return {
    name: "greedy",
    summary: "plays the move with the best move-ordering score, without search",
    parameters: [],
    create: async (_, seed) => new GreedyPlayer(context, seed),
  };
}

class GreedyPlayer implements Player {
  readonly text = "greedy";
  readonly #context: GreedyContext;
  readonly #random: SeededRandom;
  readonly #regions: Regions;
  readonly #state: Address;

  constructor(context: GreedyContext, seed: number) {
    this.#context = context;
    this.#random = new SeededRandom(seed);
    this.#regions = new Regions(context.kernel.memory);
    this.#state = this.#regions.allocate(context.kernel.exports.stateBytes());
  }

  async choose(position: Position): Promise<Choice> {
    const { kernel, rules } = this.#context;
    const started = performance.now();
    const moves = legalMovesOf(rules, position);
    kernel.memory.bytes(this.#state, position.length).set(position);
    let value = Number.NEGATIVE_INFINITY;
    let best: Move[] = [];
    for (const move of moves) {
      const score = kernel.exports.orderScore(this.#state, move);
      if (score < value) continue;
      if (score > value) best = [];
      value = score;
      best.push(move);
    }
    const move = this.#random.pick(best);
    const milliseconds = performance.now() - started;
    return {
      move,
      info: { value, unit: "move-ordering score", pv: [move], nodes: moves.length, milliseconds, depth: 1 },
    };
  }

  async close(): Promise<void> {
    this.#regions.free();
  }
}
