/** A kind of player that searches in a kernel: parameters, tables, and a search per player. */
import { ok } from "../contracts/errors.ts";
import type { OptionSpec, OptionValues } from "../contracts/options.ts";
import type { PlayerKind } from "../contracts/player.ts";
import type { SearchContext, SearchSetup } from "./context.ts";
import { KernelPlayer, type KernelSearch } from "./kernel-player.ts";
import { playerText, withDefaults } from "./parameters.ts";
import type { Regions } from "../kernel/regions.ts";

export interface KernelKind {
  readonly name: string;
  readonly summary: string;
  /** The engine's parameters; the game's are added. */
  readonly parameters: readonly OptionSpec[];
  makeSearch(regions: Regions, values: OptionValues, setup: SearchSetup, seed: number): KernelSearch;
}

export function kernelKind(context: SearchContext, kind: KernelKind): PlayerKind {
  const { name, summary } = kind;
  const parameters = [...kind.parameters, ...context.extraParameters];
  return {
    name,
    summary,
    parameters,
    tables: (given) => context.tables?.(withDefaults(parameters, given)) ?? ok([]),
    create: async (given, seed) => {
      const values = withDefaults(parameters, given);
      const setup = await context.searchSetup(values);
      const text = playerText(name, parameters, values);
      return new KernelPlayer(text, context, setup.calls, (regions) => kind.makeSearch(regions, values, setup, seed));
    },
  };
}
