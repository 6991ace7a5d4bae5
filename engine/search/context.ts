/** What a game with a kernel provides to the players of this folder. */
import type { Result } from "../contracts/errors.ts";
import type { OpenGame } from "../contracts/game.ts";
import type { OptionSpec, OptionValues } from "../contracts/options.ts";
import type { TableSpec } from "../contracts/table.ts";
import type { KernelCall } from "../kernel/call.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { KernelPool } from "../kernel/pool.ts";

/** `E`: the exports that a player uses. */
export interface SearchContext<E = unknown> {
  readonly rules: OpenGame;
  /** The kernel on this thread, configured for the variant. */
  readonly kernel: Kernel<E>;
  /** Worker threads over the same memory, configured for the variant. */
  pool(): KernelPool;
  searchSetup(parameters: OptionValues): Promise<SearchSetup>;
  /** The tables a player reads; none by default. */
  tables?(parameters: OptionValues): Result<readonly TableSpec[]>;
  /** What `orderScore` prefers, as a value of the parameter `ties`: "rows". "order" by default. */
  readonly moveOrder?: string;
  /** The game's own parameters of searching players. */
  readonly extraParameters: readonly OptionSpec[];
}

export interface SearchSetup {
  /** Calls that configure a thread before a search: move generation, evaluation. */
  readonly calls: readonly KernelCall[];
  /** Unit of the evaluation, and the kernel's resolution of one unit. */
  readonly unit: string;
  readonly perUnit: number;
}
