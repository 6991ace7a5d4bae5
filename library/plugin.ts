/** Players and evaluations of your own. */
import type { OpenGame } from "../engine/contracts/game.ts";
import type { Limits } from "../engine/contracts/player.ts";
import type { Move, PlayerNumber, Position } from "../engine/contracts/position.ts";
import type { SeededRandom } from "../engine/random/seeded.ts";

/** What a player knows besides the position. */
export interface Turn {
  /** The player to move. */
  readonly player: PlayerNumber;
  /** Its legal moves, without those that the history of the game forbids; at least one. */
  readonly moves: readonly Move[];
  /** The limits of the match; nobody stops a player that exceeds them. */
  readonly limits: Limits;
  /** Fires when the game is interrupted. */
  readonly signal: AbortSignal | undefined;
  /** Earlier positions, oldest first; undefined if they are hidden. */
  readonly history: readonly Position[] | undefined;
}

export type ChooseMove = (position: Position, turn: Turn) => Move | Promise<Move>;

/** A kind of player. In games with hidden information it receives its observation of the position. */
export interface CustomPlayer {
  /** Lower-case letters, digits and hyphens; not that of another player. */
  readonly name: string;
  readonly summary?: string;
  /** The games it can play; all if left out. */
  readonly games?: readonly string[];
  /** Called for each game. With `random` as the only source of randomness, equal seeds give equal games. */
  create(rules: OpenGame, random: SeededRandom): ChooseMove;
}

/** A static evaluation, for the player `minimax(eval=NAME, depth=N)`. */
export interface CustomEvaluation {
  readonly name: string;
  readonly summary?: string;
  /** The unit of its values, for example "pawns". */
  readonly unit?: string;
  readonly games?: readonly string[];
  /** Called once. The value is for the player, within ±20,000; greater is better. Positions in which the game has ended are not evaluated. */
  create(rules: OpenGame): (position: Position, player: PlayerNumber) => number;
}

/** What a file given to `--plugin` exports as default. */
export interface Plugin {
  readonly players?: readonly CustomPlayer[];
  readonly evaluations?: readonly CustomEvaluation[];
  /** Part of the players' texts, so that results of different versions are not mixed. The command line sets it to a digest of the file. */
  readonly version?: string;
}
