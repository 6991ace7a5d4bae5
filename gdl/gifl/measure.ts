/** What features are learned of a game, and what they do to playouts. */
import { setImmediate } from "node:timers/promises";
import { GameloreError, throwIfAborted } from "../../engine/contracts/errors.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import type { Feature } from "./feature.ts";
import { followProbabilities, type GiflPolicy } from "./policy.ts";

/** Learner to plain: length of playouts and playouts in the same time, in per cent; what a step costs; what a playout costs. */
export interface FeatureCost {
  readonly length: number;
  readonly playouts: number;
  readonly overhead: number;
  readonly effective: number;
  /** Length in per cent where the other roles follow the features always too. */
  readonly lengthAll: number;
}

export interface FeatureCounts {
  readonly features: number;
  readonly offensive: number;
  readonly defensive: number;
}

export function countsOf(features: Iterable<Feature>): FeatureCounts {
  const kinds = [...features].map(({ kind }) => kind);
  const count = (wanted: Feature["kind"]): number => kinds.filter((kind) => kind === wanted).length;
  return { features: kinds.length, offensive: count("offensive"), defensive: count("defensive") };
}

/** Alternating, and the best of these counts: others use the machine too. */
const REPEATS = 4;

/** With and without a policy, for so many seconds of processor time; the first role always follows it, the others half the time. */
export async function costOf(
  reasoner: PropnetReasoner,
  policy: GiflPolicy,
  seconds: number,
  signal?: AbortSignal,
): Promise<FeatureCost> {
  const wanted = playoutsFor(reasoner, seconds / REPEATS);
  const roles = reasoner.roles.length;
  const plain = new Best();
  const guided = new Best();
  const all = new Best();
  for (let i = 1; i <= REPEATS; i++) {
    plain.measure(reasoner, wanted, i);
    const placed = policy.place(reasoner.workspace, followProbabilities(roles, 0));
    try {
      guided.measure(reasoner, wanted, i);
      placed.setFollowProbabilities(followProbabilities(roles, 0, 1));
      all.measure(reasoner, wanted, i);
    } finally {
      placed.free();
    }
    await setImmediate();
    throwIfAborted(signal);
  }
  const overhead = guided.stepSeconds / plain.stepSeconds;
  const length = guided.length / plain.length;
  return {
    length: 100 * length,
    playouts: 100 / (overhead * length),
    overhead,
    effective: overhead * length,
    lengthAll: (100 * all.length) / plain.length,
  };
}

class Best {
  stepSeconds = Infinity;
  length = 0;

  measure(reasoner: PropnetReasoner, wanted: number, seed: number): void {
    const before = process.cpuUsage();
    const { ended, cutOff, steps } = reasoner.playouts(wanted, seed);
    if (ended + cutOff === 0) throw new GameloreError("bad-rules", "no playout came to an end");
    this.stepSeconds = Math.min(this.stepSeconds, secondsSince(before) / steps);
    this.length = steps / (ended + cutOff);
  }
}

/** As many as take about so long. */
function playoutsFor(reasoner: PropnetReasoner, seconds: number): number {
  for (let wanted = 128; ; wanted *= 4) {
    const before = process.cpuUsage();
    reasoner.playouts(wanted);
    const took = secondsSince(before);
    if (took >= seconds / 8) return Math.ceil((wanted * seconds) / took);
  }
}

export function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
