/** The cost of evaluation by endgame databases relative to the handcrafted one: positions two plies from an ending's stored ones, on one thread. */
import { setImmediate } from "node:timers/promises";
import { makePlayer } from "../engine/arena/players.ts";
import { GameloreError, throwIfAborted, unwrap } from "../engine/contracts/errors.ts";
import { tablesFolder } from "../engine/platform/node/folders.ts";
import { TableStore } from "../engine/tables/store.ts";
import type { Address } from "../engine/kernel/memory.ts";
import { game } from "../games/chess/game.ts";
import type { ChessRules } from "../games/chess/rules.ts";
import { endingSpec } from "../games/chess/tables/tables.ts";
import { columns, count, rate, ratio, type Report } from "./figures.ts";
import { describeMachine, type Machine, machineNow } from "./machine.ts";

export interface EdbBenchOptions {
  readonly ending: string;
  readonly evaluations: readonly string[];
  readonly positions: number;
  /** Search depth in plies. */
  readonly depth: number;
}

export interface EdbRun {
  readonly evaluation: string;
  /** CPU time per evaluation; null if tables are missing. */
  readonly nanoseconds: number | null;
  /** Relative to the handcrafted evaluation. */
  readonly overHandMade: number | null;
  /** Nodes per CPU second of a full-width search with this evaluation. */
  readonly nodesPerSecond: number | null;
  /** Lookups per evaluation, and the share of cache misses, which read a table. */
  readonly lookups: number;
  readonly misses: number;
  /** The command that builds the missing table. */
  readonly missing: string | null;
}

export interface EdbBench {
  readonly machine: Machine;
  readonly ending: string;
  readonly evaluated: number;
  readonly runs: readonly EdbRun[];
}

const HANDCRAFTED = "tuned";
const REPEAT_MS = 500;

export async function benchEdb(
  { ending, evaluations, positions, depth }: EdbBenchOptions,
  report: Report,
  signal?: AbortSignal,
): Promise<EdbBench> {
  throwIfAborted(signal);
  const rules = unwrap(await game.open({ start: ending })) as ChessRules;
  try {
    const states = successorsOf(rules, positions);
    const runs: EdbRun[] = [];
    for (const evaluation of [HANDCRAFTED, ...evaluations]) {
      await setImmediate();
      throwIfAborted(signal);
      const run = await measured(rules, evaluation, states);
      const nodesPerSecond = run.missing === null ? await searched(rules, evaluation, positions, depth) : null;
      const handcrafted = (runs[0] ?? run).nanoseconds;
      runs.push({
        ...run,
        nodesPerSecond,
        overHandMade: run.nanoseconds && handcrafted && run.nanoseconds / handcrafted,
      });
    }
    const result = { machine: machineNow(), ending, evaluated: states.length, runs };
    for (const line of linesFor(result)) report(line);
    return result;
  } finally {
    await rules.close();
  }
}

/** Addresses of the positions after each move and reply, in search order. */
function successorsOf({ board, openings = [] }: ChessRules, positions: number): Address[] {
  if (openings.length === 0) throw new GameloreError("bad-usage", "ending: expected an ending with stored positions");
  const { memory } = board.kernel;
  const found = openings.slice(0, positions).flatMap((start) =>
    board.legalMoves(start).flatMap((move) => {
      const after = board.play(start, move);
      return board.legalMoves(after).map((reply) => board.play(after, reply));
    }),
  );
  return found.map((position) => {
    const at = memory.allocate(position.length);
    memory.bytes(at, position.length).set(position);
    return at;
  });
}

/**
 * Without table probes, so that the trees differ only by the evaluation. The first player warms up the threads and the kernel; the
 * second is measured with an empty transposition table.
 */
async function searched(rules: ChessRules, evaluation: string, positions: number, depth: number): Promise<number> {
  const text = `alphabeta(depth=${depth}, selective=no, eval=${evaluation}, tables=none)`;
  await nodesPerSecondOf(rules, text, positions);
  return nodesPerSecondOf(rules, text, positions);
}

async function nodesPerSecondOf(rules: ChessRules, text: string, positions: number): Promise<number> {
  const player = await makePlayer(rules, text, 1);
  try {
    const started = process.cpuUsage();
    let nodes = 0;
    for (const position of rules.openings?.slice(0, positions) ?? [])
      nodes += (await player.choose(position, {}, {})).info.nodes;
    const { user, system } = process.cpuUsage(started);
    return (1e6 * nodes) / (user + system);
  } finally {
    await player.close();
  }
}

async function measured(
  rules: ChessRules,
  evaluation: string,
  states: readonly Address[],
): Promise<Omit<EdbRun, "nodesPerSecond">> {
  const nothing = { evaluation, nanoseconds: null, overHandMade: null, lookups: 0, misses: 0 };
  const store = new TableStore(tablesFolder());
  const specs = unwrap(rules.evaluations.tablesOf(evaluation)).map(endingSpec);
  const absent = specs.find(({ identity }) => !store.has(identity));
  if (absent) return { ...nothing, missing: absent.command };
  const { kernel } = rules.board;
  const block = await rules.evaluations.load(evaluation);
  const calls = await rules.tables.forSearch("none");
  kernel.run([...calls, kernel.calls.useEvaluation(block)]);
  const round = (): void => {
    for (const state of states) kernel.exports.evaluate(state);
  };
  const counters = (): [number, number] => [kernel.exports.edbLookups(), kernel.exports.edbMisses()];
  const before = counters();
  round();
  const after = counters();
  const lookups = after[0] - before[0];
  const cpu = process.cpuUsage();
  const end = performance.now() + REPEAT_MS;
  let rounds = 0;
  for (; performance.now() < end; rounds++) round();
  const { user, system } = process.cpuUsage(cpu);
  return {
    evaluation,
    nanoseconds: (1_000 * (user + system)) / (rounds * states.length),
    overHandMade: null,
    lookups: lookups / states.length,
    misses: lookups === 0 ? 0 : (after[1] - before[1]) / lookups,
    missing: null,
  };
}

function linesFor({ machine, ending, evaluated, runs }: EdbBench): string[] {
  return [
    `evaluations of ${count(evaluated)} positions two plies from stored ones of ${ending}, one thread`,
    describeMachine(machine),
    "",
    ...columns([
      ["", "ns of CPU", "over handcrafted", "lookups", "cache misses", "search nodes/CPU s"],
      ...runs.map(({ evaluation, nanoseconds, overHandMade, nodesPerSecond, lookups, misses, missing }) =>
        nanoseconds === null || overHandMade === null || nodesPerSecond === null
          ? [evaluation, "", "", "", "", `needs: ${missing}`]
          : [
              evaluation,
              nanoseconds.toFixed(0),
              ratio(overHandMade),
              lookups.toFixed(1),
              lookups === 0 ? "" : `${(100 * misses).toFixed(0)} %`,
              rate(nodesPerSecond),
            ],
      ),
    ]),
    "",
    "Each figure includes a call from JavaScript. Lookups that miss the thread's cache read a table.",
  ];
}
