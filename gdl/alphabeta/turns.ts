/** Which facts say whose turn it is. */
import { Regions } from "../../engine/search/regions.ts";
import { LANE_COUNT, WORD_BYTES } from "../layout.ts";
import { hasLane, LaneStates, type LaneSet } from "../gifl/lane-states.ts";
import type { NetReasoner } from "../net-reasoner.ts";

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
  const going = new Set(Array.from({ length: LANE_COUNT }, (_, lane) => lane));
  for (let step = 0; step < STEPS && going.size > 0; step++) {
    const ended = lanes.terminal();
    for (const lane of going) if (hasLane(ended, lane)) going.delete(lane);
    const choosing = roles.map((_, role) => lanesThatChoose(lanes, role, going));
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

function lanesThatChoose(lanes: LaneStates, role: number, going: ReadonlySet<number>): LaneSet {
  const set = new Uint8Array(WORD_BYTES);
  for (const lane of going) if (lanes.legalMoves(role, lane).length > 1) set[lane >> 3]! |= 1 << (lane & 7);
  return set;
}
