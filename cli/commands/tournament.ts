/** `gamelore tournament GAME PLAYER PLAYER…`: matches between several players, with a ranking; stored and resumable. */
import { Option, type Command } from "commander";
import {
  FORMATS,
  playTournament,
  storedTournamentGames,
  tournamentGames,
  type Format,
  type TournamentReport,
  type TournamentSpec,
} from "../../engine/arena/tournament.ts";
import type { QueueRun } from "../../distributed/run.ts";
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import type { Game, OpenGame } from "../../engine/contracts/game.ts";
import {
  addArenaOptions,
  limitsOf,
  limitsWords,
  withResumeHint,
  withStore,
  type ArenaGiven,
} from "../arena-options.ts";
import { oneLine, printResult, sameCommand, variantOf, wholeNumber, type Given } from "../command.ts";
import { originTexts } from "../match-lines.ts";
import { ensureTables } from "../../engine/arena/player-tables.ts";
import { terminalReporter } from "../build-reporter.ts";
import { addPlugin, gameWithPlugins, type PluginGiven } from "../plugin-option.ts";
import { Progress } from "../progress.ts";
import { detached, noteOf, withQueue } from "../queue-options.ts";
import { painterFor, plural } from "../terminal.ts";
import { crossLines, rankingLines } from "../tournament-lines.ts";

interface TournamentGiven extends ArenaGiven, PluginGiven {
  readonly format: Format;
  readonly rounds?: number;
  readonly pairs: number;
  readonly name?: string;
}

export function tournamentCommand(parent: Command, game: Game): void {
  const [one, two, three] = game.examplePlayers;
  const command = parent
    .command(game.id)
    .argument("<players...>", `two or more players, for example '${one}' '${three}'`)
    .description(`a tournament of ${game.title} with a ranking`)
    .addOption(
      new Option(
        "--format <FORMAT>",
        "round-robin: all against all; gauntlet: the first against the others; swiss: paired by standings",
      )
        .choices(FORMATS)
        .default(FORMATS[0]),
    )
    .option(
      "--rounds <N>",
      "rounds of a Swiss tournament (default: log2 of the number of players)",
      wholeNumber("rounds", 1, 1_000),
    )
    .option("--pairs <N>", "pairs of games per encounter", wholeNumber("pairs", 1, 1_000_000), 10)
    .option(
      "--name <TEXT>",
      "name that separates these games from other tournaments (default: from format and players)",
    )
    .addHelpText(
      "after",
      `\nExamples:\n  gamelore tournament ${game.id} '${one}' '${two}' '${three}' --build\n  gamelore tournament ${game.id} '${one}' '${two}' '${three}' --format swiss --rounds 2 --ms 50\n  gamelore tournament ${game.id} '${one}' '${two}' '${three}' --format gauntlet --pairs 50\n\nGames are stored: the same command resumes, and with more --pairs plays only the missing games.`,
    );
  addPlugin(addArenaOptions(command, game)).action(async (players: string[], given: TournamentGiven & Given) => {
    if (await detached(given)) return;
    const spec = specOf(players, given);
    const rules = unwrap(await (await gameWithPlugins(game, given)).open(variantOf(game, given)));
    try {
      const report = await withQueue(given, (signal, run) => play(rules, spec, given, signal, run));
      const { format, seed, openingPlies, limits, pairs } = spec;
      const document = { game: game.id, variant: rules.variant, format, seed, openingPlies, limits, pairs, ...report };
      printResult(given.json, document, linesFor(rules, spec, report));
    } finally {
      await rules.close();
    }
  });
}

function specOf(players: readonly string[], given: TournamentGiven): TournamentSpec {
  const { format, pairs, name = "", seed, rounds } = given;
  if (rounds !== undefined && format !== "swiss")
    throw new GameloreError("bad-usage", `--rounds requires --format swiss; use --pairs to make a ${format} longer`);
  return {
    name,
    format,
    players,
    rounds: rounds ?? Math.max(1, Math.ceil(Math.log2(players.length))),
    pairs,
    openingPlies: given.opening,
    seed,
    limits: limitsOf(given),
  };
}

async function play(
  rules: OpenGame,
  spec: TournamentSpec,
  given: TournamentGiven,
  signal: AbortSignal,
  run: QueueRun | null,
): Promise<TournamentReport> {
  await ensureTables(rules, spec.players, {
    build: given.build ?? false,
    threads: given.threads,
    signal,
    resume: sameCommand(),
    reporter: terminalReporter,
  });
  return withStore(given, (store) => {
    const progress = new Progress(spec.format);
    const onGame = (done: number, total: number, players: readonly [string, string]): void =>
      progress.update(
        done / total,
        noteOf(run, done / total, () => `${done} of ${plural(total, "game")} · ${players.join(" against ")}`),
      );
    const saved = (): string =>
      `${store ? storedTournamentGames(rules, spec, store) : 0} of ${plural(tournamentGames(spec), "game")} are`;
    return withResumeHint(store, saved, () =>
      playTournament(rules, spec, {
        concurrency: given.threads,
        store,
        signal,
        onGame,
        elsewhere: run?.games(store !== null),
      }).finally(() => progress.end()),
    );
  });
}

function linesFor(rules: OpenGame, spec: TournamentSpec, report: TournamentReport): string[] {
  const paint = painterFor(process.stdout);
  const { games, resumed, builds, ranking, players } = report;
  const conditions = [
    plural(players.length, "player"),
    ...(spec.format === "swiss" ? [plural(spec.rounds, "round")] : []),
    `${plural(spec.pairs, "pair")} per encounter`,
    plural(games, "game"),
    `${spec.openingPlies} random opening plies`,
    `seed ${spec.seed}`,
    ...limitsWords(spec.limits),
    ...(spec.name ? [`name ${oneLine(spec.name)}`] : []),
  ];
  return [
    `${paint("bold", `${rules.game.title}, ${spec.format}`)}${rules.variant ? `: ${rules.variant}` : ""}`,
    conditions.join(", "),
    "",
    ...rankingLines(ranking, paint),
    "",
    ...crossLines(ranking, paint),
    ...originTexts(resumed, games, builds).flatMap((line, i) => (i === 0 ? ["", line] : [line])),
  ];
}
