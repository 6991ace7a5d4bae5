/** Which facts say whose turn it is. */
import { Regions } from "../../engine/kernel/regions.ts";
import { WORD_BYTES } from "../propnet/layout.ts";
import { inAll, LaneStates, notIn, type LaneSet } from "../gifl/lane-states.ts";
import type { NetReasoner } from "../propnet/propnet-reasoner.ts";

/** Steps of 128 random games. */
const STEPS = 40;
const SEED = 5;

/** By role the facts that held in every state of random games in which it had a choice, and in none in which another had. */
export function turnFacts(reasoner: NetReasoner): ReadonlySet<number>[] {
  const { placed, net, roles } = reasoner;
  const regions = new Regions(placed.kernel.memory);
  const lanes = new LaneStates(placed, regions);
  const found = roles.map(() => new Set(net.facts.keys()));
  lanes.space.seed(SEED);
  lanes.space.startWith(reasoner.initial());
  placed.kernel.call("beginWalks", lanes.space.record);
  let going: LaneSet = new Uint8Array(WORD_BYTES).fill(0xff);
  for (let step = 0; step < STEPS; step++) {
    going = inAll([going, notIn(lanes.terminal())]);
    const choosing = roles.map((_, role) => inAll([going, lanes.choosing(role)]));
    const words = lanes.factWords();
    found.forEach((facts, role) => {
      for (const fact of facts) {
        const word = words.subarray(WORD_BYTES * fact, WORD_BYTES * (fact + 1));
        const isKept = choosing.every((set, other) =>
          set.every((byte, i) => ((word[i] as number) & byte) === (other === role ? byte : 0)),
        );
        if (!isKept) facts.delete(fact);
      }
    });
    placed.kernel.call("walkOn", lanes.space.record);
  }
  regions.free();
  return found;
}
