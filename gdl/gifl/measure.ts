/** Measures learned features and their effect on playouts. */
import { setImmediate } from "node:timers/promises";
import { GameloreError, throwIfAborted } from "../../engine/contracts/errors.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import type { Feature } from "./feature.ts";
import { followProbabilities, type GiflPolicy } from "./policy.ts";

/** Guided relative to unguided playouts: length and playouts per time in per cent; cost of a step and of a playout as ratios. */
export interface FeatureCost {
  readonly length: number;
  readonly playouts: number;
  readonly overhead: number;
  readonly effective: number;
  /** Length in per cent if the other roles always follow the features too. */
  readonly lengthAll: number;
}

export interface FeatureCounts {
  readonly features: number;
  readonly offensive: number;
  readonly defensive: number;
}

export function countsOf(features: Iterable<Feature>): FeatureCounts {
  const kinds = [...features].map(({ kind }) => kind);
  const count = (playouts: Feature["kind"]): number => kinds.filter((kind) => kind === playouts).length;
  return { features: kinds.length, offensive: count("offensive"), defensive: count("defensive") };
}

/** Alternating runs; the best counts, because of load on the machine. */
const REPEATS = 4;

/** Measures playouts with and without a policy for some CPU time; the first role always follows it, the others half the time. */
export async function costOf(
  reasoner: PropnetReasoner,
  policy: GiflPolicy,
  seconds: number,
  signal?: AbortSignal,
): Promise<FeatureCost> {
  const playouts = playoutsFor(reasoner, seconds / REPEATS);
  const roles = reasoner.roles.length;
  const unguided = new BestRun();
  const guided = new BestRun();
  const all = new BestRun();
  for (let i = 1; i <= REPEATS; i++) {
    unguided.measure(reasoner, playouts, i);
    const placed = policy.place(reasoner.workspace, followProbabilities(roles, 0));
    try {
      guided.measure(reasoner, playouts, i);
      placed.setFollowProbabilities(followProbabilities(roles, 0, 1));
      all.measure(reasoner, playouts, i);
    } finally {
      placed.free();
    }
    await setImmediate();
    throwIfAborted(signal);
  }
  const overhead = guided.stepSeconds / unguided.stepSeconds;
  const length = guided.length / unguided.length;
  return {
    length: 100 * length,
    playouts: 100 / (overhead * length),
    overhead,
    effective: overhead * length,
    lengthAll: (100 * all.length) / unguided.length,
  };
}

class BestRun {
  stepSeconds = Infinity;
  length = 0;

  measure(reasoner: PropnetReasoner, playouts: number, seed: number): void {
    const before = process.cpuUsage();
    const { ended, cutOff, steps } = reasoner.playouts(playouts, seed);
    if (ended + cutOff === 0) throw new GameloreError("bad-rules", "no playout ended");
    this.stepSeconds = Math.min(this.stepSeconds, secondsSince(before) / steps);
    this.length = steps / (ended + cutOff);
  }
}

/** The number of playouts that takes about this long. */
function playoutsFor(reasoner: PropnetReasoner, seconds: number): number {
  for (let playouts = 128; ; playouts *= 4) {
    const before = process.cpuUsage();
    reasoner.playouts(playouts);
    const took = secondsSince(before);
    if (took >= seconds / 8) return Math.ceil((playouts * seconds) / took);
  }
}

export function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
