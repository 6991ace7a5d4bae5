/** What a game with a kernel gives to the players of this folder. */
import type { Rules } from "../contracts/game.ts";
import type { OptionSpec, OptionValues } from "../contracts/options.ts";
import type { KernelCall } from "../kernel/call.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { KernelPool } from "../kernel/pool.ts";

export interface SearchContext {
  readonly rules: Rules;
  /** On this thread, set up for the variant. */
  readonly kernel: Kernel;
  /** Threads over the same memory, set up for the variant. */
  pool(): KernelPool;
  /** Calls that a thread makes before a search: which moves, which evaluation. `parameters` are all of the player's. */
  searchSetup(parameters: OptionValues): Promise<readonly KernelCall[]>;
  /** The game's own parameters of searching players, beside the engine's. */
  readonly extraParameters: readonly OptionSpec[];
  /** What a value of the evaluation counts. */
  readonly unit: string;
}
