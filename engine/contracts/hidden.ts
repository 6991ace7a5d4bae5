/**
 * What a player may know of a position in which something is hidden. A player of such a game is never given a position, only
 * its own observation: a record of the same size in which all that is hidden from it is taken out.
 */
import type { Position } from "./game.ts";

export interface HiddenInformation {
  /**
   * What the player knows: equal bytes for all positions that look alike to it. `Rules.actors`, and `moves` of the player itself,
   * take an observation too, and so do `formatPosition` and `view`. To observe an observation again changes nothing.
   */
  observe(position: Position, player: number): Position;
  /**
   * A position that looks like this to the player, drawn at random; all hidden things that fit must be possible.
   * `random` gives numbers from 0 up to, not including, 1.
   */
  sample(observation: Position, player: number, random: () => number): Position;
}
