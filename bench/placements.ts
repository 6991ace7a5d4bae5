/** One side's placements in a kernel: the reference scan in AssemblyScript, and a sampled count of moves. */
import { setImmediate } from "node:timers/promises";
import { throwIfAborted } from "../engine/contracts/errors.ts";
import { binomial } from "../engine/index/combinations.ts";
import { SeededRandom } from "../engine/random/seeded.ts";
import type { Address } from "../engine/kernel/memory.ts";
import { Board } from "../games/chinese-checkers/board.ts";
import { measure, type Measured } from "./measure.ts";
import { startProgress } from "./progress.ts";

/** Entries per call: V8 tiers up from Liftoff to TurboFan code only between calls. */
const BATCH_ENTRIES = 2 ** 20;
const UNREACHED = 255;
/** Gives a relative error of about 0.1 %. */
const SAMPLED_STATES = 200_000;
const SAMPLE_SEED = 1;

export interface ReferenceTable {
  readonly bytes: Uint8Array;
  /** Directed moves of all states that reach the goal, each ranked once. */
  readonly moves: number;
  readonly depths: number;
  release(): void;
}

export interface SampledMoves {
  readonly moves: number;
  /** Relative standard error. */
  readonly error: number;
}

export class Placements {
  readonly entries: number;
  readonly #board: Board;
  readonly #pieces: number;
  readonly #placement: Address;
  readonly #list: Address;

  constructor(side: number, pieces: number) {
    const cells = side * side;
    this.entries = binomial(cells, pieces);
    this.#board = new Board({
      side,
      cells,
      pieces,
      win: 0,
      directions: 0,
      stuck: 0,
      repetition: "allowed",
      plyLimit: 1,
    });
    this.#pieces = pieces;
    const { kernel } = this.#board;
    kernel.exports.setStop(kernel.memory.allocate(4));
    kernel.exports.setPlacements(pieces);
    this.#placement = kernel.memory.allocate(16);
    this.#list = kernel.memory.allocate(4 * pieces * cells);
  }

  /** The whole table by the reference scan, on this thread. */
  scan(signal?: AbortSignal): Promise<Measured<ReferenceTable>> {
    return measure(async () => {
      const { memory } = this.#board.kernel;
      const table = memory.allocate(this.entries);
      const bytes = memory.bytes(table, this.entries).fill(UNREACHED);
      // The goal occupies the first cells, so its rank is 0.
      bytes[0] = 0;
      const advance = startProgress(`reference scan in AssemblyScript, ${this.#pieces} pieces`);
      let moves = 0;
      let depth = 0;
      for (let ranked = 1; ranked > 0 && depth + 1 < UNREACHED; depth++) {
        ranked = 0;
        for (let start = 0; start < this.entries; start += BATCH_ENTRIES) {
          throwIfAborted(signal);
          ranked += this.#scanBatch(table, start, depth);
          advance(start / this.entries, `depth ${depth}`);
          await setImmediate();
        }
        moves += ranked;
      }
      return { bytes, moves, depths: depth - 1, release: () => memory.free(table) };
    });
  }

  #scanBatch(table: Address, start: number, depth: number): number {
    const end = Math.min(start + BATCH_ENTRIES, this.entries);
    return this.#board.kernel.exports.scanPlacements(table, start, end, depth, this.#placement, this.#list);
  }

  /** Estimates the number of directed moves from random states. */
  sampleMoves(): SampledMoves {
    const { kernel } = this.#board;
    const random = new SeededRandom(SAMPLE_SEED);
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < SAMPLED_STATES; i++) {
      kernel.exports.unrankPlacement(random.below(this.entries), this.#placement);
      const moves = kernel.exports.neighboursOf(this.#placement, this.#list);
      sum += moves;
      squares += moves * moves;
    }
    const mean = sum / SAMPLED_STATES;
    const deviation = Math.sqrt(squares / SAMPLED_STATES - mean * mean);
    return { moves: mean * this.entries, error: deviation / mean / Math.sqrt(SAMPLED_STATES) };
  }
}
