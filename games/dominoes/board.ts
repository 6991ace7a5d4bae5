/** The kernel of one variant. */
import type { Exports } from "../../build/kernels/dominoes.ts";
import type { Position, PlayerNumber } from "../../engine/contracts/position.ts";
import type { KernelCall } from "../../engine/kernel/call.ts";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { StateKernel } from "../../engine/kernel/state-kernel.ts";
import type { Address } from "../../engine/kernel/memory.ts";
import type { Variant } from "./options.ts";
import { TILES } from "./tiles.ts";

/** By the kernel's error numbers (validation.as.ts). */
const POSITION_ERRORS: readonly (string | null)[] = [
  null,
  'turn: in the phase "deal", tiles are dealt alternately, to A first, and the chain is empty',
  "with an empty chain, both hands must be complete and A or B must be to move",
  "turn: with these hands the other player begins",
  "turn: a player without tiles has won; expected `end A` or `end B`, the player who would be next",
  "turn: nobody can lay or draw; expected `end A` or `end B`, the player who would be next",
  "turn: the game has not ended: a player can lay or draw, or the player who went out would be next",
  "turn: no draw is possible: a tile fits, or the stock is empty",
  "drawn: only allowed with the option stock=one",
];

export class Board extends StateKernel<Exports> {
  readonly variant: Variant;
  readonly #scratch: Address;

  constructor(variant: Variant) {
    const kernel = new Kernel<Exports>("dominoes");
    super(kernel, () => [variantCall(kernel, variant)]);
    this.variant = variant;
    this.#scratch = this.kernel.memory.allocate(this.stateBytes);
  }

  /** Setup calls of a thread. */
  setup(): readonly KernelCall[] {
    return [variantCall(this.kernel, this.variant)];
  }

  /** A position with an empty stock and the first player to move; only the ends of the chain are known. */
  endgame(mover: number, other: number, ends: number): Position {
    this.kernel.exports.endgameState(mover, other, ends, this.#scratch);
    return this.kernel.memory.bytes(this.#scratch, this.stateBytes).slice();
  }

  /** Why a position is impossible; null if it is possible. */
  positionError(position: Position): string | null {
    return POSITION_ERRORS[this.kernel.exports.positionError(this.put(position), this.#scratch)] ?? null;
  }

  /** For every tile, the lowest level of a slot in the player's hand that may contain it. */
  levels(position: Position, player: PlayerNumber): readonly number[] {
    this.kernel.exports.levelsOf(this.put(position), player, this.#scratch);
    return [...this.kernel.memory.bytes(this.#scratch, TILES)];
  }
}

function variantCall(kernel: Kernel<Exports>, { hand, drawing, keep, opening, blocked }: Variant): KernelCall {
  return kernel.calls.setVariant(hand, drawing, keep, opening, Number(blocked === "pips"));
}
