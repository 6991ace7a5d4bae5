/**
 * Hidden information. A player of such a game receives only its own observation of a position: a record of the same size without
 * the information hidden from that player. An observation identifies an information set.
 */
import type { Position, PlayerNumber } from "./position.ts";

export interface HiddenInformation {
  /**
   * The player's observation: equal bytes for all positions of one information set. `Rules.actors`, the player's own `moves`,
   * `formatPosition` and `view` accept observations. Idempotent.
   */
  observe(position: Position, player: PlayerNumber): Position;
  /**
   * A determinization: a random position of the player's information set, of which every member must be possible.
   * `random` returns numbers in [0, 1).
   */
  sample(observation: Position, player: PlayerNumber, random: () => number): Position;
}
