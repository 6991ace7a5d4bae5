/** The player `random`: uniformly random legal moves. Needs no kernel. */
import type { OpenGame } from "../contracts/game.ts";
import type { PlayerKind } from "../contracts/player.ts";
import { legalMovesOf } from "./legal.ts";
import { SeededRandom } from "../random/seeded.ts";

export function randomKind(rules: OpenGame): PlayerKind {
  return {
    name: "random",
    summary: "plays uniformly random legal moves",
    parameters: [],
    create: async (_, seed) => {
      const random = new SeededRandom(seed);
      return {
        text: "random",
        choose: async (position, _limits, { actor, forbidden } = {}) => {
          const legal = legalMovesOf(rules, position, actor);
          const allowed = forbidden ? legal.filter((move) => !forbidden(rules.play(position, [move]))) : legal;
          const move = random.pick(allowed.length > 0 ? allowed : legal);
          return { move, info: { value: null, unit: "none", pv: [move], nodes: 1, milliseconds: 0, depth: null } };
        },
        close: async () => {},
      };
    },
  };
}
