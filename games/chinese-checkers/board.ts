/** The kernel of one variant, and the encoding of placements as states. */
import type { Exports } from "../../build/kernels/chinese-checkers.ts";
import type { Position } from "../../engine/contracts/position.ts";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { StateKernel } from "../../engine/kernel/state-kernel.ts";
import { Notation, type Placement } from "./notation.ts";
import type { Variant } from "./options.ts";

const TURN_BYTE = 32;
const SIDE_BYTES = 16;

export class Board extends StateKernel<Exports> {
  readonly notation: Notation;
  readonly variant: Variant;

  constructor(variant: Variant) {
    const { side, pieces, win, directions, stuck } = variant;
    const kernel = new Kernel<Exports>("chinese-checkers");
    const { memory } = kernel;
    const board = memory.allocate(kernel.exports.boardBytes());
    kernel.exports.buildBoard(board, side);
    super(kernel, () => {
      const thread = memory.allocateZeroed(kernel.exports.threadBytes());
      return [kernel.calls.setVariant(board, side, pieces, win, directions, stuck, thread)];
    });
    this.variant = variant;
    this.notation = new Notation(side);
  }

  state({ cells, turn }: Placement): Position {
    const state = new Uint8Array(this.stateBytes);
    cells.forEach((own, player) => {
      for (const cell of own) {
        const at = SIDE_BYTES * player + (cell >> 3);
        state[at] = (state[at] as number) | (1 << (cell & 7));
      }
    });
    state[TURN_BYTE] = turn;
    return state;
  }

  placement(position: Position): Placement {
    const cellsOf = (player: number): number[] =>
      this.notation.coordinates
        .map((_, cell) => cell)
        .filter((cell) => ((position[SIDE_BYTES * player + (cell >> 3)] as number) >> (cell & 7)) & 1);
    return { cells: [cellsOf(0), cellsOf(1)], turn: position[TURN_BYTE] as number };
  }
}
