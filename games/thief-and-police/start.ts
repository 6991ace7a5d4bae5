/** Random starts by number: policemen and thief on empty squares that are no exits, and nothing decided yet. */
import type { Position } from "../../engine/contracts/game.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import type { Board } from "./board.ts";
import { BOTH, SIMULTANEOUS } from "./layout.ts";

/** After so many draws in vain the last one is taken: in a tiny maze the thief may always be surrounded. */
const MOST_DRAWS = 1_000;

export function startPosition(board: Board, number: number): Position {
  const { maze, policemen, turns, first } = board.variant;
  const inside = maze.squares.flatMap(({ exit }, square) => (exit ? [] : [square]));
  const random = new SeededRandom(number);
  const draw = (): Position => {
    const left = [...inside];
    const [thief = 0, ...police] = Array.from(
      { length: policemen + 1 },
      () => left.splice(random.below(left.length), 1)[0] as number,
    );
    return board.notation.write({ police, thief, turn: turns === SIMULTANEOUS ? BOTH : first });
  };
  let position = draw();
  for (let i = 1; i < MOST_DRAWS && board.states.result(position) !== null; i++) position = draw();
  return position;
}
