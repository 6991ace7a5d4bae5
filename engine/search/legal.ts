/** Legal moves, for players. */
import { GameloreError } from "../contracts/errors.ts";
import type { OpenGame } from "../contracts/game.ts";
import type { Actor, Move, Position } from "../contracts/position.ts";

/** Legal moves of an actor, by default the first; throws if nobody acts. */
export function legalMovesOf(rules: OpenGame, position: Position, actor?: Actor): readonly Move[] {
  const [first] = rules.actors(position);
  if (first === undefined) throw new GameloreError("bad-position", "the game has ended");
  return rules.moves(position, actor ?? first);
}
