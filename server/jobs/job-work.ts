/** The work of each kind of job, by the same procedures as the command line: results are stored, and the same job again continues from there. */
import { plural } from "../../engine/contracts/quantities.ts";
import { playMatch } from "../../engine/arena/match.ts";
import { ensureTables } from "../../engine/arena/player-tables.ts";
import type { Standing } from "../../engine/arena/statistics.ts";
import type { GameStore } from "../../engine/arena/store.ts";
import { playTournament, tournamentGames, type TournamentSpec } from "../../engine/arena/tournament.ts";
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { parseOptions, type OptionSpec, type OptionValues } from "../../engine/contracts/options.ts";
import { threadCount } from "../../engine/kernel/threads.ts";
import type { BuildReporter } from "../../engine/tables/build-reporter.ts";
import { valueCounts } from "../../engine/tables/value-counts.ts";
import { openGameStore } from "../../games/game-store.ts";
import { chooseExperiments, loadExperiments } from "../../lab/experiments.ts";
import { playExperiments } from "../../lab/play.ts";
import { OpenVariants } from "../../lab/variants.ts";
import type { JobRequest } from "../../service/job-documents.ts";
import { refusePrograms } from "../../service/client-players.ts";
import type { QueueRun } from "../../distributed/run.ts";
import { loadServedGame, type GameSource } from "../game-source.ts";
import type { Control, Reports } from "./job-control.ts";
import { withRun, type QueuedJob } from "./queued-job.ts";

export type Of<K extends JobRequest["kind"]> = Extract<JobRequest, { kind: K }>;

export const RESUME = "starting it again";
const COUNTS_EVERY_MS = 500;
/** Points of the live score curve. */
const MAX_POINTS = 500;

/** Reports a build as progress of the job. */
export function jobReporter({ report }: Control): BuildReporter {
  let counted = Number.NEGATIVE_INFINITY;
  return {
    progress: (title, [from, to] = [0, 1]) => ({
      update: (done, note) =>
        report({
          progress: {
            phase: typeof note === "string" ? note : note(),
            done: from + (to - from) * Math.min(1, done),
            note: title,
          },
        }),
      end: () => {},
    }),
    resumed: () => report({ resumed: true }),
    say: (note) => report({ note }),
    counts: (counts, values) => {
      if (performance.now() - counted < COUNTS_EVERY_MS) return;
      counted = performance.now();
      report({ live: { kind: "histogram", counts: valueCounts(counts(), values) } });
    },
  };
}

/** Of a job that builds tables before it plays. */
const TABLES_SHARE = 0.2;

/** Divides the progress of a job that builds an unknown number of tables, then plays: each table takes half of what is left of their share. */
function withTables(control: Control): { readonly building: BuildReporter; readonly playing: Control } {
  let from = 0;
  let to = 0;
  const scaled =
    (start: () => number, end: () => number): Reports =>
    ({ progress, ...rest }) =>
      control.report({
        ...rest,
        ...(progress && { progress: { ...progress, done: start() + (end() - start()) * progress.done } }),
      });
  const reporter = jobReporter({
    ...control,
    report: scaled(
      () => from,
      () => to,
    ),
  });
  return {
    building: {
      ...reporter,
      // The checkpoint of one table says nothing about the others.
      resumed: () => {},
      progress: (title, share) => {
        if (share === undefined || share[0] === 0) [from, to] = [to, to + (TABLES_SHARE - to) / 2];
        return reporter.progress(title, share);
      },
    },
    playing: {
      ...control,
      report: scaled(
        () => to,
        () => 1,
      ),
    },
  };
}

export function readOptions(
  specs: readonly OptionSpec[],
  options: Readonly<Record<string, string | number>>,
): OptionValues {
  const texts = Object.entries(options).map(([name, value]) => [name, String(value)]);
  return unwrap(parseOptions(specs, Object.fromEntries(texts)));
}

/** What a job is started with. */
export interface JobStart {
  /** Its game; null for an experiment. */
  readonly source: GameSource | null;
  /** Null for work on this machine. */
  readonly queued: QueuedJob | null;
}

export function sourceOf(source: GameSource | null): GameSource {
  if (!source) throw new GameloreError("bad-usage", "the job has no game");
  return source;
}

async function withRules<T>(
  start: JobStart,
  variant: Readonly<Record<string, string | number>>,
  players: readonly string[],
  control: Control,
  play: (rules: OpenGame, store: GameStore, playing: Control, run: QueueRun | null) => Promise<T>,
): Promise<T> {
  const { building, playing } = withTables(control);
  const { game } = await loadServedGame(sourceOf(start.source));
  const rules = unwrap(await game.open(readOptions(game.options, variant)));
  const store = openGameStore();
  try {
    for (const text of players) refusePrograms(rules, text);
    const { signal } = control;
    await ensureTables(rules, players, {
      build: true,
      threads: threadCount(),
      signal,
      resume: RESUME,
      reporter: building,
    });
    return await withRun(start.queued, playing, (run, each) => play(rules, store, each, run));
  } finally {
    store.close();
    await rules.close();
  }
}

export function playMatchJob(start: JobStart, request: Of<"match">, control: Control): Promise<string> {
  const { variant, players, pairs, limits, seed } = request;
  return withRules(start, variant, players, control, async (rules, store, { signal, report: reportGames }, run) => {
    const spec = {
      label: "",
      first: players[0],
      second: players[1],
      openingPlies: rules.game.openingPlies ?? 10,
      seed,
      limits,
    };
    const points: [number, number][] = [];
    const onGame = (done: number, total: number, soFar: () => Standing): void => {
      const standing = soFar();
      if (standing.games > 0 && points.length < MAX_POINTS) points.push([done, standing.percent]);
      reportGames({
        progress: { phase: "games", done: done / total, note: `${done} of ${plural(total, "game")}` },
        live: { kind: "score", lines: [standingLine(players, standing)], points: [...points] },
      });
    };
    const report = await playMatch(rules, spec, {
      pairs,
      concurrency: threadCount(),
      store,
      signal,
      onGame,
      elsewhere: run?.games(true),
    });
    const [first, second] = report.players;
    const { openingPlies } = spec;
    const identity = {
      game: rules.game.id,
      variant: rules.variant,
      label: "",
      first,
      second,
      openingPlies,
      seed,
      limits,
    };
    return `/matches/${store.findMatch(identity) ?? ""}`;
  });
}

function standingLine([first, second]: readonly [string, string], standing: Standing): string {
  const { wins, draws, losses, percent, interval } = standing;
  return `${first} against ${second}: +${wins} =${draws} -${losses}, ${percent.toFixed(1)} % (95 % interval ${interval[0].toFixed(1)} to ${interval[1].toFixed(1)})`;
}

export function playTournamentJob(start: JobStart, request: Of<"tournament">, control: Control): Promise<string> {
  const { variant, players, pairs, limits, seed } = request;
  return withRules(start, variant, players, control, async (rules, store, { signal, report: reportGames }, run) => {
    const spec: TournamentSpec = {
      name: "",
      format: "round-robin",
      players,
      rounds: 1,
      pairs,
      openingPlies: rules.game.openingPlies ?? 10,
      seed,
      limits,
    };
    const total = tournamentGames(spec);
    const onGame = (done: number, _: number, meeting: readonly [string, string]): void =>
      reportGames({
        progress: { phase: meeting.join(" against "), done: done / total, note: `${done} of ${plural(total, "game")}` },
      });
    const report = await playTournament(rules, spec, {
      concurrency: threadCount(),
      store,
      signal,
      onGame,
      elsewhere: run?.games(true),
    });
    const lines = report.ranking.rows.map(
      ({ player, wins, draws, losses, percent, elo }) =>
        `${player}: +${wins} =${draws} -${losses}, ${percent.toFixed(1)} %, Elo ${Math.round(elo)}`,
    );
    control.report({ live: { kind: "score", lines, points: [] } });
    return `/matches?label=${encodeURIComponent(report.label)}`;
  });
}

export async function playLab(
  { queued }: JobStart,
  { experiment, setting }: Of<"lab">,
  control: Control,
): Promise<string> {
  const chosen = chooseExperiments(await loadExperiments(), [experiment]);
  const variants = new OpenVariants();
  const store = openGameStore();
  const threads = threadCount();
  try {
    await withRun(queued, control, (run, { signal, report }) => {
      const reporter = jobReporter({ signal, report });
      return playExperiments(chosen, {
        setting,
        threads,
        cores: threads,
        store,
        variants,
        signal,
        reporter,
        elsewhere: run?.games(true),
        ensureTables: (rules, players) =>
          ensureTables(rules, players, { build: true, threads, signal, resume: RESUME, reporter }),
      });
    });
    return `/lab/${experiment}?setting=${setting}`;
  } finally {
    store.close();
    await variants.close();
  }
}
