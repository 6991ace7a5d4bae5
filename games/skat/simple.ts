/** The player `simple`: the bidder, and card play by simple rules. */
import { CHANCE, type Move } from "../../engine/contracts/position.ts";
import type { PlayerKind } from "../../engine/contracts/player.ts";
import { legalMovesOf } from "../../engine/search/legal.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { Bidder } from "./bidder.ts";
import { cardMove } from "./moves.ts";
import type { SkatRules } from "./rules.ts";
import { simpleCard } from "./simple-play.ts";
import { readState } from "./state.ts";

export function simpleKind(rules: SkatRules): PlayerKind {
  return {
    name: "simple",
    summary: "bids by the bidder's model and plays cards by simple rules",
    parameters: [],
    create: async (_, seed) => {
      const bidder = new Bidder(rules.cardPlay);
      const random = new SeededRandom(seed);
      return {
        text: "simple",
        choose: async (position) => {
          const started = performance.now();
          const moves = legalMovesOf(rules, position);
          const [actor] = rules.actors(position);
          let move = moves[0] as Move;
          if (actor === CHANCE) move = random.pick(moves);
          else if (actor !== undefined && moves.length > 1) {
            const state = readState(rules.hidden.observe(position, actor));
            move =
              state.phase === "play"
                ? cardMove(simpleCard(state, actor, moves, rules.cardPlay))
                : bidder.choose(state, actor);
          }
          const milliseconds = performance.now() - started;
          return { move, info: { value: null, unit: "none", pv: [move], nodes: 1, milliseconds, depth: null } };
        },
        close: async () => {},
      };
    },
  };
}
