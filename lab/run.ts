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

/** Matches that are played at the same time elsewhere: while the last games of one are awaited, the workers have those of others. */
const MATCHES_ELSEWHERE = 4;

/** Returns whether all games were played; false at the time limit. */
export async function runTasks(tasks: readonly Task[], options: RunOptions): Promise<boolean> {
  const lanes = options.elsewhere ? MATCHES_ELSEWHERE : 1;
  for (const group of [...new Set(tasks.map((task) => task.group))].toSorted((a, b) => a - b)) {
    const members = tasks.filter((task) => task.group === group);
    const playing = new Set<Task>();
    const failed = new AbortController();
    const playLane = async (): Promise<boolean> => {
      for (let task = leastComplete(members, playing); task; task = leastComplete(members, playing)) {
        if (options.until !== undefined && performance.now() >= options.until) return false;
        // What the others have begun is stored.
        if (failed.signal.aborted) return false;
        playing.add(task);
        try {
          await playSlice(task, options, () => options.onProgress?.(task as Task, secondsLeft(tasks, lanes)));
        } catch (error) {
          failed.abort();
          throw error;
        } finally {
          playing.delete(task);
        }
      }
      return true;
    };
    const wasIncomplete = members.some(isIncomplete);
    const outcomes = await Promise.allSettled(Array.from({ length: lanes }, playLane));
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
    if (members.some(isIncomplete)) return false;
    if (group === 0 || !wasIncomplete) continue;
    await members[0]?.release();
    for (const task of members) task.rules = null;
  }
  return true;
}

async function playSlice(task: Task, options: RunOptions, report: () => void): Promise<void> {
  const { threads, cores, elsewhere, store, signal } = options;
  const started = performance.now();
  const concurrency = elsewhere?.slots ?? (task.timed ? Math.min(threads, cores) : threads);
  const before = task.pairs;
  const pairs = Math.min(task.target, before + slicePairs(task, concurrency));
  await playMatch(task.rules as OpenGame, task.spec, {
    pairs,
    concurrency,
    store,
    signal,
    elsewhere,
    onGame: (games) => {
      task.pairs = Math.max(before, Math.floor(games / 2));
      report();
    },
  });
  task.seconds += (performance.now() - started) / 1000;
  task.played += pairs - before;
  task.pairs = pairs;
  report();
}

/** Of those that are not being played. */
function leastComplete(tasks: readonly Task[], playing: ReadonlySet<Task>): Task | null {
  const behind = tasks.filter((task) => isIncomplete(task) && !playing.has(task));
  return behind.toSorted((a, b) => a.pairs / a.target - b.pairs / b.target)[0] ?? null;
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
export function secondsLeft(tasks: readonly Task[], atATime = 1): number | null {
  const begun = tasks.filter(({ played }) => played > 0);
  if (begun.length === 0) return null;
  const meanPace = begun.reduce((sum, { seconds, played }) => sum + seconds / played, 0) / begun.length;
  const inTurn = tasks.reduce((sum, { pairs, target, played, seconds }) => {
    const pace = played > 0 ? seconds / played : meanPace;
    return sum + pace * Math.max(0, target - pairs);
  }, 0);
  return inTurn / Math.min(atATime, Math.max(1, tasks.filter(isIncomplete).length));
}
