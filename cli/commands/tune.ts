/** `gamelore tune GAME PLAYER --vary …`: tunes a player's parameters by playing games and checks the gain in new games. */
import { InvalidArgumentError, Option, type Command } from "commander";
import type { QueueRun } from "../../distributed/run.ts";
import type { MatchReport } from "../../engine/arena/match.ts";
import type { GameStore } from "../../engine/arena/store.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Game, OpenGame } from "../../engine/contracts/game.ts";
import { checkTuned, tune, type TuneReport } from "../../engine/learn/tune.ts";
import type { TuneOptions, TuneProgress } from "../../engine/learn/tune-games.ts";
import { readTuning, type TuneMethod, type Tuning } from "../../engine/learn/tune-spec.ts";
import {
  addArenaOptions,
  limitsOf,
  limitsWords,
  withResumeHint,
  withStore,
  type ArenaGiven,
  savedText,
} from "../arena-options.ts";
import { numberWithin, printResult, sameCommand, variantOf, wholeNumber, type Given } from "../command.ts";
import { ensureTables } from "../../engine/arena/player-tables.ts";
import { terminalReporter } from "../build-reporter.ts";
import { Progress } from "../progress.ts";
import { detached, noteOf, withQueue } from "../queue-options.ts";
import { painterFor, plural } from "../terminal.ts";
import { checkLines, gamesTexts, historyLines, methodText, variablesText } from "../tune-lines.ts";

interface TuneGiven extends ArenaGiven {
  readonly vary?: readonly string[];
  readonly method: TuneMethod["name"];
  readonly games: number;
  readonly variants: number;
  readonly passes: number;
  readonly shrink: number;
  readonly check: number;
}

interface Outcome {
  readonly tuning: Tuning;
  readonly report: TuneReport;
  readonly check: MatchReport | null;
}

const METHODS: readonly TuneMethod["name"][] = ["hill-climb", "spsa"];
const MAX_GAMES = 1_000_000;

export function tuneCommand(parent: Command, game: Game): void {
  const player = "'uct(playouts=300)'";
  const command = parent
    .command(game.id)
    .argument("<player>", "the player to start from, for example 'uct(c=0.7)'")
    .description(`tunes a player's parameters for ${game.title} by playing games`)
    .option(
      "--vary <PARAMETER=RANGE>",
      "a parameter to tune (repeatable): c=0.1..2 for a number, moves=forward,all or moves for a choice, eval.1-4=0..2 for a weight of the evaluation",
      (text: string, before: readonly string[] = []) => [...before, text],
    )
    .addOption(
      new Option("--method <NAME>", "hill-climb: one variable at a time; spsa: all at once")
        .choices(METHODS)
        .default("spsa"),
    )
    .option(
      "--games <N>",
      "games per variant; spsa plays the same total as hill-climb",
      evenNumber("games", 2, MAX_GAMES),
      100,
    )
    .option("--variants <N>", "values tried per variable", wholeNumber("variants", 2, 100), 6)
    .option("--passes <N>", "passes over all variables", wholeNumber("passes", 1, 100), 3)
    .option("--shrink <N>", "factor of a number's range from pass to pass", numberWithin("shrink", 0.01, 1), 0.5)
    .option(
      "--check <N>",
      "pairs of check games, tuned player against the start; 0 for none",
      wholeNumber("check", 0, MAX_GAMES),
      100,
    )
    .addHelpText(
      "after",
      `\nExamples:\n  gamelore tune ${game.id} ${player} --vary c=0.1..2 --vary threshold=1..60 --games 40\n  gamelore tune ${game.id} ${player} --vary c=0.1..2 --method hill-climb --passes 2 --check 200\n\nGames are stored: the same command resumes.`,
    );
  addArenaOptions(command, game).action(async (player: string, given: TuneGiven & Given) => {
    if (await detached(given)) return;
    const rules = unwrap(await game.open(variantOf(game, given)));
    try {
      const outcome = await withQueue(given, (signal, queue) => run(rules, player, given, signal, queue));
      printResult(given.json, documentFor(rules, outcome), linesFor(rules, outcome));
    } finally {
      await rules.close();
    }
  });
}

async function run(
  rules: OpenGame,
  player: string,
  given: TuneGiven,
  signal: AbortSignal,
  queue: QueueRun | null,
): Promise<Outcome> {
  const { vary = [], seed, threads } = given;
  const method = methodOf(given);
  const tuning = readTuning(rules, {
    player,
    vary,
    method,
    openingPlies: given.opening,
    seed,
    limits: limitsOf(given),
  });
  await ensureTables(rules, [player], {
    build: given.build ?? false,
    threads,
    signal,
    resume: sameCommand(),
    reporter: terminalReporter,
  });
  return withStore(given, (store) =>
    withResumeHint(
      store,
      () => savedText(savedGames(tuning, store)),
      async () => {
        const options = { concurrency: threads, store, signal, elsewhere: queue?.games(store !== null) };
        const report = await withProgress(`tuning ${player}`, options, queue, (each) => tune(rules, tuning, each));
        const check =
          report.tuned === report.start || given.check === 0
            ? null
            : await withProgress(`checking ${report.tuned}`, options, queue, (each) =>
                checkTuned(rules, tuning, report, given.check, each),
              );
        return { tuning, report, check };
      },
    ),
  );
}

/** Runs with a progress line. */
async function withProgress<T>(
  title: string,
  options: TuneOptions,
  queue: QueueRun | null,
  work: (options: TuneOptions) => Promise<T>,
): Promise<T> {
  const progress = new Progress(title);
  const onProgress = ({ done, what, games, incumbent }: TuneProgress): void =>
    progress.update(
      done,
      noteOf(queue, done, () => `${what} · ${plural(games, "game")} · ${incumbent}`),
    );
  try {
    return await work({ ...options, onProgress });
  } finally {
    progress.end();
  }
}

function savedGames({ label }: Tuning, store: GameStore | null): number {
  const games = [label, `${label}/check`].map((each) => store?.count({ label: each }) ?? 0);
  return games.reduce((sum, count) => sum + count, 0);
}

function methodOf({ method, games, variants, passes, shrink, vary = [] }: TuneGiven): TuneMethod {
  const pairs = games / 2;
  return method === "spsa"
    ? { name: method, pairs: pairs * variants * passes * vary.length }
    : { name: method, pairs, variants, passes, shrink };
}

function documentFor(rules: OpenGame, { tuning, report, check }: Outcome): object {
  const { method, openingPlies, seed, limits } = tuning.spec;
  const { games: _, ...outcome } = check ?? { games: [] };
  return {
    game: rules.game.id,
    variant: rules.variant,
    label: tuning.label,
    seed,
    openingPlies,
    limits,
    method,
    variables: tuning.variables,
    ...report,
    check: check && outcome,
  };
}

function linesFor(rules: OpenGame, { tuning, report, check }: Outcome): string[] {
  const paint = painterFor(process.stdout);
  const { openingPlies, seed, limits } = tuning.spec;
  const conditions = [`${openingPlies} random opening plies`, `seed ${seed}`, ...limitsWords(limits)].join(", ");
  return [
    `${paint("bold", report.start)}: ${variablesText(tuning)}`,
    `${rules.variant ? `${rules.variant}; ` : ""}${conditions}`,
    methodText(tuning),
    ...historyLines(report.history, paint),
    ...gamesTexts(report),
    ...(report.tuned === report.start
      ? ["nothing better than the start was found"]
      : [`tuned: ${paint("bold", report.tuned)}`, ...(check ? checkLines(check) : ["not checked against the start"])]),
  ];
}

function evenNumber(name: string, min: number, max: number): (text: string) => number {
  const read = wholeNumber(name, min, max);
  return (text) => {
    const value = read(text);
    if (value % 2 === 0) return value;
    throw new InvalidArgumentError("expected an even number: each side begins half of the games");
  };
}
