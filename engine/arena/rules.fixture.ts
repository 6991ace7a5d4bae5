/** The subtraction game of the contract's fixtures, with players for tests of the arena. */
import type { OpenGame } from "../contracts/game.ts";
import type { Move } from "../contracts/position.ts";
import type { Player, PlayerKind } from "../contracts/player.ts";
import { takeAway } from "../contracts/suites/fixtures.ts";
import { randomKind } from "../search/random.ts";
import { SeededRandom } from "../random/seeded.ts";

/** Open players and moves made. */
export interface PlayerCounts {
  open: number;
  moves: number;
}

/**
 * `random`; `perfect`, which leaves a multiple of four if possible; `worker(skill=N)`, which is perfect in N percent of its
 * moves; `failing`, which cannot move. All but `random` are counted.
 */
export function heapRules(): { rules: OpenGame; counts: PlayerCounts } {
  const counts: PlayerCounts = { open: 0, moves: 0 };
  const skill = { name: "skill", summary: "", kind: "integer", min: 0, max: 100, default: 50 } as const;
  const kind = (name: string, create: PlayerKind["create"]): PlayerKind => ({
    name,
    summary: "a fixture",
    parameters: name === "worker" ? [skill] : [],
    create: (given, seed) => {
      counts.open++;
      return create(given, seed);
    },
  });
  const rules = takeAway((own) => [
    randomKind(own),
    kind("perfect", async (_, seed) => heapPlayer("perfect", 100, seed, counts)),
    kind("worker", async ({ skill }, seed) => heapPlayer(`worker(skill=${skill})`, Number(skill), seed, counts)),
    kind("failing", async () => failing(counts)),
  ]);
  return { rules, counts };
}

function heapPlayer(text: string, skill: number, seed: number, counts: PlayerCounts): Player {
  const random = new SeededRandom(seed);
  return {
    text,
    choose: async (position) => {
      counts.moves++;
      const [heap = 0] = position;
      const best = heap % 4;
      const move = best > 0 && random.below(100) < skill ? best : 1 + random.below(Math.min(3, heap));
      return {
        move: move as Move,
        info: { value: null, unit: "none", pv: [], nodes: 1, milliseconds: 0, depth: null },
      };
    },
    close: async () => void counts.open--,
  };
}

function failing(counts: PlayerCounts): Player {
  return {
    text: "failing",
    choose: () => Promise.reject(new Error("no idea")),
    close: async () => void counts.open--,
  };
}
