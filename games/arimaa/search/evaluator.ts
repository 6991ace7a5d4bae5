/** Static evaluation and goal detection on this thread: for fitting weights, tests and benchmarks. */
import type { EvaluatorSpec } from "../../../engine/contracts/catalogue.ts";
import type { Position, PlayerNumber } from "../../../engine/contracts/position.ts";
import { Regions } from "../../../engine/kernel/regions.ts";
import type { Address } from "../../../engine/kernel/memory.ts";
import type { Board } from "../board.ts";
import { MAX_STEPS } from "../constants.ts";
import { PLAYING, SIDE, STATE_BYTES, STEP_COUNT } from "../layout.ts";
import { TERMS } from "./terms.ts";
import { weightsOf } from "./weights.ts";

const PER_RABBIT = 1_000;

export class KernelEvaluator {
  readonly #board: Board;
  readonly #regions: Regions;
  readonly #state: Address;
  readonly #counts: Address;
  readonly #weights: Address;
  #forced: Address | null = null;

  constructor(board: Board, weights: Int32Array) {
    const { kernel } = board;
    const { memory } = kernel;
    this.#board = board;
    this.#regions = new Regions(memory);
    this.#state = this.#regions.allocate(STATE_BYTES);
    this.#counts = this.#regions.allocate(4 * TERMS);
    this.#weights = this.#regions.allocate(4 * TERMS);
    const bytes = kernel.exports.evaluationBytes();
    const workspace = this.#regions.allocate(bytes);
    memory.bytes(workspace, bytes).fill(0);
    memory.words(this.#weights, TERMS).set(weights);
    kernel.exports.useEvaluationWorkspace(workspace);
    kernel.exports.useWeights(this.#weights);
  }

  /** For the side to move, in thousandths of a rabbit. */
  evaluate(position: Position): number {
    return this.#board.kernel.exports.evaluate(this.#put(position), position[SIDE] as number, stepsLeft(position));
  }

  /** The count of each term, gold's minus silver's; the weighted sum is gold's value. */
  counts(position: Position): Int32Array {
    this.#board.kernel.exports.countTerms(
      this.#put(position),
      position[SIDE] as number,
      stepsLeft(position),
      TERMS,
      this.#counts,
    );
    return this.#board.kernel.memory.words(this.#counts, TERMS).slice();
  }

  /** Whether a side, if it were to move, could reach goal in `steps` steps. */
  canReachGoal(position: Position, side: number, steps: number): boolean {
    return this.#board.kernel.exports.canReachGoal(this.#put(position), side, steps) !== 0;
  }

  /** Whether the side to move has a turn after which it reaches goal against every reply. */
  canForceGoal(position: Position): boolean {
    const { exports, memory } = this.#board.kernel;
    if (this.#forced === null) {
      const bytes = exports.forcedWinBytes();
      this.#forced = this.#regions.allocate(bytes);
      memory.bytes(this.#forced, bytes).fill(0);
    }
    return exports.canForceGoal(this.#put(position), position[SIDE] as number, this.#forced) !== 0;
  }

  /** The best capture of a side at a trap (0 to 3: c3, f3, c6, f6), if it were to move: kind | steps << 4, or 0. */
  captureAtTrap(position: Position, side: number, trap: number): number {
    return this.#board.kernel.exports.captureAtTrap(this.#put(position), side, trap);
  }

  close(): void {
    this.#regions.free();
  }

  #put(position: Position): Address {
    this.#board.kernel.memory.bytes(this.#state, STATE_BYTES).set(position);
    return this.#state;
  }
}

/** The evaluation of the searching players, as an evaluator. It is 0 during setup. */
export function evaluatorSpec(board: Board): EvaluatorSpec {
  const name = "evaluation";
  return {
    name,
    summary:
      "static evaluation of the searching players, in rabbits: material, traps, freezing, threats, rabbits near goal",
    create: async () => {
      const evaluator = new KernelEvaluator(board, weightsOf("fitted"));
      const ofMover = (position: Position): number =>
        position[PLAYING] === 0 ? 0 : evaluator.evaluate(position) / PER_RABBIT;
      // No -0 for an even position.
      const evaluate = (position: Position, player: PlayerNumber): number =>
        position[SIDE] === player ? ofMover(position) : 0 - ofMover(position);
      return { name, evaluate };
    },
  };
}

function stepsLeft(position: Position): number {
  return MAX_STEPS - (position[STEP_COUNT] as number);
}
