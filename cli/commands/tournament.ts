/** `gamelore tournament GAME PLAYER PLAYER…`: matches between several players, with a table; kept, and gone on with. */
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
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import type { Game, Rules } from "../../engine/contracts/game.ts";
import { addArenaOptions, limitsOf, limitsWords, withResumeHint, withStore, type ArenaGiven } from "../arena-options.ts";
import { interruptible, oneLine, printResult, sameCommand, variantOf, wholeNumber, type Given } from "../command.ts";
import { originTexts } from "../match-lines.ts";
import { ensureTables } from "../../engine/arena/player-tables.ts";
import { terminalReporter } from "../build-reporter.ts";
import { Progress } from "../progress.ts";
import { formatNumber, painterFor } from "../terminal.ts";
import { crossLines, rankingLines } from "../tournament-lines.ts";

interface TournamentGiven extends ArenaGiven {
  readonly format: Format;
  readonly rounds?: number;
  readonly pairs: number;
  readonly name?: string;
}

export function tournamentCommand(parent: Command, game: Game): void {
  const [one, two, three] = game.examplePlayers;
  const command = parent
    .command(game.id)
    .argument("<players...>", `two players or more, as in '${one}' '${three}'`)
    .description(`games of ${game.title} between several players, with a table`)
    .addOption(
      new Option("--format <FORMAT>", "each against each, the first against the others, or by standings")
        .choices(FORMATS)
        .default(FORMATS[0]),
    )
    .option(
      "--rounds <N>",
      "rounds of a Swiss tournament (default as many as halvings leave one player)",
      wholeNumber("rounds", 1, 1_000),
    )
    .option("--pairs <N>", "pairs of games in each encounter", wholeNumber("pairs", 1, 1_000_000), 10)
    .option(
      "--name <TEXT>",
      "keeps these games apart from those of other tournaments (default made of format and players)",
    )
    .addHelpText(
      "after",
      `\nExamples:\n  gamelore tournament ${game.id} '${one}' '${two}' '${three}' --build\n  gamelore tournament ${game.id} '${one}' '${two}' '${three}' --format swiss --rounds 2 --milliseconds 50\n  gamelore tournament ${game.id} '${one}' '${two}' '${three}' --format gauntlet --pairs 50\n\nGames are kept: the same command goes on where it was ended, and with more --pairs plays only those that are missing.`,
    );
  addArenaOptions(command, game).action(async (players: string[], given: TournamentGiven & Given) => {
    const spec = specOf(players, given);
    const rules = unwrap(await game.open(variantOf(game, given)));
    try {
      const report = await interruptible((signal) => play(rules, spec, given, signal));
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
    throw new GameloreError("bad-usage", `--rounds is for --format swiss; more --pairs make a ${format} longer`);
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
  rules: Rules,
  spec: TournamentSpec,
  given: TournamentGiven,
  signal: AbortSignal,
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
      progress.update(done / total, `${done} of ${total} games · ${players.join(" against ")}`);
    const saved = (): string =>
      `${store ? storedTournamentGames(rules, spec, store) : 0} of ${tournamentGames(spec)} games are`;
    return withResumeHint(store, saved, () =>
      playTournament(rules, spec, { concurrency: given.threads, store, signal, onGame }).finally(() => progress.end()),
    );
  });
}

function linesFor(rules: Rules, spec: TournamentSpec, report: TournamentReport): string[] {
  const paint = painterFor(process.stdout);
  const { games, resumed, builds, ranking, players } = report;
  const conditions = [
    `${players.length} players`,
    ...(spec.format === "swiss" ? [`${spec.rounds} rounds`] : []),
    `${spec.pairs} pairs an encounter`,
    `${formatNumber(games)} games`,
    `${spec.openingPlies} random plies to open`,
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
