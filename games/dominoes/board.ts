/** The kernel of one variant, as everything else in this room uses it. */
import type { Position } from "../../engine/contracts/game.ts";
import type { KernelCall } from "../../engine/kernel/call.ts";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { StateKernel } from "../../engine/kernel/state-kernel.ts";
import type { Variant } from "./options.ts";
import { TILES } from "./tiles.ts";

/** By the kernel's numbers (faults.as.ts). */
const POSITION_ERRORS: readonly (string | null)[] = [
  null,
  "tiles are dealt one by one, to A first, before any is laid",
  "before the first tile is laid, both hands have all the tiles that are dealt, and it is A's or B's turn",
  "the other player begins with these hands",
  "a player without tiles has won: expected `end A` or `end B`, by who would be next",
  "nobody can lay or draw here: expected `end A` or `end B`, by who would be next",
  "the game has not ended here: somebody can lay or draw, or who laid the last tile would be next",
  "nobody draws here: a tile fits, or there is none to be drawn",
  "nobody has drawn a tile and may still lay one, unless one tile a turn is drawn",
];

export class Board extends StateKernel {
  readonly variant: Variant;
  readonly #scratch: number;

  constructor(variant: Variant) {
    super(new Kernel("dominoes"), () => [variantCall(variant)]);
    this.variant = variant;
    this.#scratch = this.kernel.memory.allocate(this.stateBytes);
  }

  /** The calls that set up a thread. */
  setup(): readonly KernelCall[] {
    return [variantCall(this.variant)];
  }

  /** The first player to move with an empty stock; of the chain only the ends are known. */
  endgame(mover: number, other: number, ends: number): Position {
    this.kernel.call("endgameState", mover, other, ends, this.#scratch);
    return this.kernel.memory.bytes(this.#scratch, this.stateBytes).slice();
  }

  /** Why there can be no such position, in words; null where it can be. */
  positionError(position: Position): string | null {
    return POSITION_ERRORS[this.call("faultOf", position, this.#scratch)] ?? null;
  }

  /** For every tile the least level of a slot of the player's hand that it may be in. */
  levels(position: Position, player: number): readonly number[] {
    this.call("levelsOf", position, player, this.#scratch);
    return [...this.kernel.memory.bytes(this.#scratch, TILES)];
  }
}

function variantCall({ hand, drawing, keep, opening, blocked }: Variant): KernelCall {
  return ["setVariant", hand, drawing, keep, opening, Number(blocked === "pips")];
}
