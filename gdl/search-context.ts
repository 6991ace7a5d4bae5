/** The context of search players for rulesheets, in addition to the contract. */
import type { Exports } from "../build/kernels/gdl.ts";
import type { Move, Actor, Position } from "../engine/contracts/position.ts";
import type { OptionValues } from "../engine/contracts/options.ts";
import type { PlayerKind } from "../engine/contracts/player.ts";
import type { SearchContext } from "../engine/search/context.ts";
import { KernelPlayer, type KernelSearch } from "../engine/search/kernel-player.ts";
import { playerText, withDefaults } from "../engine/search/parameters.ts";
import type { Regions } from "../engine/kernel/regions.ts";
import type { SharedLearners } from "./gifl/learned.ts";
import type { PropnetReasoner } from "./propnet/propnet-reasoner.ts";
import type { Facts } from "./reasoner.ts";

export interface GdlSearchContext extends Pick<SearchContext<Exports>, "rules" | "kernel" | "pool"> {
  readonly reasoner: PropnetReasoner;
  readonly learners: SharedLearners;
  facts(position: Uint8Array): Facts;
  moveOf(role: Actor, move: number): Move;
  /** A principal variation of the kernel, where the first role moves if no role has a choice, as moves of the actors. */
  pvOfActors(position: Position, pv: readonly Move[]): readonly Move[];
}

/** A player kind that creates a search for each player. */
export function searchingKind(
  context: GdlSearchContext,
  { name, summary, parameters }: Pick<PlayerKind, "name" | "summary" | "parameters">,
  make: (regions: Regions, values: OptionValues, seed: number) => KernelSearch,
): PlayerKind {
  return {
    name,
    summary,
    parameters,
    create: async (given, seed) => {
      const values = withDefaults(parameters, given);
      return new KernelPlayer(playerText(name, parameters, values), context, [], (regions) =>
        make(regions, values, seed),
      );
    },
  };
}
