/** Alpha-beta and UCT on one thread from seeded middle-game positions. The node counts are a signature of the search. */
import { setImmediate } from "node:timers/promises";
import { GameloreError, throwIfAborted, unwrap } from "../engine/contracts/errors.ts";
import type { Position } from "../engine/contracts/position.ts";
import { defaultsOf } from "../engine/contracts/options.ts";
import { game } from "../games/chinese-checkers/game.ts";
import type { ChineseCheckersRules } from "../games/chinese-checkers/rules.ts";
import { columns, count, rate, type Report } from "./figures.ts";
import { describeMachine, type Machine, machineNow } from "./machine.ts";
import { middleGames } from "./middle-games.ts";
import { startProgress } from "./progress.ts";
import { type Evaluation, SearchBoard, type SearchCost } from "./search-board.ts";
import { findTable } from "./search-table.ts";

export interface SearchBenchOptions {
  readonly side: number;
  readonly pieces: number;
  /** Depth of alpha-beta. */
  readonly depth: number;
  /** UCT playouts per position. */
  readonly playouts: number;
  readonly positions: number;
  readonly seed: number;
  /** Whether a missing table is solved in memory; otherwise only evaluation by rows is measured. */
  readonly solve: boolean;
}

export interface SearchRun {
  readonly search: string;
  readonly evaluation: Evaluation["name"];
  /** Nodes of alpha-beta, expansions of UCT: equal on every machine. */
  readonly nodes: number;
  readonly nodesByPosition: readonly number[];
  readonly playouts: number | null;
  /** Total of all repetitions, like the rates. */
  readonly cpuSeconds: number;
  readonly nodesPerSecond: number;
  readonly playoutsPerSecond: number | null;
}

export interface SearchBench {
  readonly machine: Machine;
  readonly options: SearchBenchOptions;
  /** Where the table came from, or why the runs by table are missing. */
  readonly table: string;
  readonly positions: readonly string[];
  readonly runs: readonly SearchRun[];
}

/** Full playouts, playouts to a fixed depth, playouts until the sides are separated. */
const UCT_PLAYERS: readonly string[] = ["base0", "heur0", "end0"];
/** Single searches are short and noisy, so they are repeated for this long. */
const REPEAT_MS = 1_000;

export async function benchSearch(
  options: SearchBenchOptions,
  report: Report,
  signal?: AbortSignal,
): Promise<SearchBench> {
  const machine = machineNow();
  const { side, pieces, depth, playouts } = options;
  const values = { ...defaultsOf(game.options), side, pieces };
  const rules = unwrap(await game.open(values)) as ChineseCheckersRules;
  try {
    const table = await findTable(rules, options.solve, signal);
    const positions = middleGames(rules, options.positions, options.seed);
    const board = new SearchBoard(rules);
    const evaluations: Evaluation[] = [
      ...(table.address === null ? [] : [{ name: "table", address: table.address } as const]),
      { name: "rows" },
    ];
    const runs: SearchRun[] = [];
    for (const evaluation of evaluations) {
      const search = (position: Position): SearchCost => board.alphabeta(position, depth, evaluation);
      runs.push(await repeated("alphabeta", evaluation, positions, search, signal));
    }
    for (const player of UCT_PLAYERS) {
      const kind = rules.playerKinds.find(({ name }) => name === player);
      const values = defaultsOf(kind?.parameters ?? []);
      const evaluation = evaluations.find(({ name }) => name === values["eval"]);
      if (!evaluation) continue;
      const search = (position: Position): SearchCost =>
        board.uct(position, values, evaluation, playouts, options.seed);
      runs.push(await repeated(player, evaluation, positions, search, signal));
    }
    const result = {
      machine,
      options,
      table: table.description,
      positions: positions.map((position) => rules.formatPosition(position)),
      runs,
    };
    for (const line of searchLines(result)) report(line);
    return result;
  } finally {
    await rules.close();
  }
}

/** Searches all positions repeatedly; the counts must not change. */
async function repeated(
  name: string,
  evaluation: Evaluation,
  positions: readonly Position[],
  search: (position: Position) => SearchCost,
  signal: AbortSignal | undefined,
): Promise<SearchRun> {
  const advance = startProgress(`${name} by ${evaluation.name}`);
  const first: SearchCost[] = [];
  const total = { nodes: 0, playouts: 0, cpuSeconds: 0 };
  const end = performance.now() + REPEAT_MS;
  for (let i = 0; i < positions.length || (i > 0 && performance.now() < end); i++) {
    await setImmediate();
    throwIfAborted(signal);
    const cost = search(positions[i % positions.length] as Position);
    if (i < positions.length) first.push(cost);
    else if (first[i % positions.length]?.nodes !== cost.nodes) {
      throw new GameloreError(
        "check-failed",
        `${name} by ${evaluation.name}: repeated searches have different node counts`,
      );
    }
    total.nodes += cost.nodes;
    total.playouts += cost.playouts ?? 0;
    total.cpuSeconds += cost.cpuSeconds;
    advance(Math.min(1, (i + 1) / positions.length));
  }
  const sum = (part: (cost: SearchCost) => number): number => first.reduce((all, cost) => all + part(cost), 0);
  return {
    search: name,
    evaluation: evaluation.name,
    nodes: sum((cost) => cost.nodes),
    nodesByPosition: first.map((cost) => cost.nodes),
    playouts: first.every((cost) => cost.playouts === null) ? null : sum((cost) => cost.playouts ?? 0),
    cpuSeconds: total.cpuSeconds,
    nodesPerSecond: total.nodes / total.cpuSeconds,
    playoutsPerSecond: total.playouts === 0 ? null : total.playouts / total.cpuSeconds,
  };
}

function searchLines({ machine, options, table, positions, runs }: SearchBench): string[] {
  return [
    `search on one thread, side ${options.side}, ${options.pieces} pieces, ${positions.length} middle-game positions of seed ${options.seed}: ` +
      `alphabeta to depth ${options.depth}, UCT with ${count(options.playouts)} playouts`,
    describeMachine(machine),
    `table: ${table}`,
    "",
    ...columns([
      ["", "evaluation", "nodes", "nodes/CPU s", "playouts", "playouts/CPU s", "CPU s"],
      ...runs.map((run) => [
        run.search,
        run.evaluation,
        count(run.nodes),
        rate(run.nodesPerSecond),
        run.playouts === null ? "" : count(run.playouts),
        run.playoutsPerSecond === null ? "" : rate(run.playoutsPerSecond),
        run.cpuSeconds.toFixed(2),
      ]),
    ]),
    "",
    "signature (nodes per root position; the same on every machine):",
    ...runs.map((run) => `${run.search} by ${run.evaluation}: ${run.nodesByPosition.join(" ")}`),
  ];
}
