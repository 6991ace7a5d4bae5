/** What features cost and change in playouts: a step with them against one without, and how long games are, within one run. */
import { setImmediate } from "node:timers/promises";
import { GameloreError, throwIfAborted, unwrap } from "../engine/contracts/errors.ts";
import { gdlGameOfFile } from "../gdl/game.ts";
import { FeatureLearner, usefulFeatures } from "../gdl/gifl/learner.ts";
import { chancesFor, GiflPolicy, type PolicyOptions } from "../gdl/gifl/policy.ts";
import type { NetReasoner } from "../gdl/net-reasoner.ts";
import { columns, count, type Report } from "./figures.ts";
import { describeMachine, type Machine, machineNow } from "./machine.ts";

export interface GiflBenchOptions {
  readonly files: readonly string[];
  readonly runs: number;
  /** Seconds of processor time for each side of a comparison. */
  readonly seconds: number;
  readonly choice: PolicyOptions["choice"];
}

export interface GiflRun {
  readonly file: string;
  readonly learnSeconds: number;
  readonly features: number;
  readonly used: number;
  /** Cost of a step with features over that of one without, the first role following them always and the others half the time. */
  readonly overhead: number;
  /** Length of games with them over that without: so, and with all roles following them always. */
  readonly length: number;
  readonly lengthAll: number;
  /** Playouts a second with over without. */
  readonly playouts: number;
}

export interface GiflBench {
  readonly machine: Machine;
  readonly options: GiflBenchOptions;
  readonly runs: readonly GiflRun[];
}

/** Alternating, and the best of these counts: others use the machine too. */
const REPEATS = 4;

export async function benchGifl(options: GiflBenchOptions, report: Report, signal?: AbortSignal): Promise<GiflBench> {
  const runs: GiflRun[] = [];
  for (const file of options.files) {
    await setImmediate();
    throwIfAborted(signal);
    runs.push(await measured(file, options, signal));
  }
  const result = { machine: machineNow(), options, runs };
  for (const line of linesFor(result)) report(line);
  return result;
}

async function measured(file: string, options: GiflBenchOptions, signal?: AbortSignal): Promise<GiflRun> {
  const game = unwrap(gdlGameOfFile(file));
  const reasoner = unwrap(game.reasoner());
  const before = process.cpuUsage();
  const learner = new FeatureLearner(reasoner);
  await learner.learn({ runs: options.runs, signal });
  throwIfAborted(signal);
  const learnSeconds = secondsSince(before);
  const features = usefulFeatures(learner);
  const policy = new GiflPolicy(reasoner.placed, features, { choice: options.choice });
  const wanted = playoutsFor(reasoner, options.seconds / REPEATS);
  const roles = reasoner.roles.length;
  const plain = new Best();
  const guided = new Best();
  const all = new Best();
  for (let i = 1; i <= REPEATS; i++) {
    plain.measure(reasoner, wanted, i);
    const placed = policy.place(reasoner.space, chancesFor(roles, 0));
    guided.measure(reasoner, wanted, i);
    placed.setChances(chancesFor(roles, 0, 1));
    all.measure(reasoner, wanted, i);
    placed.free();
    await setImmediate();
    throwIfAborted(signal);
  }
  const overhead = guided.stepSeconds / plain.stepSeconds;
  const length = guided.length / plain.length;
  return {
    file,
    learnSeconds,
    features: features.length,
    used: policy.used,
    overhead,
    length,
    lengthAll: all.length / plain.length,
    playouts: 1 / (overhead * length),
  };
}

class Best {
  stepSeconds = Infinity;
  length = 0;

  measure(reasoner: NetReasoner, wanted: number, seed: number): void {
    const before = process.cpuUsage();
    const { ended, cutOff, steps } = reasoner.playouts(wanted, seed);
    if (ended + cutOff === 0) throw new GameloreError("bad-rules", "no playout came to an end");
    this.stepSeconds = Math.min(this.stepSeconds, secondsSince(before) / steps);
    this.length = steps / (ended + cutOff);
  }
}

/** As many as take about so long. */
function playoutsFor(reasoner: NetReasoner, seconds: number): number {
  for (let wanted = 128; ; wanted *= 4) {
    const before = process.cpuUsage();
    reasoner.playouts(wanted);
    const took = secondsSince(before);
    if (took >= seconds / 8) return Math.ceil((wanted * seconds) / took);
  }
}

function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function linesFor({ machine, options, runs }: GiflBench): string[] {
  return [
    `playouts with features over playouts without; features of ${count(options.runs)} random games, choice "${options.choice}"`,
    "the first role follows them always, the others half the time",
    describeMachine(machine),
    "",
    ...columns([
      ["", "learned in CPU s", "features", "used", "step", "length", "length, all follow", "playouts/s"],
      ...runs.map((run) => [
        run.file.replace(/^.*\//, "").replace(/\.kif$/, ""),
        run.learnSeconds.toFixed(2),
        count(run.features),
        count(run.used),
        run.overhead.toFixed(2),
        run.length.toFixed(2),
        run.lengthAll.toFixed(2),
        run.playouts.toFixed(2),
      ]),
    ]),
  ];
}
