/** What a player that searches needs of the rules of a rulesheet, beside the contract. */
import type { Move } from "../engine/contracts/game.ts";
import type { SearchContext } from "../engine/search/context.ts";
import type { SharedLearners } from "./gifl/learned.ts";
import type { NetReasoner } from "./net-reasoner.ts";
import type { Facts } from "./reasoner.ts";

export interface GdlSearchContext extends Pick<SearchContext, "rules" | "kernel" | "pool"> {
  readonly reasoner: NetReasoner;
  readonly learners: SharedLearners;
  /** The facts of a position. */
  facts(position: Uint8Array): Facts;
  moveOf(role: number, move: number): Move;
}
