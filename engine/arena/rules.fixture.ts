/** The heap of the contract's fixtures, with players for the tests of the arena. */
import type { Rules } from "../contracts/game.ts";
import type { Player, PlayerKind } from "../contracts/player.ts";
import { takeAway } from "../contracts/suites/fixtures.ts";
import { randomKind } from "../search/random.ts";
import { SeededRandom } from "../random/seeded.ts";

/** What the fixture's players have been doing. */
export interface Doings {
  open: number;
  moves: number;
}

/**
 * `random`; `perfect`, which leaves a multiple of four whenever it can; `worker(skill=N)`, which is perfect in N moves of a
 * hundred; `failing`, which cannot move. These count how many are open and their moves.
 */
export function heapRules(): { rules: Rules; doings: Doings } {
  const doings: Doings = { open: 0, moves: 0 };
  const skill = { name: "skill", summary: "", kind: "integer", min: 0, max: 100, default: 50 } as const;
  const kind = (name: string, create: PlayerKind["create"]): PlayerKind => ({
    name,
    summary: "a fixture",
    parameters: name === "worker" ? [skill] : [],
    create: (given, seed) => {
      doings.open++;
      return create(given, seed);
    },
  });
  const rules = takeAway((own) => [
    randomKind(own),
    kind("perfect", async (_, seed) => heapPlayer("perfect", 100, seed, doings)),
    kind("worker", async ({ skill }, seed) => heapPlayer(`worker(skill=${skill})`, Number(skill), seed, doings)),
    kind("failing", async () => failing(doings)),
  ]);
  return { rules, doings };
}

function heapPlayer(text: string, skill: number, seed: number, doings: Doings): Player {
  const random = new SeededRandom(seed);
  return {
    text,
    choose: async (position) => {
      doings.moves++;
      const [heap = 0] = position;
      const best = heap % 4;
      const move = best > 0 && random.below(100) < skill ? best : 1 + random.below(Math.min(3, heap));
      return { move, info: { value: null, unit: "none", pv: [], nodes: 1, milliseconds: 0, depth: null } };
    },
    close: async () => void doings.open--,
  };
}

function failing(doings: Doings): Player {
  return {
    text: "failing",
    choose: () => Promise.reject(new Error("no idea")),
    close: async () => void doings.open--,
  };
}
