/** Numbered random starts: policemen and thief on squares that are not exits, in an undecided position. */
import type { Position } from "../../engine/contracts/position.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import type { Board } from "./board.ts";
import { BOTH, SIMULTANEOUS } from "./layout.ts";

/** Attempts to find an undecided position: in a tiny maze the thief may always be surrounded. */
const MAX_ATTEMPTS = 1_000;

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
  for (let i = 1; i < MAX_ATTEMPTS && board.states.result(position) !== null; i++) position = draw();
  return position;
}
