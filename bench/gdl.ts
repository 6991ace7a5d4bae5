/** General games from rulesheets: preparation time, random playouts per second, and UCT playouts per second. */
import type { Exports } from "../build/kernels/gdl.ts";
import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { GameloreError, throwIfAborted, unwrap } from "../engine/contracts/errors.ts";
import { Kernel } from "../engine/kernel/kernel.ts";
import { Regions } from "../engine/kernel/regions.ts";
import { ground } from "../gdl/datalog/grounding.ts";
import { PropnetReasoner } from "../gdl/propnet/propnet-reasoner.ts";
import { PropnetWorkspace } from "../gdl/propnet/propnet-memory.ts";
import { prepare } from "../gdl/datalog/prepare.ts";
import { parseRulesheet } from "../gdl/language/rulesheet.ts";
import { UctSearch } from "../gdl/uct/search.ts";
import { columns, count, rate, type Report } from "./figures.ts";
import { describeMachine, type Machine, machineNow } from "./machine.ts";

export interface GdlBenchOptions {
  readonly files: readonly string[];
  /** CPU seconds for each. */
  readonly seconds: number;
}

export interface GdlRun {
  readonly file: string;
  readonly readySeconds: number;
  readonly facts: number;
  readonly moves: number;
  readonly gates: number;
  readonly playoutsPerSecond: number;
  readonly stepsPerSecond: number;
  readonly length: number;
  /** Mean goals of the roles. */
  readonly goals: readonly number[];
  /** UCT playouts per second with 1,000 per move, and random playouts per second from the same states. */
  readonly uct: { readonly playoutsPerSecond: number; readonly rawPerSecond: number };
}

export interface GdlBench {
  readonly machine: Machine;
  readonly options: GdlBenchOptions;
  readonly runs: readonly GdlRun[];
}

export const OWN_RULESHEET: string = fileURLToPath(new URL("../gdl/rulesheets/tic-tac-toe.kif", import.meta.url));

const LIMITS = { maxFacts: 3_000_000, maxRuleWords: 60_000_000 } as const;
/** The number of lanes: the smallest unit of playouts. */
const FIRST_PLAYOUTS = 128;
const PLAYOUTS_PER_MOVE = 1_000;
const TREE_BYTES = 2 ** 26;

export async function benchGdl(options: GdlBenchOptions, report: Report, signal?: AbortSignal): Promise<GdlBench> {
  const runs: GdlRun[] = [];
  for (const file of options.files) {
    await setImmediate();
    throwIfAborted(signal);
    runs.push(measured(file, options.seconds));
  }
  const result = { machine: machineNow(), options, runs };
  for (const line of linesFor(result)) report(line);
  return result;
}

function measured(file: string, seconds: number): GdlRun {
  const text = read(file);
  const kernel = new Kernel<Exports>("gdl");
  kernel.exports.setStop(kernel.memory.allocate(4));
  const started = process.cpuUsage();
  const game = prepare(
    unwrap(parseRulesheet(text)),
    LIMITS,
    (program, control) =>
      new PropnetReasoner(kernel, ground(program, { ...control, maxRuleWords: LIMITS.maxRuleWords })),
  );
  const readySeconds = secondsSince(started);
  // Repeat with more playouts until a run is long enough to measure.
  let requested = FIRST_PLAYOUTS;
  while (true) {
    const before = process.cpuUsage();
    const { ended, cutOff, steps, goals } = game.playouts(requested);
    const took = secondsSince(before);
    const playouts = ended + cutOff;
    if (took >= seconds / 2) {
      const { facts, roles, gates } = game.propnet;
      return {
        file,
        readySeconds,
        facts: facts.length,
        moves: roles.reduce((sum, { moves }) => sum + moves.length, 0),
        gates: gates.length,
        playoutsPerSecond: playouts / took,
        stepsPerSecond: steps / took,
        length: steps / playouts,
        goals,
        uct: searched(game, seconds),
      };
    }
    requested = Math.ceil(requested * Math.min(8, Math.max(1.5, seconds / Math.max(took, 1e-3))));
  }
}

/** Games played by UCT, with equally many random playouts from each state. */
function searched(game: PropnetReasoner, seconds: number): GdlRun["uct"] {
  const regions = new Regions(game.placed.kernel.memory);
  const space = new PropnetWorkspace(game.placed, regions);
  space.seed(1);
  const search = new UctSearch(space, regions, TREE_BYTES);
  const spent = { uct: 0, raw: 0 };
  let playouts = 0;
  let seed = 0;
  while (spent.uct < seconds) {
    let state = game.initial();
    while (!game.isTerminal(state) && spent.uct < seconds) {
      const legal = game.legal(state);
      const moves = legal.map((own) => own[seed++ % own.length] as number);
      const role = legal.findIndex((own) => own.length > 1);
      if (role >= 0) {
        space.startWith(state);
        search.setRequest({
          playouts: PLAYOUTS_PER_MOVE,
          steps: 0,
          c: 0.7,
          threshold: 2,
          lanes: 128,
          proofs: true,
          reuse: true,
          expansion: "move",
          untried: "random",
        });
        const beforeSearch = process.cpuUsage();
        game.placed.kernel.exports.searchUct(search.record);
        spent.uct += secondsSince(beforeSearch);
        const answer = search.result();
        const best = answer.rootMoves.reduce((most, move) => (move.visits > most.visits ? move : most));
        moves[role] = best.move;
        const beforeRaw = process.cpuUsage();
        if (answer.playouts > 0) game.playouts(answer.playouts, seed, state);
        spent.raw += secondsSince(beforeRaw);
        playouts += answer.playouts;
      }
      state = game.next(state, moves);
    }
  }
  regions.free();
  return { playoutsPerSecond: playouts / spent.uct, rawPerSecond: playouts / spent.raw };
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new GameloreError("bad-usage", `${file}: cannot read this file`, { cause });
  }
}

function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function linesFor({ machine, runs }: GdlBench): string[] {
  return [
    "random playouts of general games, one thread, 128 games in parallel;",
    `UCT with ${PLAYOUTS_PER_MOVE} playouts per move against equally many random playouts from the same states`,
    describeMachine(machine),
    "",
    ...columns([
      [
        "",
        "ready CPU s",
        "facts",
        "moves",
        "gates",
        "playouts/CPU s",
        "steps/CPU s",
        "length",
        "UCT/CPU s",
        "of raw",
        "mean goals",
      ],
      ...runs.map((run) => [
        run.file.replace(/^.*\//, "").replace(/\.kif$/, ""),
        run.readySeconds.toFixed(2),
        count(run.facts),
        count(run.moves),
        count(run.gates),
        rate(run.playoutsPerSecond),
        rate(run.stepsPerSecond),
        run.length.toFixed(1),
        rate(run.uct.playoutsPerSecond),
        `${Math.round((100 * run.uct.playoutsPerSecond) / run.uct.rawPerSecond)} %`,
        run.goals.map((goal) => goal.toFixed(1)).join(" "),
      ]),
    ]),
  ];
}
