/** Reference solution of a tiny game by value iteration over all positions; independent of the searches. */
import type { Position } from "../../../engine/contracts/position.ts";
import type { TestGame } from "./small-game.fixture.ts";

export interface Solved {
  readonly position: Position;
  /** Whether the side to move wins; false for a loss. */
  wins: boolean;
  /** Plies to the end with best play; 0 where the game has ended, -1 for a draw. */
  plies: number;
  successors: Solved[];
}

function combinations(cells: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return cells.flatMap((cell, i) => combinations(cells.slice(i + 1), size - 1).map((rest) => [cell, ...rest]));
}

/** Every position of a game with `pieces` pieces a side. */
export function solveAll(game: TestGame, pieces: number): Solved[] {
  const cells = Array.from({ length: game.cells }, (_, i) => i);
  const all = new Map<string, Solved>();
  for (const first of combinations(cells, pieces)) {
    const free = cells.filter((cell) => !first.includes(cell));
    for (const second of combinations(free, pieces)) {
      for (const turn of [0, 1]) {
        const position = game.position(first, second, turn);
        all.set(position.join(), { position, wins: false, plies: -1, successors: [] });
      }
    }
  }
  for (const entry of all.values()) {
    const result = game.result(entry.position);
    if (result === 0) {
      entry.successors = game
        .moves(entry.position)
        .map((move) => all.get(game.play(entry.position, move).join()) as Solved);
    } else if (result !== 3) {
      entry.plies = 0;
      entry.wins = result - 1 === game.turn(entry.position);
    }
  }
  const open = (entry: Solved): boolean => entry.plies < 0 && entry.successors.length > 0;
  for (let plies = 1, changed = true; changed; plies++) {
    const decided = [...all.values()].filter(open).flatMap((entry) => {
      // A win in `plies` needs a successor lost in plies - 1.
      if (entry.successors.some((next) => next.plies === plies - 1 && !next.wins)) return [{ entry, wins: true }];
      const lost = entry.successors.every((next) => next.plies >= 0 && next.plies < plies && next.wins);
      return lost ? [{ entry, wins: false }] : [];
    });
    for (const { entry, wins } of decided) Object.assign(entry, { plies, wins });
    changed = decided.length > 0;
  }
  return [...all.values()];
}
