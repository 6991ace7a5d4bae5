/** Runs experiments: measures missing figures, builds the players' tables and plays missing games. */
import type { GamesElsewhere } from "../engine/arena/match.ts";
import type { GameStore } from "../engine/arena/store.ts";
import { GameloreError } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import type { BuildReporter } from "../engine/tables/build-reporter.ts";
import type { Experiment } from "./experiment.ts";
import { Figures, measureFigures } from "./figures.ts";
import { matchesOf, planTasks, runTasks, type PlanOptions, type Task } from "./run.ts";
import type { OpenVariants } from "./variants.ts";

interface PlayOptions extends PlanOptions {
  /** No game starts after this many minutes of play. */
  readonly minutes?: number | undefined;
  readonly threads: number;
  readonly cores: number;
  readonly store: GameStore;
  readonly variants: OpenVariants;
  /** Plays the games elsewhere. */
  readonly elsewhere?: GamesElsewhere | undefined;
  readonly signal: AbortSignal;
  readonly reporter: BuildReporter;
  /** Builds the players' tables if they are missing. */
  readonly ensureTables: (rules: OpenGame, players: readonly string[]) => Promise<void>;
  /** Wraps the games, for example to add context to errors. */
  readonly around?: (play: () => Promise<boolean>) => Promise<boolean>;
}

/** Returns whether all games were played. */
export async function playExperiments(experiments: readonly Experiment[], options: PlayOptions): Promise<boolean> {
  const { setting, only, minutes, threads, cores, store, variants, signal, reporter, elsewhere } = options;
  const measuring = reporter.progress(`lab ${setting}`);
  const figures = await measureFigures(experiments, new Figures(), {
    setting,
    only,
    signal,
    variants,
    onProblem: (line) => reporter.say(line),
    onProgress: (done, of, cell) => measuring.update(done / of, () => `${done} of ${of} figures, ${cell}`),
  }).finally(() => measuring.end());
  const tasks = await planTasks(experiments, options, store, variants, (line) => reporter.say(line));
  const named = experiments.flatMap((experiment) => matchesOf(experiment, options)).length;
  if (only !== undefined && named === 0 && figures === 0)
    throw new GameloreError("bad-usage", `no cell with games has "${only}" in its name in setting ${setting}`);
  for (const { rules, spec } of tasks.filter(({ pairs, target }) => pairs < target))
    if (rules) await options.ensureTables(rules, [spec.first, spec.second]);
  // The time limit excludes the building of tables.
  const started = performance.now();
  const progress = reporter.progress(`lab ${setting}`);
  const onProgress = (task: Task, secondsLeft: number | null): void => {
    const spent = (performance.now() - started) / 1000;
    const sum = (count: (each: Task) => number): number => 2 * tasks.reduce((games, each) => games + count(each), 0);
    const note = (): string => `${sum(({ pairs }) => pairs)} of ${sum(({ target }) => target)} games, ${task.name}`;
    progress.update(secondsLeft === null ? 0 : spent / (spent + secondsLeft), note);
  };
  const until = minutes === undefined ? undefined : started + 60_000 * minutes;
  const play = (): Promise<boolean> =>
    runTasks(tasks, { store, threads, cores, until, signal, onProgress, elsewhere }).finally(() => progress.end());
  return options.around ? options.around(play) : play();
}
