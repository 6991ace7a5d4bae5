/** GIFL features in playouts: the cost of a step with and without them, and the length of games. */
import { setImmediate } from "node:timers/promises";
import { throwIfAborted, unwrap } from "../engine/contracts/errors.ts";
import { gdlGameOfFile } from "../gdl/game-file.ts";
import { FeatureLearner, usefulFeatures } from "../gdl/gifl/learner.ts";
import { costOf, secondsSince, type FeatureCost } from "../gdl/gifl/measure.ts";
import { GiflPolicy, type PolicyOptions } from "../gdl/gifl/policy.ts";
import { columns, count, type Report } from "./figures.ts";
import { describeMachine, type Machine, machineNow } from "./machine.ts";

export interface GiflBenchOptions {
  readonly files: readonly string[];
  readonly runs: number;
  /** CPU seconds for each side of a comparison. */
  readonly seconds: number;
  readonly choice: PolicyOptions["choice"];
}

export interface GiflRun {
  readonly file: string;
  readonly learnSeconds: number;
  readonly features: number;
  readonly used: number;
  readonly cost: FeatureCost;
}

export interface GiflBench {
  readonly machine: Machine;
  readonly options: GiflBenchOptions;
  readonly runs: readonly GiflRun[];
}

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
  const cost = await costOf(reasoner, policy, options.seconds, signal);
  return { file, learnSeconds, features: features.length, used: policy.used, cost };
}

function linesFor({ machine, options, runs }: GiflBench): string[] {
  return [
    `playouts with features relative to playouts without; features learned from ${count(options.runs)} random games, choice "${options.choice}"`,
    "the first role always follows the features, the others half the time",
    describeMachine(machine),
    "",
    ...columns([
      ["", "learned in CPU s", "features", "used", "step", "length", "length, all follow", "playouts/s"],
      ...runs.map((run) => [
        run.file.replace(/^.*\//, "").replace(/\.kif$/, ""),
        run.learnSeconds.toFixed(2),
        count(run.features),
        count(run.used),
        run.cost.overhead.toFixed(2),
        `${Math.round(run.cost.length)} %`,
        `${Math.round(run.cost.lengthAll)} %`,
        `${Math.round(run.cost.playouts)} %`,
      ]),
    ]),
  ];
}
