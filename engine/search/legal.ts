/** What every player asks of the rules before it chooses. */
import { GameloreError } from "../contracts/errors.ts";
import type { Move, Position, Rules } from "../contracts/game.ts";

/** Legal moves of the (first) player to act; an error where nobody acts. */
export function legalMovesOf(rules: Rules, position: Position): readonly Move[] {
  const [actor] = rules.actors(position);
  if (actor === undefined) throw new GameloreError("bad-position", "the game has ended");
  return rules.moves(position, actor);
}
