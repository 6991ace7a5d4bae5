/** Playing what the experiments still lack, the cells that are furthest behind first; everything played is kept at once. */
import { playMatch, storedMatch, type MatchSpec } from "../engine/arena/match.ts";
import { unavailability } from "../engine/arena/players.ts";
import type { GameStore } from "../engine/arena/store.ts";
import type { Rules } from "../engine/contracts/game.ts";
import { cellName, type Experiment, type MatchMeasurement, type Setting } from "./experiment.ts";
import { matchOf, pairsFor } from "./measure.ts";
import type { OpenVariants } from "./variants.ts";

/** One match, and how far it is. */
export interface Task {
  /** The cells that it serves. */
  readonly name: string;
  readonly timed: boolean;
  readonly rules: Rules;
  readonly spec: MatchSpec;
  /** Tasks of one number are finished before those of the next. */
  readonly group: number;
  /** Lets go of the variant and its tables, once its last task is done. */
  readonly release: () => Promise<void>;
  /** Pairs that there shall be, and that there are. */
  readonly target: number;
  pairs: number;
  /** Pairs played in this run, and the time they took. */
  played: number;
  seconds: number;
}

export interface PlanOptions {
  readonly setting: Setting;
  /** Games of every cell, where that is more than the setting's. */
  readonly games?: number | undefined;
  /** Only cells whose name holds this text. */
  readonly only?: string | undefined;
}

/** A match that cells ask for. */
export interface PlannedMatch {
  readonly cells: string[];
  readonly measurement: MatchMeasurement;
  readonly spec: MatchSpec;
  pairs: number;
}

/** The matches of an experiment, each once, whether one cell asks for it or two. */
export function matchesOf(
  experiment: Experiment,
  { setting, games = 0, only = "" }: PlanOptions,
): readonly PlannedMatch[] {
  const matches = new Map<string, PlannedMatch>();
  for (const cell of experiment.cells) {
    const measurement = cell.measure[setting];
    const name = cellName(cell);
    if (measurement?.kind !== "match" || !name.toLowerCase().includes(only.toLowerCase())) continue;
    const spec = matchOf(experiment.id, setting, measurement);
    const pairs = pairsFor(measurement, Math.max(measurement.games, games));
    const key = JSON.stringify([measurement.game, measurement.variant, spec]);
    const match = matches.get(key);
    if (match) {
      match.cells.push(name);
      match.pairs = Math.max(match.pairs, pairs);
    } else matches.set(key, { cells: [name], measurement, spec, pairs });
  }
  return [...matches.values()];
}

/** A match that cannot be played here is left out; `onProblem` is told why. */
export async function planTasks(
  experiments: readonly Experiment[],
  options: PlanOptions,
  store: GameStore | null,
  variants: OpenVariants,
  onProblem: (line: string) => void = () => {},
): Promise<Task[]> {
  const tasks: Task[] = [];
  const turns = new Map<string, number>();
  for (const experiment of experiments) {
    for (const { cells, measurement, spec, pairs } of matchesOf(experiment, options)) {
      const rules = await variants.get(measurement.game, measurement.variant);
      const games = (store && storedMatch(rules, spec, store)?.standing.games) ?? 0;
      const name = `${experiment.id} ${cells.join(" · ")}`;
      const timed = experiment.timed ?? false;
      const problem = problemWith(rules, measurement);
      if (problem !== null && games < 2 * pairs) {
        onProblem(`${name}: left out, ${problem}`);
        continue;
      }
      const key = JSON.stringify([measurement.game, measurement.variant]);
      if (experiment.oneVariantAtATime && !turns.has(key)) turns.set(key, turns.size + 1);
      const turn = turns.get(key) ?? 0;
      const release = (): Promise<void> => variants.release(measurement.game, measurement.variant);
      tasks.push({
        name,
        timed,
        rules,
        spec,
        group: turn,
        release,
        target: pairs,
        pairs: games / 2,
        played: 0,
        seconds: 0,
      });
    }
  }
  return tasks;
}

/** Why the players of a match cannot play here; null where nothing is known against it. */
export function problemWith(rules: Rules, { players }: MatchMeasurement): string | null {
  return players.map((player) => unavailability(rules, player)).find((problem) => problem !== null) ?? null;
}

export interface RunOptions {
  readonly store: GameStore;
  readonly threads: number;
  /** No more than these at once where players think by the clock. */
  readonly cores: number;
  /** No game is begun after this time of `performance.now()`; those under way are finished. */
  readonly until?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** After every game; the seconds left are null as long as there is nothing to judge by. */
  readonly onProgress?: ((task: Task, secondsLeft: number | null) => void) | undefined;
}

/** A turn of one task lasts about so long, if games are that short. */
const SLICE_SECONDS = 10;

/** Whether everything was played; false if time was up before. */
export async function runTasks(tasks: readonly Task[], options: RunOptions): Promise<boolean> {
  /** Tasks that were finished just now. */
  const done = new Set<Task>();
  while (true) {
    const task = leastComplete(tasks);
    for (const old of done) {
      if (
        old.group > 0 &&
        old.group !== task?.group &&
        !tasks.some((each) => each.group === old.group && isIncomplete(each))
      )
        await old.release();
      done.delete(old);
    }
    if (!task) return true;
    const started = performance.now();
    if (options.until !== undefined && started >= options.until) return false;
    const concurrency = task.timed ? Math.min(options.threads, options.cores) : options.threads;
    const before = task.pairs;
    const pairs = Math.min(task.target, before + slicePairs(task, concurrency));
    await playMatch(task.rules, task.spec, {
      pairs,
      concurrency,
      store: options.store,
      signal: options.signal,
      onGame: (games) => {
        task.pairs = Math.max(before, Math.floor(games / 2));
        options.onProgress?.(task, secondsLeft(tasks));
      },
    });
    task.seconds += (performance.now() - started) / 1000;
    task.played += pairs - before;
    task.pairs = pairs;
    if (!isIncomplete(task)) done.add(task);
    options.onProgress?.(task, secondsLeft(tasks));
  }
}

function leastComplete(tasks: readonly Task[]): Task | null {
  const behind = tasks.filter(isIncomplete);
  return behind.toSorted((a, b) => a.group - b.group || a.pairs / a.target - b.pairs / b.target)[0] ?? null;
}

function isIncomplete({ pairs, target: wanted }: Task): boolean {
  return pairs < wanted;
}

/** As few as keep all threads busy, more of short games. */
function slicePairs({ played, seconds }: Task, concurrency: number): number {
  const inTime = played > 0 ? Math.floor(SLICE_SECONDS / (seconds / played)) : 0;
  return Math.max(Math.ceil(concurrency / 2), inTime);
}

/** By the pace of each match in this run; one that has not played yet is taken to have the pace of the others. */
export function secondsLeft(tasks: readonly Task[]): number | null {
  const begun = tasks.filter(({ played }) => played > 0);
  if (begun.length === 0) return null;
  const usual = begun.reduce((sum, { seconds, played }) => sum + seconds / played, 0) / begun.length;
  return tasks.reduce((sum, { pairs, target: wanted, played, seconds }) => {
    const pace = played > 0 ? seconds / played : usual;
    return sum + pace * Math.max(0, wanted - pairs);
  }, 0);
}
