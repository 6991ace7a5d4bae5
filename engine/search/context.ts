/** What a game with a kernel gives to the players of this folder. */
import type { Result } from "../contracts/errors.ts";
import type { Rules } from "../contracts/game.ts";
import type { OptionSpec, OptionValues } from "../contracts/options.ts";
import type { TableSpec } from "../contracts/table.ts";
import type { KernelCall } from "../kernel/call.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { KernelPool } from "../kernel/pool.ts";

export interface SearchContext {
  readonly rules: Rules;
  /** On this thread, set up for the variant. */
  readonly kernel: Kernel;
  /** Threads over the same memory, set up for the variant. */
  pool(): KernelPool;
  /** What a player with these parameters searches with. */
  searchSetup(parameters: OptionValues): Promise<SearchSetup>;
  /** The tables that such a player reads; where this is missing, none. */
  tables?(parameters: OptionValues): Result<readonly TableSpec[]>;
  /** The game's own parameters of searching players, beside the engine's. */
  readonly extraParameters: readonly OptionSpec[];
}

export interface SearchSetup {
  /** Calls that a thread makes before a search: which moves, which evaluation. */
  readonly calls: readonly KernelCall[];
  /** What a value of the evaluation counts, and how much of the kernel's numbers makes one. */
  readonly unit: string;
  readonly perUnit: number;
}
