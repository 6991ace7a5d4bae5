/** Distances by square for display: the thief to an exit, and the policemen to any square. */
import type { HeatMap } from "../../engine/contracts/view.ts";
import { NO_SQUARE } from "./layout.ts";
import type { Maze, Square } from "./maze.ts";
import type { Placement } from "./placement.ts";

export function heatMapsOf({ squares }: Maze, { police }: Placement): readonly HeatMap[] {
  const exits = squares.flatMap(({ exit }, square) => (exit ? [square] : []));
  const unit = "steps";
  return [
    {
      name: "to an exit, policemen as walls",
      unit,
      values: distances(
        squares,
        exits.filter((exit) => !police.includes(exit)),
        police,
      ),
    },
    { name: "to an exit", unit, values: distances(squares, exits, []) },
    { name: "from the nearest policeman", unit, values: distances(squares, police, []) },
  ];
}

/** Steps from the nearest source, with `closed` squares as walls; null if unreachable. */
function distances(
  squares: readonly Square[],
  from: readonly number[],
  closed: readonly number[],
): readonly (number | null)[] {
  const found: (number | null)[] = squares.map(() => null);
  const walls = new Set([NO_SQUARE, ...closed]);
  for (const square of from) found[square] = 0;
  const queue = [...from];
  for (const square of queue) {
    for (const next of squares[square]?.neighbours ?? []) {
      if (walls.has(next) || found[next] !== null) continue;
      found[next] = (found[square] as number) + 1;
      queue.push(next);
    }
  }
  return found;
}
