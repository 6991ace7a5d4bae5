/** The table of the last two tricks, in memory: made when it is asked for, as it takes a third of a second and spares little. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Kernel } from "../../engine/kernel/kernel.ts";

/** Positions of three tricks, of a byte each: as `gamelore symmetry skat --elements 9 --classes points` counts them. */
const THREE_TRICKS = { suit: 1_008_735_840, grand: 271_615_680 } as const;

/** Refuses what is not worth its size, and says what that is. */
export function checkLastTricks(tricks: number): void {
  if (tricks === 0 || tricks === 2) return;
  const { suit, grand } = THREE_TRICKS;
  const size =
    tricks === 3
      ? ` (3 would be ${suit.toLocaleString("en")} bytes for suit games and ${grand.toLocaleString("en")} for grand)`
      : "";
  throw new GameloreError("too-large", `a table of the last ${tricks} tricks is not made; expected 0 or 2${size}`);
}

export class LastTwoTricks {
  readonly entries: number;
  readonly setUp: readonly number[];
  readonly #kernel: Kernel;
  readonly #kind: number;
  readonly #mustTrump: boolean;

  /** Suit games share a table, whatever trumps are. */
  constructor(kernel: Kernel, game: number, mustTrump = false) {
    this.#kernel = kernel;
    this.#kind = kindOf(game);
    this.#mustTrump = mustTrump;
    const { memory } = kernel;
    const order = memory.allocateZeroed(kernel.call("orderBytes"));
    const index = memory.allocateZeroed(kernel.call("lastTwoIndexBytes"));
    this.entries = kernel.call("numberLastTwo", order, game, index);
    const values = memory.allocateZeroed(this.entries);
    kernel.call("fillLastTwo", order, game, Number(mustTrump), index, values);
    memory.free(order);
    this.setUp = [index, values];
  }

  serves(game: number, mustTrump: boolean): boolean {
    return kindOf(game) === this.#kind && mustTrump === this.#mustTrump;
  }

  close(): void {
    for (const region of this.setUp) this.#kernel.memory.free(region);
  }
}

function kindOf(game: number): number {
  return game < 4 ? 0 : game;
}
