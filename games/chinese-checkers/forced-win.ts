/** Proofs of short races by search: whether a player wins with a number of own moves, whatever the other does. */
import type { Move, PlayerNumber, Position } from "../../engine/contracts/position.ts";
import type { ChineseCheckersRules } from "./rules.ts";

/** The winner's own moves. Longer proofs visit too many positions. */
export const MAX_PROVEN_MOVES = 2;
/** A proof that visits more is given up; the same on every machine. */
const MAX_POSITIONS = 2_000;
/** The winner's moves that are tried in each position. */
const MAX_TRIED = 3;

/** `shortening` has the winner's moves that shorten its distance, best first: no other is tried. */
export function isForcedWin(
  rules: ChineseCheckersRules,
  start: Position,
  winner: PlayerNumber,
  moves: number,
  shortening: (position: Position) => readonly Move[],
): boolean {
  if (moves > MAX_PROVEN_MOVES) return false;
  const { board } = rules;
  let positions = 0;
  const forces = (position: Position, left: number): boolean => {
    const scores = rules.result(position);
    if (scores !== null) return scores[winner] === 1;
    if (left === 0 || ++positions > MAX_POSITIONS) return false;
    if (board.turn(position) === winner)
      return shortening(position)
        .slice(0, MAX_TRIED)
        .some((move) => forces(board.play(position, move), left - 1));
    return board.moves(position).every((move) => forces(board.play(position, move), left));
  };
  return forces(start, moves);
}
