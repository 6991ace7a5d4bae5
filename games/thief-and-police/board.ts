/** The kernel of a variant: the maze in its memory, positions and moves, threads. */
import type { Exports } from "../../build/kernels/thief-and-police.ts";
import type { KernelCall } from "../../engine/kernel/call.ts";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { StateKernel } from "../../engine/kernel/state-kernel.ts";
import type { Address } from "../../engine/kernel/memory.ts";
import { mazeParts, NO_DISTANCE } from "./layout.ts";
import type { Maze } from "./maze.ts";
import { Notation } from "./notation.ts";
import type { Variant } from "./options.ts";

/** The part of a variant that the kernel needs. */
export type KernelVariant = Pick<Variant, "maze" | "policemen" | "turns" | "stay">;

/** A kernel with a maze in its memory, and the calls that initialize a thread. */
export class MazeKernel {
  readonly kernel: Kernel<Exports> = new Kernel<Exports>("thief-and-police");
  readonly maze: Address;
  readonly #variant: KernelVariant;

  constructor(variant: KernelVariant) {
    this.#variant = variant;
    const { memory } = this.kernel;
    const parts = mazeParts(variant.maze.squares.length);
    this.maze = memory.allocate(parts.bytes);
    writeMaze(memory.bytes(this.maze, parts.bytes), variant.maze);
    this.kernel.run(this.prepareThread());
    const queue = memory.allocate(2 * variant.maze.squares.length);
    this.kernel.exports.measureMaze(queue);
    memory.free(queue);
  }

  /** Each thread has its own scratch memory. */
  prepareThread(
    allocate: (bytes: number) => Address = (bytes) => this.kernel.memory.allocate(bytes),
  ): readonly KernelCall[] {
    const { maze, policemen, turns, stay } = this.#variant;
    const squares = maze.squares.length;
    const scratch = allocate(this.kernel.exports.scratchBytes(squares));
    return [this.kernel.calls.setVariant(this.maze, squares, policemen, turns, stay ? 1 : 0, scratch)];
  }
}

function writeMaze(bytes: Uint8Array, { squares }: Maze): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = mazeParts(squares.length);
  for (const [i, { x, y, exit, neighbours }] of squares.entries()) {
    for (const [direction, neighbour] of neighbours.entries())
      view.setUint16(parts.neighbours + 8 * i + 2 * direction, neighbour, true);
    view.setUint8(parts.coordinates + 2 * i, x);
    view.setUint8(parts.coordinates + 2 * i + 1, y);
    view.setUint16(parts.exits + 2 * i, exit ? 0 : NO_DISTANCE, true);
  }
}

export class Board {
  readonly variant: Variant;
  readonly notation: Notation;
  readonly states: StateKernel<Exports>;

  constructor(variant: Variant) {
    this.variant = variant;
    this.notation = new Notation(variant);
    const own = new MazeKernel(variant);
    this.states = new StateKernel<Exports>(own.kernel, () => own.prepareThread());
  }

  get kernel(): Kernel<Exports> {
    return this.states.kernel;
  }
}
