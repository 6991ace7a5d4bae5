/** Finds the facts that state whose turn it is. */
import { Regions } from "../../engine/kernel/regions.ts";
import { WORD_BYTES } from "../propnet/constants.ts";
import { intersection, LaneStates, complement, type LaneSet } from "../gifl/lane-states.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";

/** Steps of 128 random games. */
const STEPS = 40;
const SEED = 5;

/** By role the facts that hold in all states of random games in which the role has a choice, and in none in which another has. */
export function turnFacts(reasoner: PropnetReasoner): ReadonlySet<number>[] {
  const { placed, propnet, roles } = reasoner;
  const regions = new Regions(placed.kernel.memory);
  const lanes = new LaneStates(placed, regions);
  const found = roles.map(() => new Set(propnet.facts.keys()));
  lanes.workspace.seed(SEED);
  lanes.workspace.startWith(reasoner.initial());
  placed.kernel.exports.startRandomWalks(lanes.workspace.record);
  let running: LaneSet = new Uint8Array(WORD_BYTES).fill(0xff);
  for (let step = 0; step < STEPS; step++) {
    running = intersection([running, complement(lanes.terminal())]);
    const choosing = roles.map((_, role) => intersection([running, lanes.choosing(role)]));
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
    placed.kernel.exports.stepRandomWalks(lanes.workspace.record);
  }
  regions.free();
  return found;
}
