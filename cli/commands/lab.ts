/** `gamelore lab`: reproduces published tables: lists experiments, plays their games, writes the report. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Option, type Command } from "commander";
import type { QueueRun } from "../../distributed/run.ts";
import type { GameStore } from "../../engine/arena/store.ts";
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import { threadCount } from "../../engine/kernel/threads.ts";
import { SETTINGS, titleUnder, type Experiment, type Setting } from "../../lab/experiment.ts";
import { chooseExperiments, loadExperiments } from "../../lab/experiments.ts";
import { playExperiments } from "../../lab/play.ts";
import { Figures } from "../../lab/figures.ts";
import { claimsMarkdown } from "../../lab/claims.ts";
import { recordedResults, ResultRecord } from "../../lab/record.ts";
import { htmlReport } from "../../lab/report-html.ts";
import { markdownReport } from "../../lab/report-markdown.ts";
import { withGames } from "../../lab/report.ts";
import { collectResults, type ExperimentResult } from "../../lab/results.ts";
import { matchesOf } from "../../lab/run.ts";
import { OpenVariants } from "../../lab/variants.ts";
import { findGame } from "../../games/games.ts";
import { withExternalEngines } from "../../protocols/external-engines.ts";
import { savedText, withResumeHint } from "../arena-options.ts";
import { addJson, printResult, sameCommand, wholeNumber } from "../command.ts";
import { resultDocument, resultLines, settingLine } from "../lab-lines.ts";
import { ensureTables } from "../../engine/arena/player-tables.ts";
import { openExistingGameStore, openGameStore } from "../../games/game-store.ts";
import { reporterOf } from "../build-reporter.ts";
import { addQueueOptions, detached, withQueue, type QueueGiven } from "../queue-options.ts";
import { painterFor } from "../terminal.ts";

interface RunGiven extends QueueGiven {
  readonly setting: Setting;
  readonly games?: number;
  readonly only?: string;
  readonly minutes?: number;
  readonly threads: number;
  readonly build?: boolean;
  readonly json?: boolean;
}

interface ReportGiven {
  readonly setting: Setting | "all";
  readonly output: string;
  readonly record?: string;
  readonly json?: boolean;
}

type Load = () => Promise<readonly Experiment[]>;

export function labCommand(program: Command, load: Load = loadExperiments): void {
  const lab = program
    .command("lab")
    .description("reproduces published tables and compares them with the papers")
    .addHelpText(
      "after",
      "\nExamples:\n  gamelore lab list\n  gamelore lab run 001-table-3 --minutes 10\n  gamelore lab report",
    );
  listCommand(lab, load);
  runCommand(lab, load);
  reportCommand(lab, load);
}

function listCommand(lab: Command, load: Load): void {
  const command = lab
    .command("list")
    .description("lists the experiments, their cost, and their stored games")
    .addHelpText("after", "\nExamples:\n  gamelore lab list\n  gamelore lab list --json");
  addJson(command).action(async ({ json }: { json?: boolean }) => {
    const store = openExistingGameStore();
    const listed = (await load()).map((experiment) => {
      const { id, paper, table, title, condition = null } = experiment;
      const settings = SETTINGS.map((setting) => ({
        setting,
        ...experiment.settings[setting],
        games: store?.count({ label: `lab/${id}/${setting}` }) ?? 0,
        wanted: matchesOf(experiment, { setting }).reduce((sum, { pairs }) => sum + 2 * pairs, 0),
        measured: experiment.cells.some(({ measure }) => measure[setting]?.kind === "figure"),
      }));
      return { id, paper, table, title, condition, settings };
    });
    store?.close();
    const paint = painterFor(process.stdout);
    printResult(
      json,
      { experiments: listed },
      listed.flatMap(({ id, table, title, condition, settings }) => [
        `${paint("bold", id)} ${titleUnder({ title, condition })} (${table})`,
        ...settings.map(settingLine),
      ]),
    );
  });
}

function runCommand(lab: Command, load: Load): void {
  const command = lab
    .command("run")
    .argument("<ID...>", "experiments, as listed by `lab list`")
    .description("plays the missing games of experiments and prints the results")
    .addOption(settingOption("quick", SETTINGS))
    .option("--games <N>", "games per cell, if more than in the setting", wholeNumber("games", 1, 1e9))
    .option("--only <TEXT>", "only cells whose name (row / column) contains this text")
    .option("--minutes <N>", "start no game after this many minutes", wholeNumber("minutes", 1, 1e6))
    .option("--threads <N>", "games played in parallel", wholeNumber("threads", 1, 64), threadCount())
    .option("--build", "build tables that the players need")
    .addHelpText(
      "after",
      "\nExamples:\n  gamelore lab run 001-table-1\n  gamelore lab run 000-table-2 --build\n  gamelore lab run 001-table-3 --setting full --only 'base0 / end0' --minutes 30\n\nGames are stored: the same command resumes, and with more --games plays only the missing games.",
    );
  addQueueOptions(addJson(command)).action(async (ids: string[], given: RunGiven) => {
    if (await detached(given)) return;
    const experiments = await load();
    const chosen = chooseExperiments(experiments, ids);
    const variants = new OpenVariants(gameWithPrograms);
    const store = openGameStore();
    try {
      const complete = await withQueue(given, (signal, run) => play(chosen, given, store, variants, signal, run));
      const results = await collectResults(experiments, given.setting, store, variants, new Figures(), chosen);
      const paint = painterFor(process.stdout);
      printResult(given.json, { complete, experiments: results.map(resultDocument) }, [
        ...results.flatMap((result) => resultLines(result, paint)),
        ...(complete ? [] : [`time limit reached; all finished games are saved; resume with: ${sameCommand()}`]),
      ]);
    } finally {
      store.close();
      await variants.close();
    }
  });
}

/** Experiments may play against external engines. */
async function gameWithPrograms(id: string): Promise<Game> {
  return withExternalEngines(unwrap(await findGame(id)));
}

/** Whether all requested games are stored now. */
async function play(
  experiments: readonly Experiment[],
  given: RunGiven,
  store: GameStore,
  variants: OpenVariants,
  signal: AbortSignal,
  run: QueueRun | null,
): Promise<boolean> {
  const { threads, build = false, setting } = given;
  const reporter = reporterOf(run);
  const games = (): number =>
    experiments.reduce((sum, { id }) => sum + store.count({ label: `lab/${id}/${setting}` }), 0);
  return playExperiments(experiments, {
    ...given,
    cores: threadCount(),
    elsewhere: run?.games(true),
    store,
    variants,
    signal,
    reporter,
    ensureTables: (rules, players) =>
      ensureTables(rules, players, { build, threads, signal, resume: sameCommand(), reporter }),
    around: (run) => withResumeHint(store, () => savedText(games()), run),
  });
}

function reportCommand(lab: Command, load: Load): void {
  const command = lab
    .command("report")
    .argument("[ID...]", "experiments (default: all)")
    .description("writes a report that compares the results with the papers, as HTML and Markdown")
    .addOption(settingOption("all", [...SETTINGS, "all"]))
    .option("--output <DIR>", "folder for lab.html and lab.md", "lab-report")
    .option("--record <DIR>", "add these results to DIR/lab.jsonl and write DIR/claims.md from all recorded results")
    .addHelpText(
      "after",
      "\nExamples:\n  gamelore lab report\n  gamelore lab report 000-table-2 --setting full --output out\n  gamelore lab report --record docs/results",
    );
  addJson(command).action(async (ids: string[], given: ReportGiven) => {
    const experiments = await load();
    const chosen = chooseExperiments(experiments, ids);
    const variants = new OpenVariants(gameWithPrograms);
    const store = openExistingGameStore();
    try {
      const collected: ExperimentResult[] = [];
      for (const setting of given.setting === "all" ? SETTINGS : [given.setting])
        collected.push(...(await collectResults(experiments, setting, store, variants, new Figures(), chosen)));
      const results = given.setting === "all" ? withGames(collected) : collected;
      const files = writeReport(given.output, results);
      if (given.record !== undefined)
        files.push(...(await recordResults(given.record, experiments, collected, variants)));
      printResult(given.json, { files, experiments: results.map(resultDocument) }, files);
    } finally {
      store?.close();
      await variants.close();
    }
  });
}

async function recordResults(
  folder: string,
  experiments: readonly Experiment[],
  results: readonly ExperimentResult[],
  variants: OpenVariants,
): Promise<string[]> {
  const [data, claims] = [join(folder, "lab.jsonl"), join(folder, "claims.md")];
  const record = new ResultRecord(data);
  await record.update(results, variants);
  await record.save();
  const recorded = SETTINGS.flatMap((setting) => recordedResults(experiments, setting, record));
  writeFiles([[claims, claimsMarkdown(recorded)]], folder);
  return [data, claims];
}

function writeReport(folder: string, results: readonly ExperimentResult[]): string[] {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  const input = { results, version, date: new Date().toISOString().slice(0, 10) };
  const files: readonly (readonly [string, string])[] = [
    [join(folder, "lab.html"), htmlReport(input)],
    [join(folder, "lab.md"), markdownReport(input)],
  ];
  writeFiles(files, folder);
  return files.map(([path]) => path);
}

function writeFiles(files: readonly (readonly [string, string])[], folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    for (const [path, content] of files) writeFileSync(path, content);
  } catch (error) {
    throw new GameloreError("not-writable", `cannot write the report: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function settingOption(byDefault: string, choices: readonly string[]): Option {
  return new Option("--setting <NAME>", "quick: minutes, with fewer games or columns; full: the paper's protocol")
    .choices(choices)
    .default(byDefault);
}
