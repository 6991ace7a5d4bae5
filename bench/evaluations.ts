/** Evaluations on one thread: of single positions, and of all successors of a position at once, as in a search. */
import { setImmediate } from "node:timers/promises";
import { throwIfAborted, unwrap } from "../engine/contracts/errors.ts";
import type { Position } from "../engine/contracts/position.ts";
import { defaultsOf } from "../engine/contracts/options.ts";
import { tablesFolder } from "../engine/platform/node/folders.ts";
import { TableStore } from "../engine/tables/store.ts";
import type { Address } from "../engine/kernel/memory.ts";
import { game } from "../games/chinese-checkers/game.ts";
import type { ChineseCheckersRules } from "../games/chinese-checkers/rules.ts";
import { columns, count, rate, type Report } from "./figures.ts";
import { describeMachine, type Machine, machineNow } from "./machine.ts";
import { middleGames } from "./middle-games.ts";

export interface EvaluationsBenchOptions {
  readonly side: number;
  readonly pieces: number;
  readonly win: string;
  readonly positions: number;
  readonly seed: number;
}

export interface EvaluationRun {
  readonly evaluation: string;
  /** Evaluations per CPU second; null if a table is missing, then `missing` is the command that builds it. */
  readonly single: number | null;
  readonly byMove: number | null;
  readonly missing: string | null;
  /** The sum of all values: equal on every machine. */
  readonly signature: number;
}

export interface EvaluationsBench {
  readonly machine: Machine;
  readonly options: EvaluationsBenchOptions;
  readonly runs: readonly EvaluationRun[];
}

const REPEAT_MS = 500;

export async function benchEvaluations(
  options: EvaluationsBenchOptions,
  report: Report,
  signal?: AbortSignal,
): Promise<EvaluationsBench> {
  const { side, pieces, win, seed } = options;
  const rules = unwrap(await game.open({ ...defaultsOf(game.options), side, pieces, win })) as ChineseCheckersRules;
  try {
    const positions = middleGames(rules, options.positions, seed);
    const names = rules.evaluators.map(({ name }) => name);
    if (pieces === 10 && side === 9) names.push("net(ten)");
    const runs: EvaluationRun[] = [];
    for (const name of names) {
      await setImmediate();
      throwIfAborted(signal);
      runs.push(await measured(rules, name, positions));
    }
    const result = { machine: machineNow(), options, runs };
    for (const line of linesFor(result)) report(line);
    return result;
  } finally {
    await rules.close();
  }
}

async function measured(
  rules: ChineseCheckersRules,
  evaluation: string,
  positions: readonly Position[],
): Promise<EvaluationRun> {
  const store = new TableStore(tablesFolder());
  const absent = unwrap(rules.evaluations.tablesOf(evaluation)).find(({ identity }) => !store.has(identity));
  if (absent) return { evaluation, single: null, byMove: null, missing: absent.command, signature: 0 };
  const { address } = await rules.evaluations.load(evaluation);
  const { kernel, stateBytes } = rules.board;
  const { memory } = kernel;
  kernel.exports.setSearch(0, address, 0);
  const most = kernel.exports.maxMoves();
  const regions = positions.map((position) => {
    const [state, list, values] = [stateBytes, 4 * most, 4 * most].map((bytes) => memory.allocate(bytes)) as [
      Address,
      Address,
      Address,
    ];
    memory.bytes(state, stateBytes).set(position);
    return { state, list, values, moves: kernel.exports.moves(state, list) };
  });
  const single = repeated(regions.length, () => {
    for (const { state } of regions) kernel.exports.evaluate(state);
  });
  const successors = regions.reduce((sum, { moves }) => sum + moves, 0);
  const byMove = repeated(successors, () => {
    for (const { state, list, moves, values } of regions) kernel.exports.evaluateMoves(state, list, moves, values);
  });
  let signature = 0;
  for (const { state, list, values, moves } of regions) {
    signature += kernel.exports.evaluate(state);
    for (const value of memory.words(values, moves)) signature += value;
    for (const region of [state, list, values]) memory.free(region);
  }
  return { evaluation, single, byMove, missing: null, signature };
}

/** Evaluations per CPU second. */
function repeated(evaluations: number, round: () => void): number {
  round();
  const before = process.cpuUsage();
  const end = performance.now() + REPEAT_MS;
  let rounds = 0;
  for (; performance.now() < end; rounds++) round();
  const { user, system } = process.cpuUsage(before);
  return (1e6 * rounds * evaluations) / (user + system);
}

function linesFor({ machine, options, runs }: EvaluationsBench): string[] {
  return [
    `evaluations on one thread, side ${options.side}, ${options.pieces} pieces, ${options.positions} middle-game positions of seed ${options.seed}`,
    describeMachine(machine),
    "",
    ...columns([
      ["", "single/CPU s", "by move/CPU s", "sum of all values"],
      ...runs.map(({ evaluation, single, byMove, missing, signature }) =>
        single === null || byMove === null
          ? [evaluation, "", "", `needs: ${missing}`]
          : [evaluation, rate(single), rate(byMove), count(signature)],
      ),
    ]),
    "",
    "The first figure includes a call from JavaScript per evaluation, the second one per position.",
  ];
}
