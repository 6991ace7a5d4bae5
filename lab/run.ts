/** Plays the missing games of experiments, least complete matches first; every game is stored immediately. */
import { playMatch, storedMatch, type GamesElsewhere, type MatchSpec } from "../engine/arena/match.ts";
import { unavailability } from "../engine/arena/players.ts";
import type { GameStore } from "../engine/arena/store.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import { cellName, type Experiment, type MatchMeasurement, type Setting } from "./experiment.ts";
import { matchOf, pairsFor } from "./measure.ts";
import type { OpenVariants } from "./variants.ts";

/** A match and its progress. */
export interface Task {
  /** Names of its cells. */
  readonly name: string;
  readonly timed: boolean;
  /** Null after the release: it holds the memory of its tables. */
  rules: OpenGame | null;
  readonly spec: MatchSpec;
  /** Tasks of one group are finished before those of the next. */
  readonly group: number;
  /** Releases the variant and its tables after its last task. */
  readonly release: () => Promise<void>;
  /** Required pairs, and stored pairs. */
  readonly target: number;
  pairs: number;
  /** Pairs played in this run, and the time they took. */
  played: number;
  seconds: number;
}

export interface PlanOptions {
  readonly setting: Setting;
  /** Minimum number of games per cell. */
  readonly games?: number | undefined;
  /** Only cells whose name contains this text. */
  readonly only?: string | undefined;
}

/** A match and its cells. */
interface PlannedMatch {
  readonly cells: string[];
  readonly measurement: MatchMeasurement;
  readonly spec: MatchSpec;
  pairs: number;
}

/** The matches of an experiment; cells may share a match. */
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

/** Skips matches that cannot be played here and reports them to `onProblem`. */
export async function planTasks(
  experiments: readonly Experiment[],
  options: PlanOptions,
  store: GameStore | null,
  variants: OpenVariants,
  onProblem: (line: string) => void = () => {},
): Promise<Task[]> {
  const tasks: Task[] = [];
  const groups = new Map<string, number>();
  for (const experiment of experiments) {
    for (const { cells, measurement, spec, pairs } of matchesOf(experiment, options)) {
      const rules = await variants.get(measurement.game, measurement.variant);
      const games = (store && storedMatch(rules, spec, store)?.standing.games) ?? 0;
      const name = `${experiment.id} ${cells.join(" · ")}`;
      const timed = experiment.timed ?? false;
      const problem = problemWith(rules, measurement);
      if (problem !== null && games < 2 * pairs) {
        onProblem(`${name}: skipped: ${problem}`);
        continue;
      }
      const key = JSON.stringify([measurement.game, measurement.variant]);
      if (experiment.oneVariantAtATime && !groups.has(key)) groups.set(key, groups.size + 1);
      const group = groups.get(key) ?? 0;
      const release = (): Promise<void> => variants.release(measurement.game, measurement.variant);
      tasks.push({
        name,
        timed,
        rules,
        spec,
        group,
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

/** Why the players of a match are unavailable; null if they are available. */
export function problemWith(rules: OpenGame, { players }: MatchMeasurement): string | null {
  return players.map((player) => unavailability(rules, player)).find((problem) => problem !== null) ?? null;
}

export interface RunOptions {
  readonly store: GameStore;
  readonly threads: number;
  /** Maximum number of concurrent games with time limits. */
  readonly cores: number;
  /** No game starts after this time of `performance.now()`; running games are finished. */
  readonly until?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Plays the games elsewhere. */
  readonly elsewhere?: GamesElsewhere | undefined;
  /** Called after every game; the remaining seconds are null before the first estimate. */
  readonly onProgress?: ((task: Task, secondsLeft: number | null) => void) | undefined;
}

/** Time slice of a task, if its games are short enough. */
const SLICE_SECONDS = 10;

/** Returns whether all games were played; false at the time limit. */
export async function runTasks(tasks: readonly Task[], options: RunOptions): Promise<boolean> {
  /** Tasks finished since the last release. */
  const done = new Set<Task>();
  while (true) {
    const task = leastComplete(tasks);
    for (const old of done) {
      if (
        old.group > 0 &&
        old.group !== task?.group &&
        !tasks.some((each) => each.group === old.group && isIncomplete(each))
      ) {
        await old.release();
        for (const each of tasks) if (each.group === old.group) each.rules = null;
      }
      done.delete(old);
    }
    if (!task) return true;
    const started = performance.now();
    if (options.until !== undefined && started >= options.until) return false;
    const { threads, cores, elsewhere } = options;
    const concurrency = elsewhere?.slots ?? (task.timed ? Math.min(threads, cores) : threads);
    const before = task.pairs;
    const pairs = Math.min(task.target, before + slicePairs(task, concurrency));
    await playMatch(task.rules as OpenGame, task.spec, {
      pairs,
      concurrency,
      store: options.store,
      signal: options.signal,
      elsewhere,
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

function isIncomplete({ pairs, target }: Task): boolean {
  return pairs < target;
}

/** Enough pairs to keep all threads busy, more if games are short. */
function slicePairs({ played, seconds }: Task, concurrency: number): number {
  const inTime = played > 0 ? Math.floor(SLICE_SECONDS / (seconds / played)) : 0;
  return Math.max(Math.ceil(concurrency / 2), inTime);
}

/** By the pace of each match in this run; unstarted matches get the mean pace. */
export function secondsLeft(tasks: readonly Task[]): number | null {
  const begun = tasks.filter(({ played }) => played > 0);
  if (begun.length === 0) return null;
  const meanPace = begun.reduce((sum, { seconds, played }) => sum + seconds / played, 0) / begun.length;
  return tasks.reduce((sum, { pairs, target, played, seconds }) => {
    const pace = played > 0 ? seconds / played : meanPace;
    return sum + pace * Math.max(0, target - pairs);
  }, 0);
}
